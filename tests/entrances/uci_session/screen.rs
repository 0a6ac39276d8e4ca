//! Where the engine's output goes, so that it can be waited for.
//! See <https://doc.rust-lang.org/std/sync/struct.Condvar.html>.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long an answer may take before it counts as missing; a busy machine is slow.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often some answers have been given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    pub best_moves: usize,
    pub ready: usize,
    /// Ends of counts, stopped or not.
    pub counts: usize,
}

/// All that was said so far.
#[derive(Clone, Debug, Default)]
pub struct Screen(Arc<(Mutex<Said>, Condvar)>);

#[derive(Debug, Default)]
struct Said {
    text: String,
    answers: Answers,
}

impl Screen {
    /// Waits until all these answers are there.
    pub fn wait_for(&self, wanted: &Answers) {
        let (said, more) = &*self.0;
        let said = said.lock().unwrap_or_else(PoisonError::into_inner);
        let lacks = |said: &mut Said| {
            let now = said.answers;
            now.best_moves < wanted.best_moves
                || now.ready < wanted.ready
                || now.counts < wanted.counts
        };
        let waited = more.wait_timeout_while(said, PATIENCE, lacks);
        let (said, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(!waited.timed_out(), "no {wanted:?} came:\n{}", said.text);
    }

    /// All that was said.
    pub fn text(&self) -> String {
        let said = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        said.text.clone()
    }

    /// The answers in all that was said.
    pub fn answers(&self) -> Answers {
        let said = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        said.answers
    }
}

impl Answers {
    /// Counts those in whole lines of text.
    fn add(&mut self, text: &str) {
        for line in text.lines() {
            self.best_moves += usize::from(line.starts_with("bestmove "));
            self.ready += usize::from(line == "readyok");
            let ended = line.starts_with("Nodes searched: ")
                || line.starts_with("info string perft ")
                    && line.ends_with(" stopped before its end");
            self.counts += usize::from(ended);
        }
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        let (said, more) = &*self.0;
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.text.push_str(text);
        said.answers.add(text);
        more.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
