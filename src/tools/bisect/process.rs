//! Another program, of which nothing is taken for granted: it may say nothing, say too
//! much, end, or never end.
//!
//! A thread reads what it prints, each line up to a length, into a channel that holds so
//! many lines: so who waits for a line waits no longer than it wants to, and a program that
//! floods us is slowed down. Whatever becomes of us, the program ends with us, and with it
//! all that it has started: `Guard` sees to it.
//! See <https://www.chessprogramming.org/UCI>.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use super::command::Syntax;
use super::fault::{Fault, Problem};
use super::reply::without_colors;

/// Longer lines are broken up, in bytes.
const MAX_LINE: u64 = 4096;

/// So many lines may wait to be looked at.
const MAX_WAITING: usize = 1024;

/// So many lines in answer to one question are too many.
const MAX_LINES: usize = 20_000;

/// So many of the first lines in answer to a question are kept for a report, and so many of
/// the last.
const KEPT_LINES: usize = 5;

/// How long a program has to end when it has closed its output, or was told to quit.
const TIME_TO_END: Duration = Duration::from_millis(500);

/// How often it is looked at whether it has ended.
const LOOK: Duration = Duration::from_millis(1);

/// A running program.
#[derive(Debug)]
pub struct Program {
    command: String,
    child: Child,
    /// `None` when there is none, or it has been closed.
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// What it was told last.
    asked: String,
    /// How many lines it has printed since.
    lines: usize,
    /// Some of them.
    said: Kept,
    /// Some of those on its standard error, and the thread that reads them.
    errors: Arc<Mutex<Kept>>,
    errors_reader: JoinHandle<()>,
    /// Whether something was wrong with it.
    is_faulty: bool,
    /// Kills it and what it has started; `None` where there is no shell to do it.
    guard: Option<Guard>,
}

impl Program {
    /// Starts a program, with the arguments of a question to it if it is for one question,
    /// with or without an input.
    ///
    /// # Errors
    ///
    /// If the system cannot start it.
    pub fn start(words: &[String], question: &[String], input: Stdio) -> Result<Self, Fault> {
        let asked = if question.is_empty() {
            String::new()
        } else {
            Syntax::NATIVE.join(words.iter().chain(question))
        };
        let fault = |error| Fault {
            command: Syntax::NATIVE.join(words),
            problem: Problem::CannotStart(error),
            asked: asked.clone(),
            said: Vec::new(),
            errors: Vec::new(),
        };
        let Some((program, arguments)) = words.split_first() else {
            return Err(fault(io::Error::other("the command is empty")));
        };
        let mut command = Command::new(program);
        command.args(arguments).args(question).stdin(input);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // The guard kills by groups, so this one must not be ours.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(fault)?;
        let guard = Guard::of(&child).ok();
        let stdout = child.stdout.take().expect("a pipe was asked for");
        let stderr = child.stderr.take().expect("a pipe was asked for");
        let (sender, output) = bounded(MAX_WAITING);
        let errors = Arc::<Mutex<Kept>>::default();
        let kept = Arc::clone(&errors);
        let keep = move |line| {
            let kept = kept.lock();
            kept.expect("no thread panics with the lock held")
                .push(line);
            true
        };
        let readers = read_lines(stdout, move |line| sender.send(line).is_ok())
            .and_then(|_| read_lines(stderr, keep));
        let errors_reader = readers.map_err(|error| {
            // A system without threads; the program must not stay.
            let _: io::Result<()> = child.kill();
            fault(error)
        })?;
        Ok(Self {
            command: Syntax::NATIVE.join(words),
            input: child.stdin.take(),
            child,
            output,
            asked,
            lines: 0,
            said: Kept::default(),
            errors,
            errors_reader,
            is_faulty: false,
            guard,
        })
    }

    /// Tells it one or more lines. That it does not take them is no error here: what it
    /// prints, or that it ends, is what tells more.
    pub fn tell(&mut self, text: &str) {
        log::debug!("> {text}");
        text.clone_into(&mut self.asked);
        self.lines = 0;
        self.said = Kept::default();
        *self.kept_errors() = Kept::default();
        if let Some(input) = self.input.as_mut()
            && let Err(error) = input.write_all(format!("{text}\n").as_bytes())
        {
            log::debug!("{} takes no input: {error}", self.command);
        }
    }

    /// The next line that it prints; `None` if there is none until then.
    ///
    /// # Errors
    ///
    /// When it has ended or closed its output, which comes behind all its lines; and when
    /// it has printed too many of them.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<String>, Problem> {
        match self.output.recv_deadline(deadline) {
            Ok(line) => {
                log::debug!("< {line}");
                self.said.push(line.clone());
                self.lines += 1;
                if self.lines > MAX_LINES {
                    return Err(Problem::Flood(MAX_LINES));
                }
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(self.end().map_or(Problem::Closed, Problem::Ended))
            }
        }
    }

    /// How it ended, if it does within a moment.
    pub fn end(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + TIME_TO_END;
        loop {
            let status = self.child.try_wait().ok().flatten();
            // Its last words are often the best ones.
            if status.is_some() && self.errors_reader.is_finished() || Instant::now() > deadline {
                return status;
            }
            thread::sleep(LOOK);
        }
    }

    /// Says goodbye, and lets it end by itself for a moment if all has been well.
    pub fn dismiss(&mut self, goodbye: &str) {
        if !self.is_faulty {
            self.tell(goodbye);
            self.input = None;
            self.end();
        }
    }

    /// This problem, with what has been said. Nothing more is expected of the program then.
    pub fn fault(&mut self, problem: Problem) -> Fault {
        self.is_faulty = true;
        Fault {
            command: self.command.clone(),
            problem,
            asked: self.asked.clone(),
            said: self.said.lines(),
            errors: self.kept_errors().lines(),
        }
    }

    fn kept_errors(&self) -> MutexGuard<'_, Kept> {
        let errors = self.errors.lock();
        errors.expect("no thread panics with the lock held")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.guard = None;
        // The guard, if there was one, has done it.
        let _: io::Result<()> = self.child.kill();
        let _: io::Result<ExitStatus> = self.child.wait();
    }
}

/// Lets a thread show the lines that come out of a pipe.
fn read_lines(
    pipe: impl Read + Send + 'static,
    show: impl FnMut(String) -> bool + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(move || for_each_line(pipe, show))
}

/// Shows the lines that come out of a pipe, without their colors, until it is closed or
/// `show` returns `false`.
fn for_each_line(pipe: impl Read, mut show: impl FnMut(String) -> bool) {
    let mut pipe = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = (&mut pipe).take(MAX_LINE).read_until(b'\n', &mut bytes);
        if !read.is_ok_and(|count| count > 0) {
            return;
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = without_colors(line.trim_end_matches(['\n', '\r']));
        if !show(line.into_owned()) {
            return;
        }
    }
}

/// The first and the last of many lines: what began it, and what it came to.
#[derive(Debug, Default)]
struct Kept {
    lines: Vec<String>,
    /// How many there were between.
    left_out: usize,
}

impl Kept {
    fn push(&mut self, line: String) {
        if self.lines.len() == 2 * KEPT_LINES {
            self.lines.remove(KEPT_LINES);
            self.left_out += 1;
        }
        self.lines.push(line);
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = self.lines.clone();
        if self.left_out > 0 {
            lines.insert(KEPT_LINES, format!("… {} more lines …", self.left_out));
        }
        lines
    }
}

/// Kills a program and all that it has started when it is dropped, and when this process
/// ends in any way, so that nothing is left behind that counts on forever.
///
/// It is a shell that waits for the end of its input, which only we hold. A handler of
/// signals would do less: nothing handles SIGKILL.
///
/// The group is named by the number of the program, and so it is until the last of the group
/// has ended, even if the program has ended before the rest. Only if all of it has, and the
/// system gives the same number to a new group in the moment before the guard is dropped,
/// does it kill others; systems give numbers out in turn, so that this is as good as never.
#[derive(Debug)]
struct Guard(Child);

impl Guard {
    /// A guard for the group that `child` leads.
    #[cfg(unix)]
    fn of(child: &Child) -> io::Result<Self> {
        let mut shell = Command::new("sh");
        shell.args(["-c", "read -r end; kill -s KILL -- \"-$0\""]);
        shell.arg(child.id().to_string()).stdin(Stdio::piped());
        shell.stdout(Stdio::null()).stderr(Stdio::null());
        // An interrupt from the terminal must not reach it: it has work to do then.
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        shell.spawn().map(Self)
    }

    /// Other systems have no groups to kill.
    #[cfg(not(unix))]
    fn of(_: &Child) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _: io::Result<ExitStatus> = self.0.wait();
    }
}
