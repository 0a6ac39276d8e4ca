//! The static evaluation of a position.
//!
//! [`Evaluator`] is all that the search sees. [`classical`] sums the terms of the hand-crafted
//! evaluation, blended between middlegame and endgame by the phase (`values`); [`endgame`] has
//! knowledge of some endings; [`mod@trace`] prints the terms one by one; [`wdl`] turns a score
//! into the chances of winning, drawing and losing.
//! See <https://www.chessprogramming.org/Evaluation> and
//! <https://www.chessprogramming.org/Tapered_Eval>.

pub mod classical;
pub mod endgame;
mod evaluator;
mod trace;
mod values;
pub mod wdl;

pub use classical::tapered::Tapered;
pub use evaluator::{Evaluator, counts, endgame_share, evaluate};
pub use trace::{Trace, trace};
pub use values::{FULL_PHASE, phase, piece_value};
pub use wdl::winning_chances;

#[cfg(test)]
mod tests;
