//! Tests whether the system provides threads, before work depends on them, and announces the end of
//! threads.

use std::thread;

use crossbeam_channel::{Receiver, RecvError, Sender, bounded};

use super::memory;

/// More than a thread allocates when it starts: its stack for signals, and the heap for small
/// blocks.
const START_BYTES: usize = 1 << 20;

/// The system provides fewer threads than were requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {asked} threads; the system provides only {started}")]
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

/// Tests whether the system provides `asked` threads at once, with stacks of `stack` bytes and
/// `heap` bytes (at least 1) of other memory for each of them, by starting and ending them.
pub fn try_threads(asked: usize, stack: usize, heap: usize) -> Result<(), TooFewThreads> {
    let refused = |started| TooFewThreads { asked, started };
    let fit = memory::available() / heap;
    if fit < asked {
        return Err(refused(fit));
    }
    // The threads wait until the sender of the first channel is dropped. Each reports its start in
    // the second one.
    let (end, ended) = end_signal();
    let (start, starts) = bounded(0);
    let mut threads = Vec::new();
    let result = (0..asked).try_for_each(|count| {
        // A thread that lacks memory when it starts aborts the program.
        if !memory::can_map(stack + heap + START_BYTES) {
            return Err(refused(count));
        }
        let (start, ended) = (start.clone(), ended.clone());
        // The stack includes `heap`, so that the address space must have room for both.
        let builder = thread::Builder::new().stack_size(stack + heap);
        let thread = builder.spawn(move || start.send(()).is_ok() && ended.recv().is_err());
        threads.push(thread.map_err(|_| refused(count))?);
        // `start` lives as long as this function, so this cannot fail.
        let _: Result<(), RecvError> = starts.recv();
        Ok(())
    });
    drop(end);
    for thread in threads {
        // The thread only waits, so it cannot panic.
        let _: thread::Result<bool> = thread.join();
    }
    result
}
