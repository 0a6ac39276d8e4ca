//! Syzygy endgame tablebases: the exact result of every position with few pieces.
//!
//! There are two kinds of tables. WDL tables contain the result (*win, draw, loss*). DTZ tables
//! contain the *distance to zeroing*: the number of plies to the next capture or pawn move, which
//! resets the counter of the fifty-move rule. The search probes WDL tables in its tree; DTZ tables
//! rank the moves at the root.
//!
//! The crate `pyrrhic-rs` reads the tables but does not check them, and a damaged file can make it
//! abort the program. So `files` checks every file when it is found, and `available` allows only
//! probes whose tables are all present.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

mod available;
mod checksum;
mod error;
mod files;
mod header;
mod kind;
mod material;
mod probing;
mod pyrrhic;
mod tablebases;

pub use error::TablebaseError;
pub use material::{MAX_PIECES, Material};
pub use probing::{ProbedMove, Probing, Wdl};
pub use tablebases::{Opened, SEPARATOR, Tablebases};
