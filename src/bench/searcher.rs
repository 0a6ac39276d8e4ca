//! Runs the searches of a bench on one thread or several.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, bounded};

use crate::chess::{Board, Position};
use crate::engine::TaskInput;
use crate::search::limits::Limits;
use crate::search::pool::{Pool, PoolError};
use crate::search::solo::Solo;
use crate::search::{Report, SearchRequest};

/// How often the stop flag is checked during a search on several threads.
const POLL: Duration = Duration::from_millis(5);

/// Search threads and their transposition table.
pub(super) enum Searcher<'a> {
    /// The calling thread. Its searches are deterministic: they visit the same nodes in every run.
    /// A pool would start a thread for each search, which takes time.
    One(Box<Solo>),
    /// A pool of threads, and the input with its stop flag and parameters.
    Several(Pool, &'a TaskInput),
}

impl<'a> Searcher<'a> {
    /// Creates a searcher with the network and the parameters of `input`. Its searches end when the
    /// flag of `input` is set.
    pub fn new(
        threads: NonZeroUsize,
        megabytes: usize,
        input: &'a TaskInput,
    ) -> Result<Self, PoolError> {
        if threads == NonZeroUsize::MIN {
            let mut solo = Solo::stopped_by(megabytes, &input.stop)?;
            solo.set_network(input.network.clone());
            solo.set_params(input.params.clone());
            return Ok(Self::One(Box::new(solo)));
        }
        let mut pool = Pool::new(threads, megabytes)?;
        pool.set_network(input.network.clone());
        Ok(Self::Several(pool, input))
    }

    /// Clears everything learned in earlier searches.
    pub fn clear(&mut self) {
        match self {
            Self::One(solo) => solo.clear(),
            Self::Several(pool, _) => pool.clear(),
        }
    }

    /// Searches a position and returns the nodes visited.
    pub fn search(&mut self, board: Board, limits: Limits) -> u64 {
        let position = Position::new(board);
        match self {
            Self::One(solo) => solo.search(position, limits).nodes,
            Self::Several(pool, input) => {
                let mut request = SearchRequest::new(position, limits);
                request.params.clone_from(&input.params);
                search_in_pool(pool, request, &input.stop)
            }
        }
    }
}

/// Searches a position on the threads of `pool`, and returns the nodes visited.
fn search_in_pool(pool: &mut Pool, request: SearchRequest, stop: &AtomicBool) -> u64 {
    let (done, ended) = bounded(1);
    pool.start_search(SearchRequest {
        reporter: Arc::new(move |report| {
            if let Report::BestMove { .. } = report {
                // Sending cannot fail: the receiver lives until the search has ended.
                let _: Result<(), _> = done.send(());
            }
        }),
        ..request
    });
    while ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
        if stop.load(Ordering::Relaxed) {
            pool.stop();
        }
    }
    pool.wait();
    pool.nodes()
}
