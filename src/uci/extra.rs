//! Commands that the caller of [`run`](super::run) adds, such as a benchmark.

use std::sync::Arc;

use crate::engine::{Command, Task, Work};

/// A command with its explanation.
#[derive(Clone, Copy, Debug)]
pub struct Help {
    /// Name of the command.
    pub name: &'static str,
    /// Arguments of the command, as its usage line shows them.
    pub arguments: &'static str,
    /// Description in one line.
    pub summary: &'static str,
    /// Further lines of the explanation; may be empty.
    pub details: &'static str,
}

/// A command that runs a [`Task`].
#[derive(Clone, Copy, Debug)]
pub struct ExtraCommand {
    /// Name and explanation.
    pub help: Help,
    /// Reads the arguments, and returns the work to do or an error message.
    pub parse: fn(&[&str]) -> Result<Arc<Work>, String>,
}

impl ExtraCommand {
    /// Returns the command that these arguments make.
    pub(super) fn command(&self, arguments: &[&str]) -> Result<Command, String> {
        Ok(Command::Run(Task {
            name: self.help.name,
            arguments: arguments.join(" "),
            run: (self.parse)(arguments)?,
        }))
    }
}

/// Returns the command with this name.
pub(super) fn find<'a>(extra: &'a [ExtraCommand], name: &str) -> Option<&'a ExtraCommand> {
    extra.iter().find(|command| command.help.name == name)
}
