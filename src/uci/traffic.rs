//! The option `Debug Log File`: all lines read and printed, written to a file.
//!
//! The name is Stockfish's; the lines are marked as in the file of `--log-file`: `<<` is what
//! the engine reads, `>>` what it prints. The thread that reads the lines opens the file, so
//! that the first line after the option is in it.
//! See <https://www.chessprogramming.org/UCI#Options>.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::engine::Command;
use crate::engine::options::DEBUG_LOG_FILE;
use crate::support::quote::Named;

/// The file, shared by the threads that read and print; `None` while there is none.
#[derive(Clone, Debug, Default)]
pub(super) struct Traffic(Arc<Mutex<Option<File>>>);

impl Traffic {
    /// Writes down a line that was read.
    pub fn read(&self, line: &str) {
        self.write("<<", line);
    }

    /// Writes down a line that was printed.
    pub fn printed(&self, line: &str) {
        self.write(">>", line);
    }

    fn write(&self, direction: &str, line: &str) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = file.as_mut()
            && let Err(error) = open.write_all(format!("{direction} {line}\n").as_bytes())
            // A pipe that is full takes later lines.
            && error.kind() != io::ErrorKind::WouldBlock
        {
            log::warn!("cannot write the debug log file, which ends here: {error}");
            *file = None;
        }
    }

    /// Opens or closes the file if this command is the option, and otherwise does nothing. A
    /// file that cannot be opened becomes the command that says so, and nothing else changes.
    pub fn follow(&self, command: Command) -> Command {
        let Command::SetOption { name, value } = &command else {
            return command;
        };
        if !name.eq_ignore_ascii_case(DEBUG_LOG_FILE) {
            return command;
        }
        let file = match value.as_deref().unwrap_or_default() {
            "" | "<empty>" => None,
            path => match open(Path::new(path)) {
                Ok(file) => Some(file),
                Err(error) => {
                    return Command::Refuse(format!(
                        "setoption: {DEBUG_LOG_FILE}: cannot write {}: {error}; going on without it",
                        Named(Path::new(path))
                    ));
                }
            },
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = file;
        command
    }
}

/// Opens a file to append to. A named pipe that nobody reads is refused, where opening it would
/// wait for a reader.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nix::libc::O_NONBLOCK);
    options.open(path)
}
