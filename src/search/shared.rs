//! What all threads of a search share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::tt::Table;
use crate::support::memory::OutOfMemory;

/// In the place of a time: there is none.
pub(super) const NO_TIME: u64 = u64::MAX;

/// What all threads of a search share.
#[derive(Debug)]
pub struct Shared {
    /// The transposition table.
    pub(super) table: Table,
    /// Set from outside: the search must end, and say its move.
    pub stop: Arc<AtomicBool>,
    /// Set by the search itself: a limit is reached. One without an end still waits to be
    /// told before it says its move.
    pub(super) limit_reached: AtomicBool,
    /// Set once the result has been found, and only its telling is left.
    pub(super) answered: AtomicBool,
    /// Set: it is the opponent's time that passes, and no clock limits the search.
    pub(super) pondering: AtomicBool,
    /// When our clock started, in microseconds after the search did: later where it
    /// pondered first.
    pub(super) clock_started: AtomicU64,
    /// What the last search took of our clock, in microseconds; [`NO_TIME`] where it took
    /// none, for it ended on the opponent's, or has not ended.
    pub(super) thought: AtomicU64,
    /// Nodes searched, by thread; each thread writes its own now and then.
    pub(super) nodes: Vec<AtomicU64>,
    /// Positions that the endgame tables knew.
    pub(super) table_hits: AtomicU64,
}

impl Shared {
    /// Shared state with a table of so many megabytes, for so many threads.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(megabytes: usize, threads: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            table: Table::new(megabytes)?,
            stop: Arc::default(),
            limit_reached: AtomicBool::new(false),
            answered: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            clock_started: AtomicU64::new(0),
            thought: AtomicU64::new(NO_TIME),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            table_hits: AtomicU64::new(0),
        })
    }

    /// The same, stopped by a flag that there is already.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Forgets how the last search went, and that it was to stop.
    pub(super) fn reset(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.begin();
    }

    /// Forgets how the last search went.
    pub(super) fn begin(&self) {
        self.limit_reached.store(false, Ordering::Relaxed);
        self.answered.store(false, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Relaxed);
        self.clock_started.store(0, Ordering::Relaxed);
        self.thought.store(NO_TIME, Ordering::Relaxed);
        self.table_hits.store(0, Ordering::Relaxed);
        for nodes in &self.nodes {
            nodes.store(0, Ordering::Relaxed);
        }
    }

    /// Notes that the result has been found, and only remains to be printed.
    pub fn set_answered(&self) {
        self.answered.store(true, Ordering::Release);
    }

    /// The nodes that all threads have searched, as far as they have told.
    #[must_use]
    pub fn total_nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|nodes| nodes.load(Ordering::Relaxed))
            .sum()
    }

    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.limit_reached.load(Ordering::Relaxed)
    }
}
