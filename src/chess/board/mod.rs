//! A position without its history: the contents of a FEN.
//!
//! * `state`: the state and its accessors;
//! * `fen`: reading and writing FEN; `builder`: building a board piece by piece; `validate`: a
//!   position that is not validated yet, and rejecting invalid positions;
//! * `make_move`: making moves; `derived`: the colors exchanged, or a piece removed;
//! * `check`: attacks on squares and kings; `gives_check`: which moves give check;
//! * `display`: the diagram.
//!
//! See <https://www.chessprogramming.org/Board_Representation>.

mod builder;
mod check;
mod derived;
mod display;
mod fen;
mod gives_check;
mod make_move;
mod state;
mod validate;

pub use builder::BoardBuilder;
pub use display::Diagram;
pub use fen::{CastlingStyle, FenError};
pub use gives_check::CheckSquares;
pub use make_move::BoardObserver;
pub use state::Board;
pub use validate::{CastlingLetter, InvalidPosition, RookName, SetupNote};
