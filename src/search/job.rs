//! A request to search.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::limits::Limits;
use super::params::ParamSet;
use super::report::Reporter;
use super::time::TimeLimits;
use crate::chess::{Move, Position};

/// A request to search a position.
#[derive(Clone)]
pub struct Job {
    /// The position to search, with the game history for repetitions.
    pub position: Position,
    /// The root moves to consider; all legal moves if empty.
    pub search_moves: Vec<Move>,
    /// The limits that end the search.
    pub limits: Limits,
    /// The time limits of the search.
    pub time: TimeLimits,
    /// The time at which the search was requested.
    pub started: Instant,
    /// The number of lines to report (MultiPV); 0 counts as 1.
    pub lines: usize,
    /// The values of the tunable constants.
    pub params: ParamSet,
    /// The function that receives the reports.
    pub reporter: Reporter,
}

impl Job {
    /// Creates a request that starts now. It reports one line, its reporter does nothing, and it
    /// reserves no time for communication lag.
    #[must_use]
    pub fn new(position: Position, limits: Limits) -> Self {
        Self {
            time: TimeLimits::new(&limits, position.side_to_move(), Duration::ZERO),
            position,
            search_moves: Vec::new(),
            limits,
            started: Instant::now(),
            lines: 1,
            params: ParamSet::default(),
            reporter: Arc::new(|_| {}),
        }
    }

    /// Returns whether `mv` is one of the root moves to search.
    pub(super) fn considers(&self, mv: Move) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(&mv)
    }
}

/// Error of a search that was stopped: incomplete results must not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;
