//! Logs all input and output lines: `<<` for input, `>>` for output. They go to the log of the
//! program, at the level `debug`, and to the file of the option `Debug Log File`, which Stockfish
//! has, too.
//!
//! The reader thread opens the file, so that the line after the option is already logged.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossbeam_channel::Sender;

use crate::engine::Command;
use crate::engine::options::DEBUG_LOG_FILE;
use crate::support::files::open_log;
use crate::support::quote::Named;

/// The file with its path, shared by the threads that read and print.
#[derive(Clone, Debug)]
pub(super) struct DebugLog {
    /// `None` if the option is not set.
    file: Arc<Mutex<Option<(File, PathBuf)>>>,
    /// The channel to the engine thread, which reports an error of writing the file.
    commands: Sender<Command>,
}

impl DebugLog {
    /// Creates a log without a file.
    pub fn new(commands: Sender<Command>) -> Self {
        Self {
            file: Arc::default(),
            commands,
        }
    }

    /// Logs a line. If that fails, closes the file, and reports the error as a command.
    pub fn write(&self, direction: &str, line: &str) {
        log::debug!(target: "ferz::uci", "{direction} {line}");
        let mut open = self.locked();
        if let Some((file, path)) = open.as_mut()
            && let Err(error) = file.write_all(format!("{direction} {line}\n").as_bytes())
            // If a pipe is full, this line is lost, but later ones may be written.
            && error.kind() != io::ErrorKind::WouldBlock
        {
            let error = cannot_write(path, &error);
            // Sending fails if the engine has already ended.
            let _: Result<(), _> = self.commands.send(Command::Error(error));
            *open = None;
        }
    }

    fn locked(&self) -> MutexGuard<'_, Option<(File, PathBuf)>> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens or closes the file if this command sets the option. Returns the command to execute:
    /// the same one, or an error if the file cannot be opened. After an error, the old file stays
    /// open.
    pub fn apply_option(&self, command: Command) -> Command {
        let Command::SetOption { name, value } = &command else {
            return command;
        };
        if !name.eq_ignore_ascii_case(DEBUG_LOG_FILE) {
            return command;
        }
        let file = match value.as_deref().unwrap_or_default() {
            "" | "<empty>" => None,
            path => match open(Path::new(path)) {
                Ok(file) => Some((file, path.into())),
                Err(error) => {
                    let error = cannot_write(Path::new(path), &error);
                    return Command::Error(format!("setoption: {error}"));
                }
            },
        };
        *self.locked() = file;
        command
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    let path = Named(path);
    format!("{DEBUG_LOG_FILE}: cannot write {path}: {error}; continuing without it")
}

/// Opens a file for appending, in non-blocking mode: for a named pipe without a reader, it fails
/// instead of waiting.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nix::libc::O_NONBLOCK);
    open_log(path, &mut options)
}
