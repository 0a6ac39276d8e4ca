//! A position without its history: the contents of a FEN.
//!
//! * `state`: the state and its accessors;
//! * `fen`: reading and writing FEN; `setup`: a position that is not validated yet, and its builder;
//!   `validate`: rejecting invalid positions;
//! * `make_move`: making moves; `derived`: the colors exchanged, or a piece removed;
//! * `check`: attacks on squares and kings; `gives_check`: which moves give check;
//! * `display`: the diagram.
//!
//! See <https://www.chessprogramming.org/Board_Representation>.

mod check;
mod derived;
mod display;
mod fen;
mod gives_check;
mod make_move;
mod setup;
mod state;
mod validate;

pub use display::Diagram;
pub use fen::{CastlingStyle, FenError};
pub use gives_check::CheckSquares;
pub use make_move::BoardObserver;
pub use setup::{BoardBuilder, CastlingLetter, RookName};
pub use state::Board;
pub use validate::{InvalidPosition, SetupNote};
