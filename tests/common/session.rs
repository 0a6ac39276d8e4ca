//! A conversation with the real program over pipes.
//!
//! Nothing in it can hang: whoever waits for a line or for the end of the program fails
//! when neither comes in time, and shows what was said until then. The form that all lines
//! of output share is looked at on the way.

#![allow(
    dead_code,
    reason = "each test file compiles this for itself and uses a part"
)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long an answer may take before it counts as missing: generous, for the machine may
/// be busy; a test that passes never waits for it.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// A running program, spoken to line by line. Dropping it kills the program.
pub struct Session {
    program: Child,
    /// `None` when the input has ended.
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    gate: Arc<Gate>,
    errors: Option<JoinHandle<String>>,
    /// Whether lines are held to the form that UCI wants.
    speaks_uci: bool,
    /// Whether the line with which the engine starts has come.
    has_started: bool,
    /// All lines of output so far, without that one.
    said: Vec<String>,
    /// Both sides, for who reads a failed test.
    conversation: String,
}

/// Lets who reads the output wait.
#[derive(Default)]
struct Gate {
    closed: Mutex<bool>,
    changed: Condvar,
}

impl Gate {
    fn set_closed(&self, closed: bool) {
        *self.closed.lock().expect("nothing panics with it") = closed;
        self.changed.notify_all();
    }

    fn pass(&self) {
        let closed = self.closed.lock().expect("nothing panics with it");
        let open = self.changed.wait_while(closed, |closed| *closed);
        drop(open.expect("nothing panics with it"));
    }
}

/// What a program has left behind.
#[derive(Debug)]
pub struct Ended {
    /// All lines of output, but for the one with which the engine starts.
    pub lines: Vec<String>,
    /// Standard error.
    pub errors: String,
    /// The exit status; `None` if a signal killed it.
    pub status: Option<i32>,
    /// From the last word to the end.
    pub took: Duration,
}

impl Session {
    /// Starts the engine.
    pub fn start() -> Self {
        Self::start_with(&[], &[])
    }

    /// Starts the engine with arguments and environment variables.
    pub fn start_with(arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_ferz"));
        engine.args(arguments).env_remove("RUST_LOG");
        Self::start_as(engine.envs(environment.iter().copied()))
    }

    /// Starts the engine by a command that becomes it, such as a shell that sets limits.
    pub fn start_as(command: &mut Command) -> Self {
        let mut program = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = program.stdout.take().expect("a pipe was asked for");
        let mut stderr = program.stderr.take().expect("a pipe was asked for");
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
            speaks_uci: true,
            has_started: false,
            said: Vec::new(),
            conversation: String::new(),
        }
    }

    /// Sends one or more lines, in one piece.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        for line in String::from_utf8_lossy(bytes).lines() {
            self.note(">", line);
        }
        let input = self.input.as_mut().expect("the input has not ended");
        if let Err(error) = input.write_all(bytes) {
            self.fail(&format!("the program does not read its input: {error}"));
        }
    }

    /// The next line of output.
    pub fn line(&mut self) -> String {
        let line = self.next_line(Instant::now() + PATIENCE);
        line.unwrap_or_else(|| self.fail("the program has ended"))
    }

    /// The lines of output up to one that starts so, which comes last.
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

    /// Sends lines, and returns what is said until they are done.
    pub fn ask(&mut self, text: &str) -> Vec<String> {
        self.send(&format!("{text}\nisready"));
        self.said_before_ready()
    }

    /// What is said until all that was sent is done; nothing but a search or count that
    /// still runs can add to it.
    pub fn settle(&mut self) -> Vec<String> {
        self.send("isready");
        self.said_before_ready()
    }

    fn said_before_ready(&mut self) -> Vec<String> {
        let mut lines = self.lines_to("readyok");
        assert_eq!(lines.pop().as_deref(), Some("readyok"));
        lines
    }

    /// Sends lines that start a search, and returns its output with the best move last.
    pub fn search(&mut self, text: &str) -> Vec<String> {
        self.send(text);
        self.lines_to("bestmove")
    }

    /// The lines that come within this time.
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

    /// Takes output of any form, as subcommands have it.
    pub fn read_anything(&mut self) {
        self.speaks_uci = false;
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.program.id()
    }

    /// Reads no more of the output until [`Self::read_on`]; what the program says fills the
    /// pipe, and then it has to wait.
    pub fn stop_reading(&mut self) {
        self.gate.set_closed(true);
    }

    /// Reads the output again.
    pub fn read_on(&mut self) {
        self.gate.set_closed(false);
    }

    /// Has nobody there to read: the program is told so when it has said two more lines.
    pub fn close_output(&mut self) {
        // Who reads finds that nobody listens, and closes the pipe.
        self.output = channel().1;
    }

    /// Says `quit`, and returns how long the process was still there and its exit status. It
    /// does so whether or not anybody reads what is still said.
    pub fn quit_unheard(&mut self) -> (Duration, Option<i32>) {
        self.send("quit");
        self.time_to_end()
    }

    /// Ends the input, and returns the same.
    pub fn end_input_unheard(&mut self) -> (Duration, Option<i32>) {
        self.end_input_soon();
        self.time_to_end()
    }

    /// Ends the input, and does not wait for the program's end.
    pub fn end_input_soon(&mut self) {
        self.note(">", "(end of input)");
        self.input = None;
    }

    /// Waits for the end of the process alone.
    pub fn time_to_end(&mut self) -> (Duration, Option<i32>) {
        let started = Instant::now();
        let status = self.wait_for_status(started + PATIENCE);
        (started.elapsed(), status)
    }

    /// All that was said by a program that has ended.
    pub fn ended(mut self) -> Ended {
        self.read_on();
        self.wait_for_end(PATIENCE)
    }

    /// Ends the input and waits for the program's end.
    pub fn end_input(self) -> Ended {
        self.end_input_within(PATIENCE)
    }

    /// Ends the input and waits so long for the program's end.
    pub fn end_input_within(mut self, patience: Duration) -> Ended {
        self.end_input_soon();
        self.wait_for_end(patience)
    }

    /// Says `quit` and waits for the program's end; the input stays open until then.
    pub fn quit(self) -> Ended {
        self.quit_within(PATIENCE)
    }

    /// Says `quit` and waits so long for the program's end.
    pub fn quit_within(mut self, patience: Duration) -> Ended {
        self.send("quit");
        self.wait_for_end(patience)
    }

    fn wait_for_end(&mut self, patience: Duration) -> Ended {
        let started = Instant::now();
        let deadline = started + patience;
        while self.next_line(deadline).is_some() {}
        let status = self.wait_for_status(deadline);
        let took = started.elapsed();
        let errors = self.errors.take().expect("a session ends once");
        Ended {
            lines: std::mem::take(&mut self.said),
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
                self.fail("the program does not end");
            }
            thread::sleep(STEP);
        }
    }

    /// The next line, or `None` when the program has closed its output.
    fn next_line(&mut self, deadline: Instant) -> Option<String> {
        match self.receive(deadline) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => self.fail("nothing more was said in time"),
        }
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, RecvTimeoutError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let bytes = self.output.recv_timeout(left)?;
        let text = String::from_utf8_lossy(&bytes);
        self.note("<", text.trim_end_matches('\n'));
        let Some(line) = text.strip_suffix('\n') else {
            self.fail("a line of output lacks its end");
        };
        let is_text = std::str::from_utf8(&bytes).is_ok();
        if self.speaks_uci && (!is_text || line.contains('\r') || line.starts_with([' ', '\t'])) {
            self.fail("a line of output begins with a blank, or has more than its end");
        }
        if !self.has_started && line == ferz::engine::about::header() {
            self.has_started = true;
            return self.receive(deadline);
        }
        self.said.push(line.to_owned());
        Ok(line.to_owned())
    }

    fn note(&mut self, direction: &str, line: &str) {
        self.conversation += &format!("{direction} {line}\n");
    }

    fn fail(&self, why: &str) -> ! {
        /// What a reader of a failed test can take in.
        const LINES: usize = 60;
        let lines: Vec<&str> = self.conversation.lines().collect();
        let last = &lines[lines.len().saturating_sub(LINES)..];
        panic!("{why}, after this:\n{}", last.join("\n"))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.gate.set_closed(false);
        // It may have ended by itself.
        let _: Result<(), _> = self.program.kill();
        let _: Result<_, _> = self.program.wait();
    }
}

impl Ended {
    /// The lines that tell a best move.
    pub fn best_moves(&self) -> Vec<&str> {
        let lines = self.lines.iter().map(String::as_str);
        lines.filter(|line| line.starts_with("bestmove")).collect()
    }
}

/// What the engine has to say to this input, which then ends.
pub fn answer_to(input: &str) -> Ended {
    let mut session = Session::start();
    session.send_bytes(input.as_bytes());
    session.end_input()
}

/// What the program does with these arguments and no input.
pub fn command_line(arguments: &[&str]) -> Ended {
    let mut session = Session::start_with(arguments, &[]);
    session.read_anything();
    session.end_input()
}
