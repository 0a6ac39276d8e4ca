//! The pool of search threads.
//!
//! To start a search, the pool moves each worker to a new thread, and gets it back when it joins
//! the thread. So the memory of a worker is never shared, and an idle pool has no threads. Perft
//! and bench run here as tasks, so that all long operations are started, stopped and waited for in
//! the same way.
//! See <https://www.chessprogramming.org/Lazy_SMP>.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::request::{ResultCollector, SearchRequest, SearchResult};
use super::shared::Shared;
use super::worker::{TablebaseAccess, Worker};
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::support::memory::{self, BYTES_PER_MB, OutOfMemory};
use crate::support::panics;
use crate::support::threads::{TooFewThreads, try_threads};
use crate::syzygy::{Probing, Tablebases};

/// Stack size of a search thread, in bytes. A search recurses up to [`crate::score::MAX_PLY`]
/// levels of a few kilobytes each.
pub const STACK_BYTES: usize = 8 << 20;

/// Approximate size of a worker without its stack, in bytes. Most of it is for
/// [`super::history`] and [`super::correction`].
const WORKER_BYTES: usize = 5 << 20;

/// Error of [`Pool::resize`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResizeError {
    /// There is not enough memory for the transposition table.
    #[error(transparent)]
    Table(#[from] OutOfMemory),
    /// The system does not provide the threads.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
}

/// The search threads and their shared state.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    /// Workers that are not searching.
    idle: Vec<Worker>,
    /// Running threads. A search thread returns its worker; a task returns none.
    running: Vec<JoinHandle<Option<Worker>>>,
    /// The tablebases of new workers.
    tablebases: TablebaseAccess,
    /// The network of the evaluation.
    network: Arc<Network>,
}

impl Pool {
    /// Creates a pool of `threads` threads with a transposition table of `megabytes` MB.
    pub fn new(threads: NonZeroUsize, megabytes: usize) -> Result<Self, OutOfMemory> {
        let shared = Arc::new(Shared::new(megabytes, threads.get())?);
        let mut pool = Self {
            shared,
            idle: Vec::new(),
            running: Vec::new(),
            tablebases: TablebaseAccess::default(),
            network: Network::embedded().clone(),
        };
        pool.create_workers(threads);
        Ok(pool)
    }

    fn create_workers(&mut self, threads: NonZeroUsize) {
        self.idle = (0..threads.get())
            .map(|id| {
                let mut worker = Worker::new(id, self.shared.clone(), self.network.clone());
                worker.tablebases = self.tablebases.clone();
                worker
            })
            .collect();
    }

    /// Waits for running threads, then changes the number of threads and the size of the
    /// transposition table. Clears the table and the memory of all workers.
    /// If it fails, the pool keeps its size.
    pub fn resize(&mut self, threads: NonZeroUsize, megabytes: usize) -> Result<(), ResizeError> {
        self.wait();
        if threads.get() > self.threads() {
            // A failure here does no harm. At the start of a search, it would: the clock runs.
            try_threads(threads.get(), STACK_BYTES, WORKER_BYTES)?;
        }
        let (old_threads, old_megabytes) = (self.threads(), self.megabytes());
        let mut shared = Shared::new(megabytes, threads.get());
        if shared.is_err() && fits_in_place_of(old_megabytes, megabytes) {
            // Free the old table first.
            self.shared = Arc::new(Shared::new(1, old_threads)?);
            self.idle.clear();
            shared = Shared::new(megabytes, threads.get());
            if shared.is_err() {
                self.shared = Arc::new(Shared::new(old_megabytes, old_threads)?);
            }
        }
        self.shared = Arc::new(shared?);
        self.create_workers(threads);
        Ok(())
    }

    /// Waits for running threads, then clears everything learned in earlier searches.
    pub fn clear(&mut self) {
        self.wait();
        self.shared.tt.clear();
        for worker in &mut self.idle {
            worker.clear();
        }
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

    /// Returns the number of search threads.
    pub fn threads(&self) -> usize {
        self.shared.nodes.len()
    }

    /// Returns the size of the transposition table in MB.
    pub fn megabytes(&self) -> usize {
        self.shared.tt.megabytes()
    }

    /// Stops what is running, then starts a search and returns at once.
    /// If the system does not provide all threads, the search runs on those that were started.
    pub fn start_search(&mut self, request: SearchRequest) -> Result<(), TooFewThreads> {
        self.prepare(request.limits.ponder);
        let request = Arc::new(request);
        self.shared.tt.new_search();
        let (sender, receiver) = crossbeam_channel::unbounded();
        for mut worker in std::mem::take(&mut self.idle) {
            let (request, sender, receiver) = (request.clone(), sender.clone(), receiver.clone());
            self.spawn(move || {
                let done = panics::caught(|| {
                    if worker.is_main() {
                        // Only helpers keep senders, so the channel closes when they end.
                        drop(sender);
                        worker.search_as_main(&request, &receiver);
                    } else {
                        worker.search_as_helper(&request, &sender);
                    }
                });
                if done.is_none() {
                    worker.answer_after_panic(&request);
                }
                // After a panic, the worker may be inconsistent and is not used again.
                done.map(|()| worker)
            })?;
        }
        Ok(())
    }

    /// Searches and waits for the result. The request's own reporter receives the reports as well.
    pub fn search(&mut self, mut request: SearchRequest) -> Result<SearchResult, TooFewThreads> {
        let collector = ResultCollector::default();
        request.reporter = collector.reporter(request.reporter);
        self.start_search(request)?;
        self.wait();
        Ok(collector.into_result(self.nodes()))
    }

    /// Stops what is running, then starts a task that is not a search and returns at once. The task
    /// should end soon after the stop flag is set.
    pub fn start_task(
        &mut self,
        task: impl FnOnce(&Shared) + Send + 'static,
    ) -> Result<(), TooFewThreads> {
        self.prepare(false);
        let shared = self.shared.clone();
        self.spawn(move || {
            task(&shared);
            None
        })
    }

    /// Stops what is running, and resets the shared state for a search or task.
    fn prepare(&mut self, pondering: bool) {
        self.stop();
        self.wait();
        self.shared.clear_stop();
        self.shared.start(pondering);
    }

    fn spawn(
        &mut self,
        run: impl FnOnce() -> Option<Worker> + Send + 'static,
    ) -> Result<(), TooFewThreads> {
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES);
        let started = self.running.len();
        let thread = thread.spawn(run).map_err(|_| TooFewThreads {
            asked: self.threads(),
            started,
        })?;
        self.running.push(thread);
        Ok(())
    }

    /// Returns whether a search or task is running whose result is not known yet.
    pub fn is_running(&self) -> bool {
        !self.shared.is_answered() && self.running.iter().any(|thread| !thread.is_finished())
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
        for thread in &self.running {
            thread.thread().unpark();
        }
    }

    /// Waits for running threads to end.
    pub fn wait(&mut self) {
        for thread in std::mem::take(&mut self.running) {
            match thread.join() {
                Ok(worker) => self.idle.extend(worker),
                // The worker of this thread is lost, and is replaced below.
                Err(_) => log::error!("a search thread panicked"),
            }
        }
        if self.idle.len() != self.threads() {
            let threads = NonZeroUsize::new(self.threads()).unwrap_or(NonZeroUsize::MIN);
            self.create_workers(threads);
        }
    }
}

/// Returns whether a table that does not fit into free memory fits once the old one is freed.
fn fits_in_place_of(old_megabytes: usize, megabytes: usize) -> bool {
    let free = memory::available() / BYTES_PER_MB;
    (free + 1..=free.saturating_add(old_megabytes)).contains(&megabytes)
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
