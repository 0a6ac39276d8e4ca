//! The threads of the search.
//!
//! A search gives each worker to a thread of its own and gets it back when the thread is
//! joined: so a worker's memory is never shared, and an idle pool has no threads. Perft
//! runs here too, as a task: whatever takes long is started, stopped and waited for in the
//! same way. See <https://www.chessprogramming.org/Lazy_SMP>.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::job::Job;
use super::result::{ResultCollector, SearchResult};
use super::shared::Shared;
use super::worker::Worker;
use crate::support::memory::{self, BYTES_PER_MB, OutOfMemory};
use crate::support::panics;
use crate::syzygy::{Probing, Tables};

/// A search recurses up to [`crate::score::MAX_PLY`] deep, a few kilobytes at a time.
pub const STACK_BYTES: usize = 8 << 20;

/// About what a worker takes beside its stack, most of it for [`super::history`] and
/// [`super::correction`].
const WORKER_BYTES: usize = 4 << 20;

/// The system gave fewer threads than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{asked} threads are more than the system gives; expected at most {started}")]
pub struct TooFewThreads {
    /// How many were asked for.
    pub asked: usize,
    /// How many it gave.
    pub started: usize,
}

/// Why a pool has not the size that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResizeError {
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] OutOfMemory),
    /// There are no such threads.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
}

/// The search threads and what they share.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    /// Those that are not at work.
    idle: Vec<Worker>,
    /// Threads at work; one that runs a task gives no worker back.
    running: Vec<JoinHandle<Option<Worker>>>,
    /// The endgame tables that are open.
    tables: Option<Arc<Tables>>,
    /// Which positions are looked up in them.
    probing: Probing,
}

impl Pool {
    /// A pool of so many threads with a table of so many megabytes.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(threads: NonZeroUsize, megabytes: usize) -> Result<Self, OutOfMemory> {
        let shared = Arc::new(Shared::new(megabytes, threads.get())?);
        let mut pool = Self {
            shared,
            idle: Vec::new(),
            running: Vec::new(),
            tables: None,
            probing: Probing::default(),
        };
        pool.make_workers(threads);
        Ok(pool)
    }

    fn make_workers(&mut self, threads: NonZeroUsize) {
        self.idle = (0..threads.get())
            .map(|id| {
                let worker = Worker::new(id, self.shared.clone());
                worker.with_tables(self.tables.clone(), self.probing)
            })
            .collect();
    }

    /// Changes the number of threads and the size of the table, waiting for what still
    /// runs. What was in either is lost.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table, or the system does not give the threads; the pool
    /// has then the threads and the size of before.
    pub fn resize(&mut self, threads: NonZeroUsize, megabytes: usize) -> Result<(), ResizeError> {
        self.wait();
        if threads.get() > self.threads() {
            try_threads(threads)?;
        }
        let (old_threads, old_megabytes) = (self.threads(), self.megabytes());
        let mut table = Shared::new(megabytes, threads.get());
        if table.is_err() && fits_in_place_of(old_megabytes, megabytes) {
            // There is, once the old table has gone.
            self.shared = Arc::new(Shared::new(1, old_threads)?);
            self.idle.clear();
            table = Shared::new(megabytes, threads.get());
            if table.is_err() {
                self.shared = Arc::new(Shared::new(old_megabytes, old_threads)?);
            }
        }
        self.shared = Arc::new(table?);
        self.make_workers(threads);
        Ok(())
    }

    /// Forgets everything learned so far, waiting for what still runs.
    pub fn clear(&mut self) {
        self.wait();
        self.shared.table.clear();
        for worker in &mut self.idle {
            worker.clear();
        }
    }

    /// Has searches use these endgame tables, or none, waiting for what still runs. Of those
    /// before, the pool keeps nothing.
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.wait();
        for worker in &mut self.idle {
            worker.tablebase.tables.clone_from(&tables);
        }
        self.tables = tables;
    }

    /// Sets which positions searches look up in the endgame tables; waits for what still runs.
    pub fn set_probing(&mut self, probing: Probing) {
        self.wait();
        for worker in &mut self.idle {
            worker.tablebase.probing = probing;
        }
        self.probing = probing;
    }

    /// The nodes that the last search visited, on all threads.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.shared.total_nodes()
    }

    /// The number of search threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.shared.nodes.len()
    }

    /// The size of the table.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        self.shared.table.megabytes()
    }

    /// Starts a search and returns at once. What still runs is stopped first.
    ///
    /// # Errors
    ///
    /// If the system does not give all the threads: the search is then run by those there
    /// are, or, where there is not even one, not at all.
    pub fn start_search(&mut self, job: Job) -> Result<(), TooFewThreads> {
        self.prepare(job.limits.ponder);
        let job = Arc::new(job);
        self.shared.table.new_search();
        let (sender, receiver) = crossbeam_channel::unbounded();
        for mut worker in std::mem::take(&mut self.idle) {
            let (job, sender, receiver) = (job.clone(), sender.clone(), receiver.clone());
            self.spawn(move || {
                let done = panics::caught(|| {
                    if worker.is_main() {
                        // Now the helpers alone hold senders, and their end can be noticed.
                        drop(sender);
                        worker.lead(&job, &receiver);
                    } else {
                        worker.help(&job, &sender);
                    }
                });
                if done.is_none() {
                    worker.answer_after_bug(&job);
                }
                // What a bug has left half done is not used again.
                done.map(|()| worker)
            })?;
        }
        Ok(())
    }

    /// Searches and waits for the result. The job's own reporter receives the reports as well.
    ///
    /// # Errors
    ///
    /// If the system does not provide all threads, as for [`start_search`](Self::start_search).
    pub fn search(&mut self, mut job: Job) -> Result<SearchResult, TooFewThreads> {
        let collector = ResultCollector::default();
        job.reporter = collector.reporter(job.reporter);
        self.start_search(job)?;
        self.wait();
        Ok(collector.into_result(self.nodes()))
    }

    /// Starts a task that is not a search, and returns at once. What still runs is stopped
    /// first. The task should end soon after the stop flag is set.
    ///
    /// # Errors
    ///
    /// If the system has no thread to give.
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

    /// Makes sure that nothing runs and resets what the last search left.
    fn prepare(&mut self, pondering: bool) {
        self.stop();
        self.wait();
        self.shared.state.clear_stop();
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

    /// Whether a search or a task has still something to find out.
    #[must_use]
    pub fn is_running(&self) -> bool {
        !self.shared.state.is_answered() && self.running.iter().any(|thread| !thread.is_finished())
    }

    /// What the last search took of our clock; `None` where it took nothing.
    #[must_use]
    pub fn thought(&self) -> Option<Duration> {
        self.shared.state.time_used()
    }

    /// Tells what runs to end; does not wait for it.
    pub fn stop(&self) {
        self.shared.state.stop();
        self.wake();
    }

    /// The move that a search pondered on was played: from now on its clock runs.
    pub fn ponder_hit(&self, started: Instant) {
        self.shared.state.ponder_hit(started.elapsed());
        self.wake();
    }

    /// Wakes a search that has nothing left to do and waits to be told.
    fn wake(&self) {
        for thread in &self.running {
            thread.thread().unpark();
        }
    }

    /// Waits for what runs to end.
    pub fn wait(&mut self) {
        for thread in std::mem::take(&mut self.running) {
            match thread.join() {
                Ok(worker) => self.idle.extend(worker),
                // A search has answered all the same; its worker is made anew below.
                Err(_) => log::error!("a thread of the pool panicked"),
            }
        }
        if self.idle.len() != self.threads() {
            let threads = NonZeroUsize::new(self.threads()).unwrap_or(NonZeroUsize::MIN);
            self.make_workers(threads);
        }
    }
}

/// Whether a table for which there is no memory now fits where the old one is.
fn fits_in_place_of(old_megabytes: usize, megabytes: usize) -> bool {
    let free = memory::available() / BYTES_PER_MB;
    (free + 1..=free.saturating_add(old_megabytes)).contains(&megabytes)
}

/// Whether the system gives so many threads at a time, with what they need: they are started,
/// and end. Where it does not, it is better known now than when the clock runs.
fn try_threads(threads: NonZeroUsize) -> Result<(), TooFewThreads> {
    let refused = |started| TooFewThreads {
        asked: threads.get(),
        started,
    };
    let fit = memory::available() / WORKER_BYTES;
    if fit < threads.get() {
        return Err(refused(fit));
    }
    let (end, ended) = crossbeam_channel::bounded::<()>(0);
    let mut started = Vec::new();
    let result = (0..threads.get()).try_for_each(|count| {
        let ended = ended.clone();
        let thread = thread::Builder::new().stack_size(STACK_BYTES + WORKER_BYTES);
        let thread = thread.spawn(move || ended.recv().is_err());
        started.push(thread.map_err(|_| refused(count))?);
        Ok(())
    });
    drop(end);
    for thread in started {
        // It has done nothing that could fail.
        let _: thread::Result<bool> = thread.join();
    }
    result
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
