//! A position without its history: the contents of a FEN.
//!
//! See <https://www.chessprogramming.org/Board_Representation>.

mod builder;
mod check;
mod derived;
mod fen;
mod make_move;
mod state;
mod validate;

pub use builder::BoardBuilder;
pub use check::CheckSquares;
pub use fen::{CastlingStyle, FenError};
pub use make_move::BoardObserver;
pub use state::Board;
pub use validate::{CastlingLetter, InvalidPosition, RookName, SetupNote};
