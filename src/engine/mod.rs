//! The engine thread: owns the position, the options and the search threads, and executes
//! [`Command`]s in order.
//!
//! Search, perft and other tasks run on threads of their own, so the engine thread can take the
//! next command while they run. All output is sent as [`Event`]s; their text format is defined
//! elsewhere. See <https://www.chessprogramming.org/UCI>.

pub mod about;
mod command;
mod event;
mod execute;
mod jobs;
mod lag;
pub mod options;
mod queue;
mod state;

pub use command::{Command, Go, Task, TaskInput, Work};
pub use event::{Event, Output, Situation};
pub use state::{Ending, Engine};
