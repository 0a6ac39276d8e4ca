//! Searches of a measurement, on one thread or several.
//!
//! One thread searches in the calling one and visits the same nodes each time. See
//! <https://www.chessprogramming.org/Lazy_SMP>.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, bounded};

use super::error::BenchError;
use crate::chess::{Board, Position};
use crate::search::limits::Limits;
use crate::search::pool::{Pool, TooFewThreads};
use crate::search::solo::Solo;
use crate::search::{Job, Report};

/// How often a search on several threads looks at the stop flag.
const POLL: Duration = Duration::from_millis(5);

/// Threads with a transposition table.
pub(super) enum Searcher<'a> {
    Solo(Box<Solo>),
    Pool { pool: Pool, stop: &'a AtomicBool },
}

impl<'a> Searcher<'a> {
    /// Makes a searcher whose searches end when `stop` is set.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(
        threads: NonZeroUsize,
        megabytes: usize,
        stop: &'a Arc<AtomicBool>,
    ) -> Result<Self, BenchError> {
        if threads == NonZeroUsize::MIN {
            let solo = Solo::stopped_by(megabytes, stop)?;
            return Ok(Self::Solo(Box::new(solo)));
        }
        let pool = Pool::new(threads, megabytes)?;
        Ok(Self::Pool { pool, stop })
    }

    /// Forgets what earlier searches found.
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
    /// If the system has not the threads to give.
    pub fn search(&mut self, board: Board, limits: Limits) -> Result<u64, TooFewThreads> {
        let position = Position::new(board);
        match self {
            Self::Solo(solo) => Ok(solo.search(position, limits).nodes),
            Self::Pool { pool, stop } => search_in_pool(pool, position, limits, stop),
        }
    }
}

fn search_in_pool(
    pool: &mut Pool,
    position: Position,
    limits: Limits,
    stop: &AtomicBool,
) -> Result<u64, TooFewThreads> {
    let (done, ended) = bounded(1);
    pool.start_search(Job {
        reporter: Arc::new(move |report| {
            if let Report::Best { .. } = report {
                // The receiver lives until the search has ended.
                let _: Result<(), _> = done.send(());
            }
        }),
        ..Job::new(position, limits)
    })?;
    while ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
        if stop.load(Ordering::Relaxed) {
            pool.stop();
        }
    }
    pool.wait();
    Ok(pool.nodes())
}
