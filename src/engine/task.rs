//! Tasks: jobs that callers of the engine define, such as a benchmark.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::chess::Board;

/// Work of a task: takes the current position and a flag that stops it. Returns the text to
/// print, `None` if it was stopped, or an error message.
pub type Work = dyn Fn(&Board, &Arc<AtomicBool>) -> Result<Option<String>, String> + Send + Sync;

/// A job that the engine runs on a thread of its pool.
#[derive(Clone)]
pub struct Task {
    /// Name of the command, for messages.
    pub name: &'static str,
    /// Arguments of the command, separated by single blanks.
    pub arguments: String,
    /// The work.
    pub run: Arc<Work>,
}

/// Two tasks are equal if their names and arguments are.
impl PartialEq for Task {
    fn eq(&self, other: &Self) -> bool {
        (self.name, &self.arguments) == (other.name, &other.arguments)
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("name", &self.name)
            .field("arguments", &self.arguments)
            .finish_non_exhaustive()
    }
}
