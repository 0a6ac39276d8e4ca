//! The line editor: history, completion, hints and colors.

use std::borrow::Cow;
use std::env;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::uci::parse;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event,
    EventContext, EventHandler, Helper, KeyEvent, Movement, RepeatCount,
};

use super::completion;
use super::shared::Shared;
use super::words;
use crate::cli::EXTRA_COMMANDS;
use crate::report::display::style::Style;

/// The text before each line.
const PROMPT: &str = "ferz> ";

/// Number of lines that the history keeps.
const HISTORY: usize = 1_000;

/// An editor with the history of earlier sessions.
pub struct LineEditor {
    editor: Editor<Assistant, FileHistory>,
    /// The file of the history; `None` if there is no home folder.
    history: Option<PathBuf>,
}

impl LineEditor {
    /// Creates an editor, and loads the history.
    pub fn new(shared: Arc<Shared>) -> io::Result<Self> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .color_mode(if shared.style.color {
                ColorMode::Enabled
            } else {
                ColorMode::Disabled
            })
            .max_history_size(HISTORY)
            .map_err(io::Error::other)?
            .build();
        let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(Assistant { shared }));
        editor.bind_sequence(
            KeyEvent::ctrl('C'),
            EventHandler::Conditional(Box::new(ClearLine)),
        );
        let history = history_file(|name| env::var_os(name).map(PathBuf::from));
        if let Some(file) = &history
            && let Err(error) = editor.load_history(file)
        {
            log::info!("no history: {error}");
        }
        Ok(Self { editor, history })
    }

    /// Reads a line, and adds it to the history.
    pub fn read(&mut self) -> rustyline::Result<String> {
        let line = self.editor.readline(PROMPT)?;
        if self.editor.add_history_entry(line.trim()).unwrap_or(false)
            && let Some(file) = &self.history
            && let Some(folder) = file.parent()
        {
            let saved = fs::create_dir_all(folder).map_err(ReadlineError::Io);
            let saved = saved.and_then(|()| self.editor.append_history(file));
            if let Err(error) = saved {
                log::info!("cannot save the history: {error}");
                self.history = None;
            }
        }
        Ok(line)
    }
}

/// Returns the text before each line, as the terminal shows it.
pub fn prompt(style: Style) -> String {
    bold(PROMPT, style)
}

fn bold(text: &str, style: Style) -> String {
    style.paint(console::Style::new().bold(), text)
}

/// Returns the file of the history, in the folder of the system for the state of programs.
/// `variable` returns the value of an environment variable.
fn history_file(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let variable = |name| variable(name).filter(|value| value.is_absolute());
    let folder = match cfg!(windows) {
        true => variable("LOCALAPPDATA")?,
        false => match variable("XDG_STATE_HOME") {
            Some(folder) => folder,
            None => variable("HOME")?.join(".local/state"),
        },
    };
    Some(folder.join("ferz").join("history"))
}

/// Clears a line that is not empty at Ctrl-C. On an empty line, Ctrl-C ends
/// [`LineEditor::read`] with [`ReadlineError::Interrupted`].
struct ClearLine;

impl ConditionalEventHandler for ClearLine {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        (!context.line().is_empty()).then_some(Cmd::Kill(Movement::WholeBuffer))
    }
}

/// Completes, hints and colors the line.
struct Assistant {
    shared: Arc<Shared>,
}

impl Helper for Assistant {}
impl Validator for Assistant {}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let situation = self.shared.state().situation.clone();
        Ok(completion::complete(&line[..at], &situation))
    }
}

/// The arguments of a command, shown after its name. They cannot be accepted as text.
pub struct Usage(String);

impl Hint for Usage {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for Assistant {
    type Hint = Usage;

    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<Usage> {
        let command = line.strip_suffix(' ').filter(|_| at == line.len())?;
        let arguments = words::arguments(command)?;
        (!arguments.is_empty()).then(|| Usage(arguments.to_owned()))
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        let end = line.find(' ').unwrap_or(line.len());
        let (first, rest) = line.split_at(end);
        if !parse::is_command(first, EXTRA_COMMANDS) && !words::names().any(|name| name == first) {
            return Cow::Borrowed(line);
        }
        let color = console::Style::new().cyan();
        Cow::Owned(self.shared.style.paint(color, first) + rest)
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(bold(prompt, self.shared.style))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        let dim = console::Style::new().dim();
        Cow::Owned(self.shared.style.paint(dim, hint))
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        // Each key may complete or change the command.
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn the_history_is_in_the_folder_for_the_state_of_programs() {
        for (home, state, expected) in [
            ("/home/a", "", Some("/home/a/.local/state/ferz/history")),
            ("/a", "/b", Some("/b/ferz/history")),
            // Not an absolute path.
            ("/a", "b", Some("/a/.local/state/ferz/history")),
            ("", "", None),
        ] {
            let value = |name: &str| Some(if name == "HOME" { home } else { state }.into());
            assert_eq!(history_file(value), expected.map(PathBuf::from));
        }
    }
}
