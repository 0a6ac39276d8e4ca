//! State shared by all threads of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::state::SearchState;
use super::tt::TranspositionTable;
use crate::support::memory::OutOfMemory;

/// State shared by all threads of a search.
#[derive(Debug)]
pub struct Shared {
    /// The transposition table.
    pub(super) tt: TranspositionTable,
    /// The phase of the search, its clock, and whether it must end.
    pub(super) state: SearchState,
    /// Nodes searched, by thread; each thread publishes its count at intervals.
    pub(super) nodes: Vec<AtomicU64>,
    /// Number of tablebase hits.
    pub(super) tablebase_hits: AtomicU64,
}

impl Shared {
    /// Creates the shared state of `threads` threads, with a transposition table of
    /// `megabytes` MB.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the table.
    pub fn new(megabytes: usize, threads: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            tt: TranspositionTable::new(megabytes)?,
            state: SearchState::new(Arc::default()),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            tablebase_hits: AtomicU64::new(0),
        })
    }

    /// Returns the same state with `stop` as its stop flag.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self {
            state: SearchState::new(stop),
            ..self
        }
    }

    /// Resets the counts and starts a search, on the opponent's clock if `pondering`. The stop
    /// flag keeps its value.
    pub(super) fn start(&self, pondering: bool) {
        self.tablebase_hits.store(0, Ordering::Relaxed);
        for nodes in &self.nodes {
            nodes.store(0, Ordering::Relaxed);
        }
        self.state.start(pondering);
    }

    /// Returns the flag that ends the running search or task when it is set.
    #[must_use]
    pub fn stop_flag(&self) -> &Arc<AtomicBool> {
        self.state.stop_flag()
    }

    /// Marks a task as done: its result is known, but may not be printed yet.
    pub fn set_answered(&self) {
        self.state.answer_untimed();
    }

    /// Returns the number of nodes that all threads have published.
    #[must_use]
    pub fn total_nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|nodes| nodes.load(Ordering::Relaxed))
            .sum()
    }
}
