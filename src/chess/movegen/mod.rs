//! Generating legal moves.
//!
//! There is one generator, [`generate`](generate::generate). It computes the constraints of
//! the king's safety once ([`Legality`]); then the file of each piece emits its moves:
//!
//! * `pawns`: pushes, captures, promotions, en passant;
//! * `knights`, `sliders` (bishops, rooks, queens), `king`, `castling`.
//!
//! The generator passes sets of moves to a [`Sink`]: one fills a list, one counts, one stops
//! at the first move, and perft has its own. So counting and listing are the same code, and
//! nothing is computed that the sink does not use. `is_legal` tests a single move.
//! See <https://www.chessprogramming.org/Move_Generation>.

mod castling;
mod context;
mod generate;
mod is_legal;
mod king;
mod knights;
mod legality;
mod pawns;
mod sink;
mod sliders;

pub use context::Wanted;
pub(crate) use generate::{count, generate};
pub use generate::{
    generate_captures, generate_evasions, generate_legal_moves, generate_moves,
    generate_piece_moves, generate_pseudo_legal_moves, generate_quiets,
};
pub use is_legal::{is_legal, is_pseudo_legal};
pub use legality::Legality;
pub(crate) use sink::Sink;
