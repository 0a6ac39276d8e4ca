//! Whether anybody is left to read what the engine says.
//!
//! A pipe that nobody reads is noticed when something is written to it. A long count or bench
//! writes nothing until its end, and when its client has died it would go on for hours for
//! nobody. See <https://www.man7.org/linux/man-pages/man2/poll.2.html>.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::process;
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

/// How long the engine may take to find out for itself, and to end in order.
const PATIENCE: Duration = Duration::from_millis(200);

/// Input of the engine. When it ends, the output is watched: what was asked for before is still
/// worth doing where there is someone to read it.
pub struct Watched<R>(pub R);

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        if count == 0 {
            let watch = thread::Builder::new().name("watch".to_owned());
            // Without a thread for it, it is noticed when something is written.
            if let Err(error) = watch.spawn(leave_when_gone) {
                log::warn!("nobody watches the output: {error}");
            }
        }
        Ok(count)
    }
}

/// Ends the program soon after the other end of its standard output is closed.
fn leave_when_gone() {
    let output = io::stdout();
    // That the other end has gone is told without being asked for, and nothing else is.
    let mut output = [PollFd::new(output.as_fd(), PollFlags::empty())];
    let mut result = Err(Errno::EINTR);
    while result == Err(Errno::EINTR) {
        result = poll(&mut output, PollTimeout::NONE);
    }
    let told = output[0].revents().unwrap_or(PollFlags::empty());
    // Some systems cannot watch some kinds of output.
    if result.is_ok() && told.intersects(PollFlags::POLLERR | PollFlags::POLLHUP) {
        thread::sleep(PATIENCE);
        log::info!("nobody is left to read the output");
        process::exit(0);
    }
}
