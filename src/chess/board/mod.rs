//! A position without its history: the contents of a FEN.
//!
//! `state` has the pieces and their accessors. `fen` and `builder` set up a position, which
//! `validate` checks; `make_move` changes it. `attackers` and `check_squares` tell which pieces
//! and which moves give check. `derived` exchanges the colors of a board, or removes a piece.

mod attackers;
mod builder;
mod check_squares;
mod fen;
mod flipped;
mod make_move;
mod state;
mod validate;

pub use builder::BoardBuilder;
pub use check_squares::CheckSquares;
pub use fen::{CastlingStyle, FenError};
pub use make_move::{BoardObserver, NoObserver};
pub use state::Board;
pub use validate::{CastlingLetter, InvalidPosition, RookName, SetupNote};
