//! Commands that the caller of [`run`](super::run) adds, such as a benchmark.

use std::sync::Arc;

use crate::engine::{Command, Task, Work};

/// Help text of a command.
#[derive(Clone, Copy, Debug)]
pub struct Help {
    /// Name of the command.
    pub name: &'static str,
    /// Arguments, as in the usage line.
    pub arguments: &'static str,
    /// Short description, for the list of commands.
    pub summary: &'static str,
    /// More lines, for `help COMMAND`; may be empty.
    pub details: &'static str,
}

/// An extra command, which runs a [`Task`].
#[derive(Clone, Copy, Debug)]
pub struct ExtraCommand {
    /// Name and help text.
    pub help: Help,
    /// Parses the arguments. Returns the function to run, or an error message.
    pub parse: fn(&[&str]) -> Result<Arc<Work>, String>,
}

impl ExtraCommand {
    /// Returns the engine command for these arguments, or an error message.
    pub(super) fn command(&self, arguments: &[&str]) -> Result<Command, String> {
        Ok(Command::Run(Task {
            name: self.help.name,
            arguments: arguments.join(" "),
            run: (self.parse)(arguments)?,
        }))
    }
}

/// Finds an extra command by its name.
pub(super) fn find<'a>(extra: &'a [ExtraCommand], name: &str) -> Option<&'a ExtraCommand> {
    extra.iter().find(|command| command.help.name == name)
}
