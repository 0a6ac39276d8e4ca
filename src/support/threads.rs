//! Starts threads if there is memory for them, gives them jobs, and announces their end.

use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvError, Sender, bounded};

use super::{memory, panics};

/// Whether this target has threads. Without them, jobs run on the calling thread.
pub const ARE_AVAILABLE: bool = !cfg!(target_family = "wasm");

/// Longest sleep of [`pause`] without threads.
const PAUSE: Duration = Duration::from_millis(10);

/// The system provides fewer threads than were requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {asked} thread{}; the system provides only {started}", if *asked == 1 { "" } else { "s" })]
pub struct TooFewThreads {
    /// The number of threads requested.
    pub asked: usize,
    /// The number of threads that the system provided.
    pub started: usize,
}

impl TooFewThreads {
    /// Returns the error of a system that provides none of the `asked` threads.
    pub const fn none_of(asked: usize) -> Self {
        Self { asked, started: 0 }
    }
}

/// Returns a value and a channel that closes when the value is dropped, even by a panic of the
/// thread that owns it. Nothing is sent on the channel.
pub fn end_signal() -> (Sender<()>, Receiver<()>) {
    bounded(0)
}

/// Starts a thread with a stack of `stack` bytes, and returns once it runs. Returns `None` if the
/// system does not provide it.
pub fn spawn<T: Send + 'static>(
    name: &str,
    stack: usize,
    run: impl FnOnce() -> T + Send + 'static,
) -> Option<JoinHandle<T>> {
    // A thread that lacks memory when it starts aborts the program.
    if !memory::can_map(stack) {
        return None;
    }
    let (start, started) = end_signal();
    let builder = thread::Builder::new().name(name.to_owned());
    let thread = builder.stack_size(stack).spawn(move || {
        drop(start);
        run()
    });
    let _: Result<(), RecvError> = started.recv();
    thread.ok()
}

/// Pauses this thread for at most `limit`, or until another one unparks it. It may go on earlier.
pub fn pause(limit: Duration) {
    if ARE_AVAILABLE {
        thread::park_timeout(limit);
    } else {
        thread::sleep(limit.min(PAUSE));
    }
}

/// The work of a [`JobThread`]. Returns what the owner of the thread gets back.
pub type Job<T> = Box<dyn FnOnce() -> T + Send>;

/// A thread that does one job after the other.
#[derive(Debug)]
pub struct JobThread<T> {
    runner: Runner<T>,
    /// The result of a job that has ended; `None` if it panicked.
    results: Receiver<Option<T>>,
}

/// What does the jobs.
#[derive(Debug)]
enum Runner<T> {
    /// A thread, which ends when the sender of its jobs is dropped.
    Thread(Sender<Job<T>>, JoinHandle<()>),
    /// The calling thread, which sends the results here.
    Caller(Sender<Option<T>>),
}

impl<T: Send + 'static> JobThread<T> {
    /// Starts a thread with a stack of `stack` bytes; `None` if the system does not provide it.
    pub fn start(name: &str, stack: usize) -> Option<Self> {
        let (sender, results) = bounded(1);
        let runner = if ARE_AVAILABLE {
            let (jobs, received_jobs) = bounded::<Job<T>>(1);
            let run = move || {
                for job in received_jobs {
                    do_job(job, &sender);
                }
            };
            Runner::Thread(jobs, spawn(name, stack, run)?)
        } else {
            Runner::Caller(sender)
        };
        Some(Self { runner, results })
    }

    /// Gives the thread a job. The result of the previous one must have been taken. Without
    /// threads, returns at the end of the job.
    pub fn run(&self, job: Job<T>) {
        match &self.runner {
            // The thread lives as long as its `JobThread`, so this cannot fail.
            Runner::Thread(jobs, _) => {
                let _: Result<(), _> = jobs.send(job);
            }
            Runner::Caller(results) => do_job(job, results),
        }
    }

    /// Returns whether a job that was given to the thread has not ended.
    pub fn is_running(&self) -> bool {
        self.results.is_empty()
    }

    /// Waits for the end of the job, and returns its result; `None` if it panicked.
    pub fn take_result(&self) -> Option<T> {
        self.results.recv().ok().flatten()
    }

    /// Wakes the thread from a [`pause`].
    pub fn wake(&self) {
        if let Runner::Thread(_, handle) = &self.runner {
            handle.thread().unpark();
        }
    }

    /// Waits for the end of the thread.
    pub fn end(self) {
        if let Runner::Thread(jobs, handle) = self.runner {
            drop(jobs);
            // The thread catches panics.
            let _: thread::Result<()> = handle.join();
        }
    }
}

fn do_job<T>(job: Job<T>, results: &Sender<Option<T>>) {
    // Fails only if the owner has dropped the thread.
    let _: Result<(), _> = results.send(panics::caught(job));
}
