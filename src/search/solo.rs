//! A search on the calling thread, for programs that want its result and no talk: the
//! bench, games of the engine against itself.
//!
//! See <https://www.chessprogramming.org/Search>.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::job::Job;
use super::limits::Limits;
use super::result::{ResultCollector, SearchResult};
use super::shared::Shared;
use super::worker::Worker;
use crate::chess::Position;
use crate::support::memory::OutOfMemory;

/// One search thread with a table of its own. Until it is told to forget, it remembers
/// what its earlier searches found, as in a game.
#[derive(Debug)]
pub struct Solo {
    shared: Arc<Shared>,
    worker: Worker,
}

impl Solo {
    /// A searcher with a table of so many megabytes.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self::of(Shared::new(megabytes, 1)?))
    }

    /// The same, all of whose searches end when `stop` is set.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn stopped_by(megabytes: usize, stop: &Arc<AtomicBool>) -> Result<Self, OutOfMemory> {
        Ok(Self::of(
            Shared::new(megabytes, 1)?.stopped_by(stop.clone()),
        ))
    }

    fn of(shared: Shared) -> Self {
        let shared = Arc::new(shared);
        let worker = Worker::new(0, shared.clone());
        Self { shared, worker }
    }

    /// Forgets what earlier searches found.
    pub fn clear(&mut self) {
        self.shared.table.clear();
        self.worker.clear();
    }

    /// Searches a position. Under limits on depth and nodes alone, the result depends on
    /// nothing but the position, the limits, and the searches since the last
    /// [`clear`](Self::clear).
    pub fn search(&mut self, position: Position, limits: Limits) -> SearchResult {
        self.shared.start(false);
        self.shared.table.new_search();
        let mut job = Job::new(position, limits);
        let collector = ResultCollector::default();
        job.reporter = collector.reporter(job.reporter);
        self.worker.search(&job);
        collector.into_result(self.shared.total_nodes())
    }
}
