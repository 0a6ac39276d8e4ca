//! Tasks: jobs that are defined outside of the engine, such as a benchmark.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::event::{Event, Output};
use crate::chess::Board;
use crate::eval::network::Network;
use crate::search::params::ParamSet;

/// What the engine passes to a [`Task`].
#[derive(Clone)]
pub struct TaskInput {
    /// The current position.
    pub board: Board,
    /// The network of the evaluation.
    pub network: Arc<Network>,
    /// The values of the tunable constants of the search.
    pub params: ParamSet,
    /// The task should end when this is set.
    pub stop: Arc<AtomicBool>,
    /// Receives what the task prints before its end.
    pub output: Output,
}

impl TaskInput {
    /// Reports that `done` of `total` parts of the task are done.
    pub fn report_progress(&self, done: usize, total: usize) {
        (self.output)(Event::Progress {
            done: done as u64,
            total: total as u64,
        });
    }
}

impl fmt::Debug for TaskInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskInput")
            .field("board", &self.board)
            .field("network", &self.network)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

/// Returns the starting position, the embedded network, a flag that is not set, and an output that
/// discards everything.
impl Default for TaskInput {
    fn default() -> Self {
        Self {
            board: Board::default(),
            network: Network::embedded().clone(),
            params: ParamSet::default(),
            stop: Arc::default(),
            output: Arc::new(|_| {}),
        }
    }
}

/// The function of a [`Task`]. It returns the text to print at the end, which may be empty, `None`
/// if it was stopped, or an error message.
pub type Work = dyn Fn(&TaskInput) -> Result<Option<String>, String> + Send + Sync;

/// A job that the engine runs on a thread of its pool. Later commands wait until it ends.
#[derive(Clone)]
pub struct Task {
    /// Name of the command, for messages.
    pub name: &'static str,
    /// Arguments of the command, separated by single spaces.
    pub arguments: String,
    /// The function to run.
    pub run: Arc<Work>,
}

/// Compares names and arguments; functions cannot be compared.
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
