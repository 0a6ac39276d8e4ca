//! Runs the program of the package under test, ferz or ferz-lab, and talks to it over pipes.
//!
//! A session cannot hang: waiting for a line or for the end of the program panics after
//! [`TIMEOUT`] and shows the last lines of input and output. Every line of output must have the
//! form that UCI requires, unless [`Session::accept_any_output`] is called.

#![allow(
    dead_code,
    reason = "each test is a crate of its own and uses only part of this module"
)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The program of the package under test.
pub const PROGRAM: &str = match (
    option_env!("CARGO_BIN_EXE_ferz"),
    option_env!("CARGO_BIN_EXE_ferz-lab"),
) {
    (Some(path), _) | (None, Some(path)) => path,
    (None, None) => panic!("cargo sets one of the two"),
};

/// Maximum time to wait for a line of output or for the end of the program. It is generous because
/// the machine may be busy, and because a program takes 0.1 s to start under Wine, and
/// `bisect --script` starts hundreds. A test that passes elsewhere never waits this long.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// Returns a duration in milliseconds.
pub const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A running program with pipes for input and output. Dropping it kills the program.
pub struct Session {
    program: Child,
    /// `None` after the end of input.
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    gate: Arc<Gate>,
    errors: Option<JoinHandle<String>>,
    /// Whether every line of output must have the form that UCI requires.
    checks_lines: bool,
    /// Whether the engine has printed its header line.
    has_started: bool,
    /// All lines of output so far, without the header line.
    lines: Vec<String>,
    /// Input and output so far, printed when a test fails.
    transcript: String,
}

/// A gate for the thread that reads the output: the thread waits while the gate is closed.
#[derive(Default)]
struct Gate {
    closed: Mutex<bool>,
    changed: Condvar,
}

impl Gate {
    fn set_closed(&self, closed: bool) {
        *self
            .closed
            .lock()
            .expect("no thread panics while it holds the lock") = closed;
        self.changed.notify_all();
    }

    /// Blocks while the gate is closed.
    fn pass(&self) {
        let closed = self.closed.lock().expect("no thread panics with the lock");
        let open = self.changed.wait_while(closed, |closed| *closed);
        drop(open.expect("no thread panics with the lock"));
    }
}

/// The output and the exit status of a program that has ended.
#[derive(Debug)]
pub struct Ended {
    /// All lines of output except the engine's header line.
    pub lines: Vec<String>,
    /// Standard error.
    pub errors: String,
    /// The exit status; `None` if a signal killed the program.
    pub status: Option<i32>,
    /// Time from the last input, or from the call that waited, to the end of the program.
    pub took: Duration,
}

impl Session {
    /// Starts the engine without arguments.
    pub fn start() -> Self {
        Self::start_with(&[], &[])
    }

    /// Starts the engine with arguments and environment variables.
    pub fn start_with(arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut engine = Command::new(PROGRAM);
        engine.args(arguments).env_remove("RUST_LOG");
        Self::start_command(engine.envs(environment.iter().copied()))
    }

    /// Starts the engine through a command that replaces itself with the engine, such as a shell
    /// that sets resource limits.
    pub fn start_command(command: &mut Command) -> Self {
        let mut program = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = program.stdout.take().expect("standard output is a pipe");
        let mut stderr = program.stderr.take().expect("standard error is a pipe");
        let (sender, output) = channel();
        let gate = Arc::new(Gate::default());
        let readers_gate = gate.clone();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = Vec::new();
            while stdout.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
                readers_gate.pass();
                if sender.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut bytes = Vec::new();
            stderr.read_to_end(&mut bytes).expect("a pipe can be read");
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Self {
            input: program.stdin.take(),
            program,
            output,
            gate,
            errors: Some(errors),
            checks_lines: true,
            has_started: false,
            lines: Vec::new(),
            transcript: String::new(),
        }
    }

    /// Sends one or more lines in one write.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends raw bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        for line in String::from_utf8_lossy(bytes).lines() {
            self.note(">", line);
        }
        let input = self.input.as_mut().expect("the input has not ended");
        if let Err(error) = input.write_all(bytes) {
            self.fail(&format!("cannot write to the program: {error}"));
        }
    }

    /// Returns the next line of output.
    pub fn line(&mut self) -> String {
        let line = self.next_line(Instant::now() + TIMEOUT);
        line.unwrap_or_else(|| self.fail("expected a line of output, but the program has ended"))
    }

    /// Returns the lines of output up to and including the first that begins with `start`.
    pub fn lines_to(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Sends lines followed by `isready`, and returns the output before `readyok`.
    pub fn ask(&mut self, text: &str) -> Vec<String> {
        self.send(&format!("{text}\nisready"));
        self.lines_before_ready()
    }

    /// Sends `isready` and returns the output before `readyok`. After that, only a search or a
    /// perft that is still running can print more.
    pub fn settle(&mut self) -> Vec<String> {
        self.send("isready");
        self.lines_before_ready()
    }

    /// Sends lines, and fails if the program prints anything before it is ready again.
    #[track_caller]
    pub fn assert_silent(&mut self, text: &str) {
        let output = self.ask(text);
        if !output.is_empty() {
            self.fail(&format!("expected no output after {text}: {output:?}"));
        }
    }

    /// Fails if the program prints anything before it is ready.
    #[track_caller]
    pub fn assert_settled(&mut self) {
        let output = self.settle();
        if !output.is_empty() {
            self.fail(&format!("expected no more output: {output:?}"));
        }
    }

    /// Returns the FEN that `d` prints.
    #[track_caller]
    pub fn shown_fen(&mut self) -> String {
        let lines = self.ask("d");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.unwrap_or_else(|| panic!("no FEN in {lines:?}"))
            .to_owned()
    }

    fn lines_before_ready(&mut self) -> Vec<String> {
        let mut lines = self.lines_to("readyok");
        assert_eq!(lines.pop().as_deref(), Some("readyok"));
        lines
    }

    /// Sends lines that start a search, and returns the output up to and including `bestmove`.
    pub fn search(&mut self, text: &str) -> Vec<String> {
        self.send(text);
        self.lines_to("bestmove")
    }

    /// Returns the lines of output that arrive within `time`. Always waits for the full time, and
    /// fails if the program ends.
    pub fn lines_within(&mut self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        loop {
            match self.receive(deadline) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Timeout) => return lines,
                Err(RecvTimeoutError::Disconnected) => self.fail("the program has ended"),
            }
        }
    }

    /// Accepts output of any form, such as that of the subcommands.
    pub fn accept_any_output(&mut self) {
        self.checks_lines = false;
    }

    /// Returns the process ID.
    pub fn process(&self) -> u32 {
        self.program.id()
    }

    /// Sends a signal, such as `INT`, to the program.
    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        send_signal(name, self.process());
    }

    /// Stops reading the output until [`Self::resume_reading`]. The program blocks when the pipe
    /// is full.
    pub fn stop_reading(&mut self) {
        self.gate.set_closed(true);
    }

    /// Resumes reading the output after [`Self::stop_reading`].
    pub fn resume_reading(&mut self) {
        self.gate.set_closed(false);
    }

    /// Closes the reading end of the output. The program gets a write error only after it has
    /// printed two more lines.
    pub fn close_output(&mut self) {
        // The reader thread closes the pipe when it cannot send the next line.
        self.output = channel().1;
    }

    /// Sends `quit` and waits for the process to end, without waiting for the rest of the output.
    /// Returns the time taken and the exit status.
    pub fn quit_without_reading(&mut self) -> (Duration, Option<i32>) {
        self.send("quit");
        self.wait_for_exit()
    }

    /// Ends the input, without waiting for the program to end.
    pub fn close_input(&mut self) {
        self.note(">", "(end of input)");
        self.input = None;
    }

    /// Waits for the process to end, without waiting for the rest of the output. Returns the time
    /// taken and the exit status.
    pub fn wait_for_exit(&mut self) -> (Duration, Option<i32>) {
        let started = Instant::now();
        let status = self.wait_for_status(started + TIMEOUT);
        (started.elapsed(), status)
    }

    /// Waits for the program to end without further input, and returns all of its output.
    pub fn ended(mut self) -> Ended {
        self.resume_reading();
        self.wait_for_end(TIMEOUT)
    }

    /// Ends the input and waits for the program to end.
    pub fn end_input(self) -> Ended {
        self.end_input_within(TIMEOUT)
    }

    /// Ends the input and waits for the program to end within `timeout`.
    pub fn end_input_within(mut self, timeout: Duration) -> Ended {
        self.close_input();
        self.wait_for_end(timeout)
    }

    /// Sends `quit` and waits for the program to end. The input stays open.
    pub fn quit(self) -> Ended {
        self.quit_within(TIMEOUT)
    }

    /// Sends `quit` and waits for the program to end within `timeout`. The input stays open.
    pub fn quit_within(mut self, timeout: Duration) -> Ended {
        self.send("quit");
        self.wait_for_end(timeout)
    }

    fn wait_for_end(&mut self, timeout: Duration) -> Ended {
        let started = Instant::now();
        let deadline = started + timeout;
        while self.next_line(deadline).is_some() {}
        let status = self.wait_for_status(deadline);
        let took = started.elapsed();
        let errors = self.errors.take().expect("a session ends once");
        Ended {
            lines: std::mem::take(&mut self.lines),
            errors: errors.join().expect("reading does not panic"),
            status,
            took,
        }
    }

    fn wait_for_status(&mut self, deadline: Instant) -> Option<i32> {
        const STEP: Duration = Duration::from_millis(1);
        loop {
            if let Some(status) = self.program.try_wait().expect("a child can be waited for") {
                return status.code();
            }
            if Instant::now() > deadline {
                self.fail("the program did not end in time");
            }
            thread::sleep(STEP);
        }
    }

    /// Returns the next line, or `None` if the program has closed its output.
    fn next_line(&mut self, deadline: Instant) -> Option<String> {
        match self.receive(deadline) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => self.fail("expected a line of output in time"),
        }
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, RecvTimeoutError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let bytes = self.output.recv_timeout(left)?;
        let text = String::from_utf8_lossy(&bytes);
        self.note("<", text.trim_end_matches('\n'));
        let Some(line) = text.strip_suffix('\n') else {
            self.fail("the last line of output does not end with a line feed");
        };
        let is_text = std::str::from_utf8(&bytes).is_ok();
        if self.checks_lines && (!is_text || line.contains('\r') || line.starts_with([' ', '\t'])) {
            self.fail("a line of output is not UTF-8, contains CR, or begins with white space");
        }
        if !self.has_started && line == ferz::engine::about::header() {
            self.has_started = true;
            return self.receive(deadline);
        }
        self.lines.push(line.to_owned());
        Ok(line.to_owned())
    }

    /// Adds a line to the transcript.
    fn note(&mut self, direction: &str, line: &str) {
        self.transcript += &format!("{direction} {line}\n");
    }

    /// Panics with a message and the end of the transcript.
    #[track_caller]
    fn fail(&self, why: &str) -> ! {
        /// Number of lines of the transcript to print.
        const LINES: usize = 60;
        let lines: Vec<&str> = self.transcript.lines().collect();
        let last = &lines[lines.len().saturating_sub(LINES)..];
        panic!("{why}; last lines of the session:\n{}", last.join("\n"))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.gate.set_closed(false);
        // Fails if the program has already ended.
        let _: Result<(), _> = self.program.kill();
        let _: Result<_, _> = self.program.wait();
    }
}

impl Ended {
    /// Returns the `bestmove` lines.
    pub fn best_moves(&self) -> Vec<&str> {
        let lines = self.lines.iter().map(String::as_str);
        lines.filter(|line| line.starts_with("bestmove")).collect()
    }
}

/// Sends a signal, such as `INT`, to a process.
#[cfg(unix)]
pub fn send_signal(name: &str, process: u32) {
    let arguments = [format!("-{name}"), process.to_string()];
    let sent = Command::new("kill").args(arguments).status();
    assert!(sent.expect("kill exists").success());
}

/// Counts the lines that begin with `start`.
pub fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// Returns the median of several times, because a busy machine may delay any of them.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Runs the engine with this input until it ends.
pub fn answer_to(input: &str) -> Ended {
    let mut session = Session::start();
    session.send_bytes(input.as_bytes());
    session.end_input()
}

/// Runs the program with these arguments and no input until it ends.
pub fn command_line(arguments: &[&str]) -> Ended {
    let mut session = Session::start_with(arguments, &[]);
    session.accept_any_output();
    session.end_input()
}
