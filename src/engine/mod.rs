//! The engine thread: it owns the position, the options and the search threads, and does
//! what [`Command`]s ask, one after the other.
//!
//! No search or count runs on it, so it is ready for the next command while they do; what it
//! and they have to say goes out as [`Event`]s. It knows nothing of how either is written.
//! See <https://www.chessprogramming.org/UCI>.

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
pub use event::{Event, Output};
pub use state::{Ending, Engine};
pub use task::{Task, Work};
