//! Logs all input and output lines: `<<` for input, `>>` for output. They go to the log of the
//! program, at the level `debug`, and to the file of the option `Debug Log File`, which Stockfish
//! has, too.
//!
//! The reader thread opens the file, so that the line after the option is already logged.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::engine::Command;
use crate::engine::options::DEBUG_LOG_FILE;
use crate::support::quote::Named;

/// The file, shared by the threads that read and print; `None` if the option is not set.
#[derive(Clone, Debug, Default)]
pub(super) struct DebugLog(Arc<Mutex<Option<File>>>);

impl DebugLog {
    /// Logs a line.
    pub fn write(&self, direction: &str, line: &str) {
        log::debug!(target: "ferz::uci", "{direction} {line}");
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = file.as_mut()
            && let Err(error) = open.write_all(format!("{direction} {line}\n").as_bytes())
            // If a pipe is full, this line is lost, but later ones may be written.
            && error.kind() != io::ErrorKind::WouldBlock
        {
            log::warn!("cannot write the debug log file, closing it: {error}");
            *file = None;
        }
    }

    /// Opens or closes the file if this command sets the option. Returns the command to execute:
    /// the same one, or an error if the file cannot be opened. After an error, the old file stays
    /// open.
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
                    return Command::Error(format!(
                        "setoption: {DEBUG_LOG_FILE}: cannot write {}: {error}; continuing without it",
                        Named(Path::new(path))
                    ));
                }
            },
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = file;
        command
    }
}

/// Opens a file for appending, in non-blocking mode: for a named pipe without a reader, it fails
/// instead of waiting.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nix::libc::O_NONBLOCK);
    options.open(path)
}
