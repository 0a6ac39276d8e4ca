//! The subject: the program whose perft counts are compared with those of ferz.
//!
//! `interface` contains the trait [`Subject`], the questions to a subject, and its errors. `uci`
//! and `script` ask a UCI engine and a script. `process` runs either as a child process that may
//! misbehave, and [`command`] splits the command that starts it. [`reply`] parses what it prints.

pub mod command;
mod interface;
mod process;
pub mod reply;
mod script;
mod uci;

pub use interface::{Question, Subject, SubjectError, SubjectErrorKind};
pub use script::{ScriptSubject, script_arguments};
pub use uci::{PerftCommand, UciSubject};
