//! Commands to the engine thread, and background tasks that callers define, such as a benchmark.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::{Event, EventHandler};
use crate::chess::Board;
use crate::chess::notation::CoordinateMove;
use crate::eval::network::Network;
use crate::search::limits::Limits;
use crate::search::params::ParamSet;

/// A command to the engine thread. Commands are executed in the order in which they were sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Report name, author and options.
    Identify,
    /// Turn debug output on or off.
    Debug(bool),
    /// Report that the engine takes commands. During a search or background task, this is executed
    /// at once; otherwise, when all earlier commands are done.
    IsReady,
    /// Set an option.
    SetOption {
        /// Name of the option; upper and lower case are the same.
        name: String,
        /// Text after `value`; `None` for buttons.
        value: Option<String>,
    },
    /// Register the user: accepted and ignored.
    Register,
    /// Prepare for a new game. The next position belongs to it.
    NewGame,
    /// Set the position.
    Position {
        /// The FEN, or `None` for the initial position.
        fen: Option<String>,
        /// Moves to make on that position.
        moves: Vec<CoordinateMove>,
    },
    /// Make moves on the current position. If one of them is illegal, none is made.
    Moves(Vec<CoordinateMove>),
    /// Take back this number of moves. If there are fewer, none is taken back.
    Undo(u32),
    /// Swap the colors of the position.
    Flip,
    /// Start a search.
    Go(Go),
    /// Run perft to this depth, in plies.
    Perft(u32),
    /// Stop the running search or background task, and those in the queue. A stopped search reports
    /// its best move; a stopped background task reports only that it was stopped.
    Stop,
    /// The user pressed Ctrl-C: stop what is running, or exit if nothing is running.
    Interrupt,
    /// The opponent has played the expected move.
    PonderHit,
    /// Print the position.
    Display,
    /// Print the static evaluation of the position, term by term and piece by piece.
    Evaluate,
    /// Run a background task.
    Run(BackgroundTask),
    /// Print text that does not depend on the state of the engine.
    Print(String),
    /// Print a note on the input.
    Note(String),
    /// Report a malformed `position` command. The current position stays.
    InvalidPosition(String),
    /// Report malformed input.
    Error(String),
    /// Stop the running search and exit. A running background task, and those in the queue, are
    /// completed first; searches in the queue are started and stopped.
    Quit,
    /// The output is closed: exit at once.
    OutputClosed,
    /// The input has ended.
    EndOfInput,
}

impl Command {
    /// Returns whether the command waits for the end of a search that ends by itself, unless a
    /// person types the commands. The end of the input waits, too.
    pub(super) const fn waits_for_search(&self) -> bool {
        matches!(
            self,
            Self::Position { .. }
                | Self::InvalidPosition(_)
                | Self::Moves(_)
                | Self::Undo(_)
                | Self::Flip
                | Self::Go(_)
                | Self::Perft(_)
                | Self::Run(_)
                | Self::SetOption { .. }
                | Self::NewGame
                | Self::EndOfInput
        )
    }
}

/// The arguments of `go`.
#[derive(Clone, Debug, PartialEq)]
pub struct Go {
    /// Limits of the search.
    pub limits: Limits,
    /// Root moves to search, not yet checked for legality; empty for all legal moves.
    pub search_moves: Vec<CoordinateMove>,
    /// Whether an argument was malformed or unknown, and therefore ignored. If no limit is left,
    /// the search is short: a typing error in a limit must not start an infinite search.
    pub has_ignored: bool,
    /// Time at which the command was read, or left the queue. Our clock runs from then on; if the
    /// search ponders, from `ponderhit` on.
    pub received: Instant,
}

/// What the engine passes to a [`BackgroundTask`].
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
    /// Receives what the task reports before its end.
    pub on_event: EventHandler,
}

impl TaskInput {
    /// Reports that `done` of `total` parts of the task are done.
    pub fn report_progress(&self, done: usize, total: usize) {
        (self.on_event)(Event::Progress {
            done: done as u64,
            total: total as u64,
        });
    }
}

/// Returns the initial position, the embedded network, the default parameters, a flag that is not
/// set, and a handler that discards all events.
impl Default for TaskInput {
    fn default() -> Self {
        Self {
            board: Board::default(),
            network: Network::embedded().clone(),
            params: ParamSet::default(),
            stop: Arc::default(),
            on_event: Arc::new(|_| {}),
        }
    }
}

/// The function of a [`BackgroundTask`]. It returns the text to print at the end, which may be
/// empty; `None` if it was stopped; or an error message.
pub type TaskFunction = dyn Fn(&TaskInput) -> Result<Option<String>, String> + Send + Sync;

/// A function that the engine runs on a thread of its pool. Later commands wait until it ends.
#[derive(Clone)]
pub struct BackgroundTask {
    /// Name of the command, for messages.
    pub name: &'static str,
    /// Arguments of the command, separated by single spaces.
    pub arguments: String,
    /// The function to run.
    pub run: Arc<TaskFunction>,
}

/// Compares names and arguments; functions cannot be compared.
impl PartialEq for BackgroundTask {
    fn eq(&self, other: &Self) -> bool {
        (self.name, &self.arguments) == (other.name, &other.arguments)
    }
}

impl fmt::Debug for BackgroundTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackgroundTask")
            .field("name", &self.name)
            .field("arguments", &self.arguments)
            .finish_non_exhaustive()
    }
}
