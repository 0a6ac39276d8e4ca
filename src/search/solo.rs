//! A search that runs on the calling thread, for benchmarks and self-play games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::limits::Limits;
use super::params::ParamSet;
use super::request::{ResultCollector, SearchRequest, SearchResult};
use super::shared::Shared;
use super::tt::{NO_EVAL, tt_key};
use super::worker::{WORKER_BYTES, Worker};
use crate::chess::Position;
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::score::Score;
use crate::support::memory::{self, OutOfMemory};

/// A searcher with its own transposition table. It keeps what it learns, as in a game, until
/// [`clear`](Self::clear) is called.
#[derive(Debug)]
pub struct Solo {
    shared: Arc<Shared>,
    worker: Worker,
    params: ParamSet,
}

impl Solo {
    /// Creates a searcher with a transposition table of `megabytes` MB.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the table and the search.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        Self::stopped_by(megabytes, &Arc::default())
    }

    /// Creates a searcher whose searches end when `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the table and the search.
    pub fn stopped_by(megabytes: usize, stop: &Arc<AtomicBool>) -> Result<Self, OutOfMemory> {
        let shared = Arc::new(Shared::new(megabytes)?.stopped_by(stop.clone()));
        if !memory::can_map(WORKER_BYTES) {
            return Err(OutOfMemory { megabytes });
        }
        Ok(Self {
            worker: Worker::new(0, shared.clone(), Network::embedded().clone()),
            shared,
            params: ParamSet::default(),
        })
    }

    /// Sets the network of the evaluation, and clears everything learned in earlier searches,
    /// because it depends on the evaluation.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.clear();
        self.worker.evaluator = Evaluator::new(network);
    }

    /// Sets the values of the tunable constants. Has no effect without the feature `tune`.
    pub fn set_params(&mut self, params: ParamSet) {
        self.params = params;
    }

    /// Clears everything learned in earlier searches.
    pub fn clear(&mut self) {
        self.shared.tt.clear();
        self.worker.clear();
    }

    /// Searches a position. With limits on depth and nodes only, the search is deterministic: it
    /// depends only on the position, the limits, and the searches since the last
    /// [`clear`](Self::clear).
    pub fn search(&mut self, position: Position, limits: Limits) -> SearchResult {
        self.shared.start(false);
        self.shared.tt.new_search();
        // The time limits depend on the parameters, too.
        self.params.apply();
        let mut request = SearchRequest::new(position, limits);
        request.params.clone_from(&self.params);
        let collector = ResultCollector::default();
        request.reporter = collector.reporter(request.reporter);
        self.worker.search_until_limit(&request);
        self.worker.answer(&request);
        collector.into_result(self.shared.total_nodes())
    }

    /// Returns what earlier searches know of a position, if they have visited it and it is still in
    /// the table: its static evaluation without correction, for the side to move, or `None` in
    /// check.
    pub fn visited(&self, position: &Position) -> Option<Option<Score>> {
        let entry = self.shared.tt.probe(tt_key(position), 0)?;
        Some((entry.static_eval != NO_EVAL).then_some(entry.static_eval))
    }

    /// Does the same as [`search`](Self::search), but returns `None` if the search was stopped.
    pub fn search_unless_stopped(
        &mut self,
        position: Position,
        limits: Limits,
    ) -> Option<SearchResult> {
        let result = self.search(position, limits);
        (!self.shared.is_stopped()).then_some(result)
    }
}
