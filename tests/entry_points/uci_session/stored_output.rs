//! A writer that stores the output of the engine, so that a script can wait for answers.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The maximum time for an answer. It is long, because the machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The number of answers of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    pub best_moves: usize,
    pub ready: usize,
    /// Perfts that have been completed or stopped.
    pub perfts: usize,
}

/// The output so far.
#[derive(Clone, Debug, Default)]
pub struct StoredOutput(Arc<(Mutex<Output>, Condvar)>);

#[derive(Debug, Default)]
struct Output {
    text: String,
    answers: Answers,
}

impl StoredOutput {
    /// Waits until the output has at least these answers.
    pub fn wait_for(&self, expected: &Answers) {
        let (output, more) = &*self.0;
        let locked = output.lock().unwrap_or_else(PoisonError::into_inner);
        let lacks = |printed: &mut Output| {
            let now = printed.answers;
            now.best_moves < expected.best_moves
                || now.ready < expected.ready
                || now.perfts < expected.perfts
        };
        let waited = more.wait_timeout_while(locked, TIMEOUT, lacks);
        let (so_far, result) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(
            !result.timed_out(),
            "expected {expected:?} in:\n{}",
            so_far.text
        );
    }

    /// Returns the output so far.
    pub fn text(&self) -> String {
        let output = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.text.clone()
    }

    /// Returns the number of answers in the output so far.
    pub fn answers(&self) -> Answers {
        let output = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.answers
    }
}

impl Answers {
    /// Adds the answers in whole lines of text.
    fn add(&mut self, text: &str) {
        for line in text.lines() {
            self.best_moves += usize::from(line.starts_with("bestmove "));
            self.ready += usize::from(line == "readyok");
            let ended = line.starts_with("Nodes searched: ")
                || line.starts_with("info string perft ") && line.ends_with(" was stopped");
            self.perfts += usize::from(ended);
        }
    }
}

impl Write for StoredOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        let (output, more) = &*self.0;
        let mut so_far = output.lock().unwrap_or_else(PoisonError::into_inner);
        so_far.text.push_str(text);
        so_far.answers.add(text);
        more.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
