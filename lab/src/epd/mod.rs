//! EPD: files of test positions with the expected results of a search, one per line.
//!
//! ```text
//! 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
//! ```
//!
//! The first four fields of a FEN are followed by operations. An operation is an opcode with its
//! operands and a semicolon. [`read()`] interprets the opcodes that specify an expected result:
//! `bm` (best moves), `am` (moves to avoid) and `dm` (number of moves to mate). It also keeps the
//! name (`id`) and a comment (`c0`). [`solve`] searches the positions. See
//! <https://www.chessprogramming.org/Extended_Position_Description>.

mod error;
mod position;
mod read;
pub mod solve;

pub use error::{EpdError, EpdErrorKind};
pub use position::EpdPosition;
pub use read::read;
