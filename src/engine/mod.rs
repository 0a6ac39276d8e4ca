//! The engine thread: owns the position, the options and the search threads, and executes
//! [`Command`]s in order. Its output is a sequence of [`Event`]s.
//!
//! The files, in the order in which a command passes them: `command` defines what arrives,
//! `queue` decides when it is executed, `execute` executes it. `start` starts searches and
//! background tasks on other threads, so that the engine thread can take the next command while
//! they run; `lag` estimates the time that moves lose on their way. `options` is the table of
//! options, which `apply` applies. `event` defines what leaves. `state` is the engine itself.
//! The crate's module `uci` turns text into commands, and events into text.

pub mod about;
mod apply;
mod command;
mod event;
mod execute;
mod lag;
pub mod options;
mod queue;
mod start;
mod state;

pub use command::{BackgroundTask, Command, Go, TaskFunction, TaskInput};
pub use event::{Event, EventHandler, Situation};
pub use execute::after_moves;
pub use state::{Ending, Engine};
