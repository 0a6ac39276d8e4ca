//! The facts about a run of `ferz bisect` that reports mention.

use std::time::Duration;

use crate::bisect::perft_command::PerftCommand;

/// The facts about a run, apart from its result.
pub struct RunInfo {
    /// The command of the program.
    pub command: String,
    /// The name that the program gives itself, if it is an engine and has one.
    pub name: Option<String>,
    /// How the program is asked for its counts.
    pub interface: Interface,
    /// Number of start positions.
    pub positions: usize,
    /// Problems that did not end the run.
    pub warnings: Vec<String>,
    /// Duration of the run.
    pub duration: Duration,
}

impl RunInfo {
    /// Returns the name of the program, or its command if it has none.
    pub fn program(&self) -> &str {
        self.name.as_ref().unwrap_or(&self.command)
    }
}

/// How a program is asked for its counts.
pub enum Interface {
    /// By UCI, with this command.
    Engine(PerftCommand),
    /// By the arguments of a script.
    Script,
}
