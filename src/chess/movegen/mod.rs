//! Legal move generation.
//!
//! There is one generator, [`generate`](generate::generate). It takes the check mask, the pins and
//! the attacked squares of the position ([`Legality`]), and calls the modules of the pieces:
//!
//! * `pawns`: pushes, captures, promotions, en passant;
//! * `pieces`: knights, bishops, rooks, queens, the king; `castling`.
//!
//! The generator passes sets of moves to a [`Sink`]: some sinks fill a list, one counts, one stops
//! at the first move, and perft has its own. Listing and counting thus share the same code, and
//! nothing is computed that the sink does not use. `is_legal` tests a single move.

mod castling;
mod generate;
mod is_legal;
mod legality;
mod pawns;
mod pieces;
mod sink;

pub(crate) use generate::{count_moves, count_moves_with_legality, generate_all};
pub use generate::{
    generate_captures, generate_legal_moves, generate_moves, generate_piece_moves,
    generate_pseudo_legal_moves, generate_quiets,
};
pub use is_legal::{is_legal, is_pseudo_legal};
pub use legality::{Legality, Wanted};
pub(crate) use sink::{CONTINUE, Flow, PawnStep, Sink};
