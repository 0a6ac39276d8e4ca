//! Starts threads if there is memory for them, and announces their end.

use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, RecvError, Sender, bounded};

use super::memory;

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
