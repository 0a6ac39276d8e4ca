//! The engine thread: owns the position, the options and the search threads, and executes
//! [`Command`]s in order.
//!
//! Search, perft and other tasks run on threads of their own, so the engine thread can take the
//! next command while they run. All output is sent as [`Event`]s; their text format is defined
//! elsewhere. See <https://www.chessprogramming.org/UCI>.

pub mod about;
mod background;
mod command;
mod display;
mod event;
mod execute;
mod go;
mod lag;
pub mod options;
mod queue;
mod setup;
mod state;
mod task;
mod upkeep;

pub use command::{Command, Go};
pub use event::{Event, Output, Situation};
pub use state::{Ending, Engine};
pub use task::{Task, TaskInput, Work};
