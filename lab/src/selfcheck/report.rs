//! The settings and the result of a selfcheck.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

use super::check::Mismatch;
use super::counts::CheckCounts;
use ferz::chess::{Board, Move};

/// The settings of a selfcheck.
#[derive(Clone, Copy, Debug)]
pub struct SelfcheckSettings {
    /// The number of games.
    pub games: u64,
    /// The seed of the first game; each later game has the next seed. A game depends only on its
    /// seed.
    pub seed: u64,
    /// The number of threads; 0 means 1. The report does not depend on it.
    pub threads: usize,
    /// The number of failures after which no more games are played; with 0, no game is played.
    pub max_failures: usize,
}

/// The result of a selfcheck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelfcheckReport {
    /// The numbers of comparisons and occurrences.
    pub counts: CheckCounts,
    /// All mismatches, in the order of the games.
    pub failures: Vec<CheckFailure>,
}

/// A mismatch, and the game that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckFailure {
    /// The seed of the game. A single game with this seed reproduces the failure.
    pub seed: u64,
    /// The first position of the game.
    pub start: Board,
    /// The moves of the game.
    pub moves: Vec<Move>,
    /// The position after the moves.
    pub board: Board,
    /// The mismatch in this position.
    pub mismatch: Mismatch,
}
