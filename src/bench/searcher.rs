//! Runs the searches of a bench.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, bounded};

use crate::chess::{Board, Position};
use crate::engine::TaskInput;
use crate::search::limits::Limits;
use crate::search::pool::{Pool, TooFewThreads};
use crate::search::{Job, Report};
use crate::support::memory::OutOfMemory;

/// How often the stop flag is checked during a search.
const POLL: Duration = Duration::from_millis(5);

/// Search threads and their transposition table. A search on one thread is deterministic: it visits
/// the same nodes in every run.
pub(super) struct Searcher<'a> {
    pool: Pool,
    input: &'a TaskInput,
}

impl<'a> Searcher<'a> {
    /// Creates a searcher with the network and the parameters of `input`. Its searches end when the
    /// flag of `input` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the transposition table.
    pub fn new(
        threads: NonZeroUsize,
        megabytes: usize,
        input: &'a TaskInput,
    ) -> Result<Self, OutOfMemory> {
        let mut pool = Pool::new(threads, megabytes)?;
        pool.set_network(input.network.clone());
        Ok(Self { pool, input })
    }

    /// Clears everything learned in earlier searches.
    pub fn clear(&mut self) {
        self.pool.clear();
    }

    /// Searches a position and returns the nodes visited.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot start the threads.
    pub fn search(&mut self, board: Board, limits: Limits) -> Result<u64, TooFewThreads> {
        self.pool.clear();
        let (done, ended) = bounded(1);
        self.pool.start_search(Job {
            params: self.input.params.clone(),
            reporter: Arc::new(move |report| {
                if let Report::Best { .. } = report {
                    // Sending cannot fail: the receiver lives until the search has ended.
                    let _: Result<(), _> = done.send(());
                }
            }),
            ..Job::new(Position::new(board), limits)
        })?;
        while ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
            if self.input.stop.load(Ordering::Relaxed) {
                self.pool.stop();
            }
        }
        self.pool.wait();
        Ok(self.pool.nodes())
    }
}
