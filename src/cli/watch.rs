//! Ends the program when its output is closed.
//!
//! A closed pipe is noticed only at the next write. A long perft or bench writes nothing until its
//! end, so it could run for hours after its client has exited.
//!
//! See <https://www.man7.org/linux/man-pages/man2/poll.2.html>.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

/// Time allowed for the program to notice the closed output and to exit normally.
const GRACE_PERIOD: Duration = Duration::from_millis(200);

/// An input that calls [`watch_output`] at its end: what still runs is useful only as long as its
/// result can be read.
pub struct WatchAtEnd<R>(pub R, pub Arc<AtomicU8>);

impl<R: Read> Read for WatchAtEnd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        if count == 0 {
            watch_output(self.1.clone());
        }
        Ok(count)
    }
}

/// Starts a thread that ends the program when the reading end of standard output is closed, for
/// work whose only result is what it prints. The exit status is then `status`, that of the results
/// so far.
pub fn watch_output(status: Arc<AtomicU8>) {
    let watch = thread::Builder::new().name("watch".to_owned());
    // Without this thread, a closed output is noticed at the next write.
    if let Err(error) = watch.spawn(move || exit_after_reader(&status)) {
        log::warn!("cannot watch the output: {error}");
    }
}

/// Waits until the reading end of standard output is closed, and then ends the program.
fn exit_after_reader(status: &AtomicU8) {
    let output = io::stdout();
    // `poll` reports errors and hang-ups even if no event is requested.
    let mut output = [PollFd::new(output.as_fd(), PollFlags::empty())];
    let mut result = Err(Errno::EINTR);
    while result == Err(Errno::EINTR) {
        result = poll(&mut output, PollTimeout::NONE);
    }
    let events = output[0].revents().unwrap_or(PollFlags::empty());
    // Some systems cannot poll some kinds of output.
    if result.is_ok() && events.intersects(PollFlags::POLLERR | PollFlags::POLLHUP) {
        thread::sleep(GRACE_PERIOD);
        log::info!("the reader of the output is gone");
        process::exit(status.load(Ordering::Relaxed).into());
    }
}
