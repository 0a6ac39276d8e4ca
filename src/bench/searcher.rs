//! Runs the searches of a bench on one thread or several.
//!
//! A search on one thread is deterministic: it visits the same nodes in every run. It runs on the
//! calling thread, because starting a thread for each search and waiting for it takes 3 % of the
//! time of `bench 16 1 11`.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, bounded};

use super::error::BenchError;
use crate::chess::{Board, Position};
use crate::engine::TaskInput;
use crate::search::limits::Limits;
use crate::search::params::ParamSet;
use crate::search::pool::{Pool, TooFewThreads};
use crate::search::solo::Solo;
use crate::search::{Job, Report};

/// How often the stop flag is checked during a search on several threads.
const POLL: Duration = Duration::from_millis(5);

/// Search threads and their transposition table.
pub(super) enum Searcher<'a> {
    /// One thread: the calling one.
    Solo(Box<Solo>),
    /// Several threads.
    Pool {
        pool: Pool,
        params: ParamSet,
        stop: &'a AtomicBool,
    },
}

impl<'a> Searcher<'a> {
    /// Creates a searcher with the network of `input`. Its searches end when the flag of `input` is
    /// set.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the transposition table.
    pub fn new(
        threads: NonZeroUsize,
        megabytes: usize,
        input: &'a TaskInput,
    ) -> Result<Self, BenchError> {
        let (network, stop) = (input.network.clone(), &input.stop);
        if threads == NonZeroUsize::MIN {
            let mut solo = Solo::stopped_by(megabytes, stop)?;
            solo.set_network(network);
            solo.set_params(input.params.clone());
            return Ok(Self::Solo(Box::new(solo)));
        }
        let mut pool = Pool::new(threads, megabytes)?;
        pool.set_network(network);
        let params = input.params.clone();
        Ok(Self::Pool { pool, params, stop })
    }

    /// Clears the transposition table and the histories.
    pub fn clear(&mut self) {
        match self {
            Self::Solo(solo) => solo.clear(),
            Self::Pool { pool, .. } => pool.clear(),
        }
    }

    /// Searches a position and returns the nodes visited.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot start the threads.
    pub fn search(&mut self, board: Board, limits: Limits) -> Result<u64, TooFewThreads> {
        let position = Position::new(board);
        match self {
            Self::Solo(solo) => Ok(solo.search(position, limits).nodes),
            Self::Pool { pool, params, stop } => {
                let job = Job {
                    params: params.clone(),
                    ..Job::new(position, limits)
                };
                search_in_pool(pool, job, stop)
            }
        }
    }
}

fn search_in_pool(pool: &mut Pool, job: Job, stop: &AtomicBool) -> Result<u64, TooFewThreads> {
    let (done, ended) = bounded(1);
    pool.start_search(Job {
        reporter: Arc::new(move |report| {
            if let Report::Best { .. } = report {
                // Sending cannot fail: the receiver lives until the search has ended.
                let _: Result<(), _> = done.send(());
            }
        }),
        ..job
    })?;
    while ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
        if stop.load(Ordering::Relaxed) {
            pool.stop();
        }
    }
    pool.wait();
    Ok(pool.nodes())
}
