//! A searcher for self-play games with a soft node limit.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::opening::soft_limits;
use ferz::chess::Position;
use ferz::score::Score;
use ferz::search::SearchResult;
use ferz::search::params::ParamSet;
use ferz::search::solo::Solo;
use ferz::support::memory::OutOfMemory;

/// Size of the transposition table, in megabytes: enough for the nodes of one game.
const HASH_MEGABYTES: usize = 8;

/// Divisor of the soft node limit in the searches that evaluate openings.
const OPENING_DIVISOR: u64 = 5;

/// Searches with a soft node limit, on the calling thread, until it is stopped.
#[derive(Debug)]
pub struct Searcher {
    solo: Solo,
    soft_nodes: u64,
    stop: Arc<AtomicBool>,
}

impl Searcher {
    /// Creates a searcher whose searches start no new iteration after `soft_nodes`, and end when
    /// `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the transposition table.
    pub fn new(soft_nodes: u64, stop: &Arc<AtomicBool>) -> Result<Self, OutOfMemory> {
        Ok(Self {
            solo: Solo::stopped_by(HASH_MEGABYTES, stop)?,
            soft_nodes,
            stop: stop.clone(),
        })
    }

    /// Clears everything learned in earlier searches.
    pub fn clear(&mut self) {
        self.solo.clear();
    }

    /// Sets the values of the tunable constants. Has no effect without the feature `tune`.
    pub fn set_params(&mut self, params: ParamSet) {
        self.solo.set_params(params);
    }

    /// Searches a position. Returns `None` if the search was stopped.
    pub fn search(&mut self, position: &Position) -> Option<SearchResult> {
        self.search_nodes(position, self.soft_nodes)
    }

    /// Returns the score of an opening for the side to move, with fewer nodes than a move of the
    /// game. Returns `None` if the search was stopped.
    pub fn opening_score(&mut self, position: &Position) -> Option<Score> {
        let nodes = self.soft_nodes.div_ceil(OPENING_DIVISOR);
        Some(self.search_nodes(position, nodes)?.score())
    }

    fn search_nodes(&mut self, position: &Position, soft_nodes: u64) -> Option<SearchResult> {
        let limits = soft_limits(soft_nodes);
        let result = self.solo.search(position.clone(), limits);
        (!self.stop.load(Ordering::Relaxed)).then_some(result)
    }
}
