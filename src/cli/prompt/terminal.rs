//! The terminal while a search or background task runs: lines are read without an echo, which would
//! break the live line.
//! See <https://www.man7.org/linux/man-pages/man3/termios.3.html>.

use std::io;
use std::os::fd::AsFd;
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};
use nix::unistd::read;

/// Maximum length of a line that a terminal passes on at once, in bytes.
const MAX_LINE: usize = 4096;

/// Restores the mode of the terminal when it is dropped.
pub struct RestoredMode(Option<Termios>);

impl RestoredMode {
    /// Saves the mode of the terminal.
    pub fn save() -> Self {
        Self(tcgetattr(io::stdin()).ok())
    }

    /// Turns off the echo, lets Ctrl-C keep what was typed, and returns what restores the mode.
    /// If Ctrl-C discarded a line after [`read_line`] has noticed it, the read would wait for
    /// another one.
    pub fn without_echo() -> Self {
        let saved = Self::save();
        if let Some(mode) = &saved.0 {
            let mut silent = mode.clone();
            silent.local_flags &= !LocalFlags::ECHO;
            silent.local_flags |= LocalFlags::NOFLSH;
            set(&silent);
        }
        saved
    }
}

impl Drop for RestoredMode {
    fn drop(&mut self) {
        if let Some(mode) = &self.0 {
            set(mode);
        }
    }
}

fn set(mode: &Termios) {
    if let Err(error) = tcsetattr(io::stdin(), SetArg::TCSANOW, mode) {
        log::warn!("cannot set the mode of the terminal: {error}");
    }
}

/// Blocks the signal of Ctrl-Z in this thread and in those that it starts. The thread of the editor
/// calls [`accept_suspension`]: it must stop at once, because it sets the mode of the terminal
/// before and after.
pub fn suspend_only_in_reader() {
    warn(SigSet::from(Signal::SIGTSTP).thread_block());
}

/// Lets Ctrl-Z stop this thread, and with it the program.
pub fn accept_suspension() {
    warn(SigSet::from(Signal::SIGTSTP).thread_unblock());
}

fn warn(result: Result<(), Errno>) {
    if let Err(error) = result {
        log::warn!("Ctrl-Z may disturb the terminal: {error}");
    }
}

/// Waits for a line for at most `time`; Ctrl-D is `quit`. Reads without a buffer, because the
/// editor reads the terminal, too.
pub fn read_line(time: Duration) -> io::Result<Option<String>> {
    let input = io::stdin();
    let mut polled = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
    let timeout = PollTimeout::try_from(time).unwrap_or(PollTimeout::ZERO);
    match poll(&mut polled, timeout) {
        Ok(0) | Err(Errno::EINTR) => return Ok(None),
        Ok(_) => {}
        Err(error) => return Err(error.into()),
    }
    let mut bytes = [0; MAX_LINE];
    match read(input.as_fd(), &mut bytes) {
        Ok(0) => Ok(Some("quit".to_owned())),
        Ok(count) => {
            let text = String::from_utf8_lossy(&bytes[..count]);
            Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
        }
        Err(Errno::EINTR | Errno::EAGAIN) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
