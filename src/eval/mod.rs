//! The static evaluation of a position.
//!
//! The search uses only [`Evaluator`]. The rest explains, tunes or interprets its scores:
//!
//! * [`classical`]: the terms of the hand-crafted evaluation. `values` computes the game phase,
//!   which blends their middlegame and endgame values.
//! * [`endgame`]: knowledge about specific endgames.
//! * [`network`]: a small neural network whose output is added to the hand-crafted evaluation.
//! * [`trace()`]: the evaluation term by term and piece by piece, for `eval`.
//! * [`wdl`]: converts a score to the probabilities of a win, a draw and a loss.

pub mod classical;
pub mod endgame;
mod evaluator;
pub mod network;
mod trace;
mod values;
pub mod wdl;

pub use classical::tapered::Tapered;
pub use evaluator::{
    Evaluator, NETWORK_PERCENT, endgame_scale, evaluate, evaluate_classical, evaluate_with,
    feature_counts, is_known_endgame,
};
pub use trace::{PieceContribution, Trace, trace};
pub use values::{FULL_PHASE, phase, piece_value};
pub use wdl::wdl_permille;

#[cfg(test)]
mod tests;
