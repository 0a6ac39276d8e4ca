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
pub struct Screen(Arc<(Mutex<String>, Condvar)>);

impl Screen {
    /// Waits until all these answers are there.
    pub fn wait_for(&self, wanted: &Answers) {
        let (said, more) = &*self.0;
        let said = said.lock().unwrap_or_else(PoisonError::into_inner);
        let lacks = |said: &mut String| {
            let now = Answers::of(said);
            now.best_moves < wanted.best_moves
                || now.ready < wanted.ready
                || now.counts < wanted.counts
        };
        let waited = more.wait_timeout_while(said, PATIENCE, lacks);
        let (said, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(!waited.timed_out(), "no {wanted:?} came:\n{said}");
    }

    /// All that was said.
    pub fn text(&self) -> String {
        let said = self.0.0.lock();
        said.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Answers {
    /// The answers in a text.
    pub fn of(text: &str) -> Self {
        let mut answers = Self::default();
        for line in text.lines() {
            answers.best_moves += usize::from(line.starts_with("bestmove "));
            answers.ready += usize::from(line == "readyok");
            let ended = line.starts_with("Nodes searched: ")
                || line.starts_with("info string perft ")
                    && line.ends_with(" stopped before its end");
            answers.counts += usize::from(ended);
        }
        answers
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        let (said, more) = &*self.0;
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.push_str(text);
        more.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
