//! A position without its history: the contents of a FEN.
//!
//! * `state`: the state and its accessors;
//! * `fen`: reading and writing FEN; `builder`: building a board piece by piece; `setup`: a
//!   position that is not validated yet; `validate`: rejecting invalid positions;
//! * `make_move`: making moves;
//! * `check`: attacks on squares and kings; `gives_check`: which moves give check;
//!   `en_passant`: whether an en passant capture leaves the king safe;
//! * `display`: the diagram; `flip`: the colors exchanged.
//!
//! See <https://www.chessprogramming.org/Board_Representation>.

mod builder;
mod check;
mod display;
mod en_passant;
mod fen;
mod flip;
mod gives_check;
mod make_move;
mod setup;
mod state;
mod validate;
#[cfg(feature = "engine")]
mod without;

pub use builder::BoardBuilder;
pub use display::Diagram;
pub use fen::{CastlingStyle, FenError};
pub use gives_check::CheckSquares;
pub use make_move::BoardObserver;
pub use setup::{CastlingLetter, RookName};
pub use state::Board;
pub use validate::{InvalidPosition, SetupNote};
