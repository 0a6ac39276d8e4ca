//! A child process that may misbehave: it may print nothing, print endlessly, end too early or
//! never end.
//!
//! A thread reads its output and sends each line, cut after a maximum length, over a channel of
//! limited capacity. Therefore waiting for a line ends at the deadline, and a process that floods
//! the pipe is slowed down. When ferz ends, for whatever reason, `Guard` kills the process and all
//! processes that it has started.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use super::command;
use super::interface::{SubjectError, SubjectErrorKind};
use super::reply::without_colors;
use crate::support::text_lines::{LineRead, read_line};

/// Maximum length of a line in bytes. The rest of a longer line is skipped.
const MAX_LINE: usize = 4096;

/// Capacity of the channel: number of lines that wait to be read.
const MAX_WAITING: usize = 1024;

/// Maximum number of lines in an answer.
const MAX_LINES: usize = 20_000;

/// An error report contains this many lines from the beginning of an answer, and as many from its
/// end.
const KEPT_LINES: usize = 5;

/// Time for a process to end after it has closed its output or received `quit`.
const TIME_TO_END: Duration = Duration::from_millis(500);

/// Interval between checks for the end of a process.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A running process.
#[derive(Debug)]
pub(super) struct Process {
    command: String,
    child: Child,
    /// The pipe to standard input; `None` if there is none or it is closed.
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// The text sent last; at first, the command line if it contains the question.
    asked: String,
    /// The lines printed since then.
    printed: FirstAndLast,
    /// The lines of standard error since then, and the thread that reads them.
    stderr: Arc<Mutex<FirstAndLast>>,
    stderr_reader: JoinHandle<()>,
    /// Whether an error was reported.
    has_failed: bool,
    /// Kills the process and all processes that it has started; `None` if there is no shell.
    guard: Option<Guard>,
}

impl Process {
    /// Starts a process. `question` contains additional arguments if the process answers only
    /// one question.
    pub(super) fn start(
        words: &[String],
        question: &[String],
        input: Stdio,
    ) -> Result<Self, SubjectError> {
        let asked = match question {
            [] => String::new(),
            _ => command::join(words.iter().chain(question)),
        };
        let cannot_start = |error| SubjectError {
            command: command::join(words),
            kind: SubjectErrorKind::CannotStart(error),
            asked: asked.clone(),
            printed: Vec::new(),
            stderr: Vec::new(),
        };
        let Some((program, arguments)) = words.split_first() else {
            return Err(cannot_start(io::Error::other("the command is empty")));
        };
        let mut command = Command::new(program);
        command.args(arguments).args(question).stdin(input);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // The guard kills the process group, so the process must not be in the group of ferz.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(cannot_start)?;
        let guard = Guard::of(&child).ok();
        let stdout = child.stdout.take().expect("stdout is piped");
        let stderr_pipe = child.stderr.take().expect("stderr is piped");
        let (sender, output) = bounded(MAX_WAITING);
        let stderr = Arc::<Mutex<FirstAndLast>>::default();
        let shared = Arc::clone(&stderr);
        let keep = move |line| {
            lock(&shared).push(line);
            true
        };
        let readers = spawn_reader(stdout, move |line| sender.send(line).is_ok())
            .and_then(|_| spawn_reader(stderr_pipe, keep));
        let stderr_reader = readers.map_err(|reason| {
            // The system cannot start threads, so the process must not keep running.
            let _: io::Result<()> = child.kill();
            cannot_start(reason)
        })?;
        Ok(Self {
            command: command::join(words),
            input: child.stdin.take(),
            child,
            output,
            asked,
            printed: FirstAndLast::default(),
            stderr,
            stderr_reader,
            has_failed: false,
            guard,
        })
    }

    /// Sends one or more lines. A failure to send is ignored: the output of the process, or its
    /// end, gives a better error.
    pub(super) fn send(&mut self, text: &str) {
        log::debug!("> {text}");
        // Errors from the start of the process belong to the answer to the first question.
        if !self.asked.is_empty() {
            *lock(&self.stderr) = FirstAndLast::default();
        }
        text.clone_into(&mut self.asked);
        self.printed = FirstAndLast::default();
        if let Some(input) = self.input.as_mut()
            && let Err(error) = input.write_all(format!("{text}\n").as_bytes())
        {
            log::debug!("{} takes no input: {error}", self.command);
        }
    }

    /// Returns the next line of output, or `None` if there is none before the deadline. Fails if
    /// the process has closed its output and all lines were returned, or if it has printed too many
    /// lines.
    pub(super) fn next_line(
        &mut self,
        deadline: Instant,
    ) -> Result<Option<String>, SubjectErrorKind> {
        match self.output.recv_deadline(deadline) {
            Ok(line) => {
                log::debug!("< {line}");
                self.printed.push(line.clone());
                if self.printed.kept.len() + self.printed.omitted > MAX_LINES {
                    return Err(SubjectErrorKind::Flood(MAX_LINES));
                }
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self
                .wait_for_end()
                .map_or(SubjectErrorKind::Closed, SubjectErrorKind::Ended)),
        }
    }

    /// Returns the exit status of the process if it has ended. A process that it has started may
    /// still print.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Waits a short time for the end of the process and returns its exit status.
    fn wait_for_end(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + TIME_TO_END;
        loop {
            let status = self.status();
            // Standard error often contains the reason, so it is read to its end.
            let is_read = status.is_some() && self.stderr_reader.is_finished();
            if is_read || Instant::now() > deadline {
                return status;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Sends `quit` and gives the process a short time to end, unless an error was reported.
    pub(super) fn quit(&mut self) {
        if !self.has_failed {
            self.send("quit");
            self.input = None;
            self.wait_for_end();
        }
    }

    /// Returns an error with the last question and output. From then on, the process counts as
    /// failed and is killed without `quit`.
    pub(super) fn fail(&mut self, kind: SubjectErrorKind) -> SubjectError {
        self.has_failed = true;
        SubjectError {
            command: self.command.clone(),
            kind,
            asked: self.asked.clone(),
            printed: self.printed.lines(),
            stderr: lock(&self.stderr).lines(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.guard = None;
        // Needed without a guard; otherwise the process is already dead.
        let _: io::Result<()> = self.child.kill();
        let _: io::Result<ExitStatus> = self.child.wait();
    }
}

/// Starts a thread that passes the lines of a pipe to `take_line`, without their colors, until the
/// pipe is closed or `take_line` returns `false`.
fn spawn_reader(
    pipe: impl Read + Send + 'static,
    mut take_line: impl FnMut(String) -> bool + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            match read_line(&mut pipe, MAX_LINE, &mut bytes) {
                Ok(LineRead::Whole) => {}
                Ok(LineRead::Cut) if pipe.skip_until(b'\n').is_ok() => {}
                _ => return,
            }
            let line = String::from_utf8_lossy(&bytes);
            if !take_line(without_colors(line.trim_end_matches(['\n', '\r']))) {
                return;
            }
        }
    })
}

/// The first and last lines of an output.
#[derive(Debug, Default)]
struct FirstAndLast {
    kept: Vec<String>,
    /// Number of lines omitted between them.
    omitted: usize,
}

impl FirstAndLast {
    fn push(&mut self, line: String) {
        if self.kept.len() == 2 * KEPT_LINES {
            self.kept.remove(KEPT_LINES);
            self.omitted += 1;
        }
        self.kept.push(line);
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = self.kept.clone();
        if self.omitted > 0 {
            lines.insert(KEPT_LINES, format!("… {} more lines …", self.omitted));
        }
        lines
    }
}

fn lock(lines: &Mutex<FirstAndLast>) -> MutexGuard<'_, FirstAndLast> {
    lines.lock().expect("no thread panics with the lock held")
}

/// Kills a process and all processes that it has started. This happens when the guard is dropped,
/// and also when ferz ends in any way.
///
/// The guard is a shell that waits for the end of its standard input. This input is a pipe from
/// ferz: it ends when ferz closes the pipe or ends itself. A signal handler would not be enough:
/// SIGKILL cannot be handled.
///
/// The process ID identifies the process group until the last process of the group has ended. The
/// shell would kill unrelated processes only if the whole group ended and the system reused the ID
/// just before the guard is dropped. Systems assign IDs in sequence, so this practically never
/// happens.
#[derive(Debug)]
struct Guard(Child);

impl Guard {
    /// Starts a guard for the process group of `child`.
    #[cfg(unix)]
    fn of(child: &Child) -> io::Result<Self> {
        let mut shell = Command::new("sh");
        shell.args(["-c", "read -r end; kill -s KILL -- \"-$0\""]);
        shell.arg(child.id().to_string()).stdin(Stdio::piped());
        shell.stdout(Stdio::null()).stderr(Stdio::null());
        // The shell gets its own group: an interrupt from the terminal must not end it.
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        shell.spawn().map(Self)
    }

    /// Returns an error: other systems have no process groups.
    #[cfg(not(unix))]
    fn of(_: &Child) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.stdin = None;
        let _: io::Result<ExitStatus> = self.0.wait();
    }
}
