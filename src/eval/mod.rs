//! The static evaluation of a position: the output of a neural network, and knowledge about
//! endgames.
//!
//! The search uses only [`Evaluator`]. The rest explains or interprets its scores:
//!
//! * [`endgame`]: the scores of known endgames, and the scaling of drawish ones.
//! * [`network`]: the neural network.
//! * [`trace()`]: the evaluation piece by piece, for `eval`.
//! * [`wdl`]: converts a score to the probabilities of a win, a draw and a loss.

pub mod endgame;
mod evaluator;
pub mod network;
mod trace;
pub mod wdl;

pub use evaluator::{Evaluator, evaluate, evaluate_with, is_known_endgame};
pub use trace::{PieceContribution, Trace, TypeContribution, trace};
pub use wdl::wdl_permille;

#[cfg(test)]
mod tests;
