//! The pool of search threads.
//!
//! To start a search, the pool moves each worker to its thread, and gets it back at the end. So the
//! memory of a worker is never shared. Threads and workers exist before a search starts, so that it
//! finds the memory that it needs. Perft and bench run here as background tasks, so that all
//! long operations are started, stopped and waited for in the same way.
//!
//! All threads run the same search and share the transposition table (lazy SMP). At the end, they
//! vote on the best move; see the module `votes`.
//! See <https://www.chessprogramming.org/Lazy_SMP>.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::request::{ResultCollector, SearchRequest, SearchResult};
pub use super::shared::MAX_THREADS;
use super::shared::Shared;
use super::worker::{TablebaseAccess, WORKER_BYTES, Worker};
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::support::memory::{self, BYTES_PER_MB, OutOfMemory};
use crate::support::panics;
use crate::support::threads::{self, JobThread, TooFewThreads};
use crate::syzygy::{Probing, Tablebases};

/// Stack size of a search thread, in bytes. A search recurses up to [`crate::score::MAX_PLY`]
/// levels of a few kilobytes each.
pub const STACK_BYTES: usize = 8 << 20;

/// Error of [`Pool::new`] and [`Pool::resize`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// There is not enough memory for the transposition table.
    #[error(transparent)]
    Table(#[from] OutOfMemory),
    /// The system does not provide the threads.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
}

/// A search thread. A job returns the worker that it has used; `None` if that may be inconsistent
/// after a panic, or for a background task.
type SearchThread = JobThread<Option<Worker>>;

/// The search threads and their shared state.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<SearchThread>,
    /// Number of threads that have a job: the first ones.
    running: usize,
    /// Workers that are not searching.
    idle: Vec<Worker>,
    /// The tablebases of new workers.
    tablebases: TablebaseAccess,
    /// The network of the evaluation.
    network: Arc<Network>,
}

impl Pool {
    /// Creates a pool of `threads` threads with a transposition table of `megabytes` MB.
    pub fn new(threads: NonZeroUsize, megabytes: usize) -> Result<Self, PoolError> {
        let mut pool = Self {
            shared: Arc::new(Shared::new(megabytes)?),
            threads: Vec::new(),
            running: 0,
            idle: Vec::new(),
            tablebases: TablebaseAccess::default(),
            network: Network::embedded().clone(),
        };
        pool.start_threads(threads.get())?;
        Ok(pool)
    }

    /// Starts threads until there are `count`. Ends them again if one cannot be started.
    fn start_threads(&mut self, count: usize) -> Result<(), TooFewThreads> {
        let old = self.threads();
        let fit = match threads::ARE_AVAILABLE {
            true => (old + memory::available() / WORKER_BYTES).min(MAX_THREADS),
            false => 1,
        };
        while self.threads() < count {
            let id = self.threads();
            if id < fit && memory::can_map(WORKER_BYTES) {
                self.idle.push(self.create_worker(id));
                let thread = SearchThread::start("search", STACK_BYTES);
                self.threads.extend(thread);
            }
            if self.threads() == id {
                self.end_threads(old);
                return Err(TooFewThreads {
                    asked: count,
                    started: id,
                });
            }
        }
        self.shared.set_threads(self.threads());
        Ok(())
    }

    /// Ends all threads but the first `count`.
    fn end_threads(&mut self, count: usize) {
        self.threads.drain(count..).for_each(SearchThread::end);
        self.idle.truncate(count);
        self.shared.set_threads(count);
    }

    fn create_worker(&self, id: usize) -> Worker {
        let mut worker = Worker::new(id, self.shared.clone(), self.network.clone());
        worker.tablebases = self.tablebases.clone();
        worker
    }

    /// Waits for running threads, then changes the number of threads and the size of the
    /// transposition table. Clears the table and the memory of all workers.
    /// If one of the two cannot grow, it keeps its size; the other may have changed.
    pub fn resize(&mut self, threads: NonZeroUsize, megabytes: usize) -> Result<(), PoolError> {
        self.wait();
        // What frees memory comes first, because the rest may need it.
        self.end_threads(threads.get().min(self.threads()));
        let old_threads = self.threads();
        let old_megabytes = self.megabytes();
        if megabytes < old_megabytes {
            self.replace_table(megabytes)?;
        }
        self.start_threads(threads.get())?;
        if megabytes > old_megabytes {
            self.replace_table(megabytes)?;
        } else if megabytes == old_megabytes {
            self.shared.tt.clear();
        }
        // New workers are empty, and the first write to their memory takes time.
        self.idle[..old_threads].iter_mut().for_each(Worker::clear);
        Ok(())
    }

    /// Replaces the transposition table by an empty one, or fails and keeps its size.
    fn replace_table(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        let old_megabytes = self.megabytes();
        let mut shared = Shared::new(megabytes);
        if shared.is_err() && fits_in_place_of(old_megabytes, megabytes) {
            // Free the old table first.
            self.set_shared(Shared::new(1)?);
            shared = Shared::new(megabytes);
            if shared.is_err() {
                self.set_shared(Shared::new(old_megabytes)?);
            }
        }
        self.set_shared(shared?);
        Ok(())
    }

    fn set_shared(&mut self, shared: Shared) {
        shared.set_threads(self.threads());
        self.shared = Arc::new(shared);
        for worker in &mut self.idle {
            worker.shared = self.shared.clone();
        }
    }

    /// Waits for running threads, then clears everything learned in earlier searches.
    pub fn clear(&mut self) {
        self.wait();
        self.shared.tt.clear();
        self.idle.iter_mut().for_each(Worker::clear);
    }

    /// Waits for running threads, then sets the network of the evaluation and clears everything
    /// learned in earlier searches, because it depends on the evaluation.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.network = network;
        self.clear();
        for worker in &mut self.idle {
            worker.evaluator = Evaluator::new(self.network.clone());
        }
    }

    /// Returns the network of the evaluation.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Waits for running threads, then sets the tablebases for future searches. The pool drops the
    /// previous ones.
    pub fn set_tables(&mut self, tables: Option<Arc<Tablebases>>) {
        self.tablebases.tables = tables;
        self.update_tablebases();
    }

    /// Waits for running threads, then sets the probing options of the tablebases.
    pub fn set_probing(&mut self, probing: Probing) {
        self.tablebases.probing = probing;
        self.update_tablebases();
    }

    fn update_tablebases(&mut self) {
        self.wait();
        for worker in &mut self.idle {
            worker.tablebases = self.tablebases.clone();
        }
    }

    /// Returns the number of nodes that the last search visited on all threads.
    pub fn nodes(&self) -> u64 {
        self.shared.total_nodes()
    }

    /// Returns the state that all threads share.
    pub const fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Returns the number of search threads.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Returns the size of the transposition table in MB.
    pub fn megabytes(&self) -> usize {
        self.shared.tt.megabytes()
    }

    /// Stops what is running, then starts a search and returns at once.
    pub fn start_search(&mut self, request: SearchRequest) {
        self.prepare(request.limits.ponder);
        let request = Arc::new(request);
        self.shared.tt.new_search();
        let (sender, receiver) = crossbeam_channel::unbounded();
        let jobs: Vec<_> = std::mem::take(&mut self.idle)
            .into_iter()
            .map(|mut worker| {
                let (request, receiver) = (request.clone(), receiver.clone());
                // Only helpers keep senders, so the channel closes when they end.
                let sender = (!worker.is_main()).then(|| sender.clone());
                move || {
                    let done = panics::caught(|| match &sender {
                        None => worker.search_as_main(&request, &receiver),
                        Some(sender) => worker.search_as_helper(&request, sender),
                    });
                    if done.is_none() {
                        worker.answer_after_panic(&request);
                    }
                    // After a panic, the worker may be inconsistent and is not used again.
                    done.map(|()| worker)
                }
            })
            .collect();
        drop(sender);
        jobs.into_iter().for_each(|job| self.run(job));
    }

    /// Searches and waits for the result. The request's own reporter receives the reports as well.
    pub fn search(&mut self, mut request: SearchRequest) -> SearchResult {
        let collector = ResultCollector::default();
        request.reporter = collector.reporter(request.reporter);
        self.start_search(request);
        self.wait();
        collector.into_result(self.nodes())
    }

    /// Stops what is running, then starts a background task and returns at once. The task should
    /// end soon after the stop flag is set.
    pub fn start_task(&mut self, task: impl FnOnce(&Shared) + Send + 'static) {
        self.prepare(false);
        let shared = self.shared.clone();
        self.run(move || {
            task(&shared);
            None
        });
    }

    /// Stops what is running, and resets the shared state for a search or background task.
    fn prepare(&mut self, pondering: bool) {
        self.stop();
        self.wait();
        self.shared.clear_stop();
        self.shared.start(pondering);
    }

    /// Runs a job on the next thread.
    fn run(&mut self, job: impl FnOnce() -> Option<Worker> + Send + 'static) {
        self.running += 1;
        self.threads[self.running - 1].run(Box::new(job));
    }

    /// Returns whether a search or background task is running whose result is not known yet.
    pub fn is_running(&self) -> bool {
        let mut running = self.threads[..self.running].iter();
        !self.shared.is_answered() && running.any(SearchThread::is_running)
    }

    /// Returns the time that the last search used on our clock; `None` if it ended while
    /// pondering or has not ended.
    pub fn time_used(&self) -> Option<Duration> {
        self.shared.time_used()
    }

    /// Stops what is running, without waiting for it.
    pub fn stop(&self) {
        self.shared.stop();
        self.wake();
    }

    /// Starts our clock for a search that ponders, because the expected move was played. `started`
    /// is the start of the search.
    pub fn ponder_hit(&self, started: Instant) {
        self.shared.ponder_hit(started.elapsed());
        self.wake();
    }

    /// Wakes a main thread that waits for permission to report its move.
    fn wake(&self) {
        for thread in &self.threads[..self.running] {
            thread.wake();
        }
    }

    /// Waits for running threads to end their jobs.
    pub fn wait(&mut self) {
        for thread in &self.threads[..std::mem::take(&mut self.running)] {
            self.idle.extend(thread.take_result().flatten());
        }
        if self.idle.len() != self.threads() {
            // A search panicked, and its worker is lost, so all are replaced.
            self.idle.clear();
            self.idle = (0..self.threads())
                .map(|id| self.create_worker(id))
                .collect();
        }
    }
}

/// Returns whether a table that does not fit into free memory fits once the old one is freed.
fn fits_in_place_of(old_megabytes: usize, megabytes: usize) -> bool {
    let more_bytes = megabytes
        .saturating_sub(old_megabytes)
        .saturating_mul(BYTES_PER_MB);
    more_bytes <= memory::available() && memory::can_map(more_bytes)
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
        self.wait();
        self.end_threads(0);
    }
}
