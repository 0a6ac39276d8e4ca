//! The prompt: a session for people at a terminal, with line editing, completion, a board after
//! each move, and one line per iteration of a search.
//!
//! It is a UCI session with other endpoints: [`input`] reads lines with an editor, [`translate`]
//! turns them into UCI, and [`view`] shows events. The editor is not active while something runs,
//! so that the editor and the view never write to the terminal at the same time. A line typed
//! meanwhile is executed at once, and Enter alone stops what runs.

mod completion;
mod editor;
mod input;
mod search_line;
mod shared;
#[cfg(unix)]
mod terminal;
mod translate;
mod view;
mod words;

use std::env;
use std::io::{self, BufReader, IsTerminal};
use std::sync::Arc;
use std::thread;

use crate::engine::Ending;
use crate::uci::{self, RunError, TextInput, TextOutput};
use crossbeam_channel::{Receiver, bounded, unbounded};

use super::{EXTRA_COMMANDS, print_error};
use crate::report::display::style::Style;
use input::PromptInput;
use shared::{Notice, Shared, Target};
use view::View;

/// First line of a session.
const WELCOME: &str = "\
Type moves (e4, e2e4), a FEN, \"go\" to analyse, \"help\" for a list, or \"quit\".
Tab completes; Enter or Ctrl-C stops a search.";

/// Returns whether input and output are a terminal that can have a prompt.
pub fn is_possible() -> bool {
    let is_dumb = env::var("TERM").is_ok_and(|term| term == "dumb");
    !is_dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Prepares the program for [`run`]. It must be called before any thread is started.
pub fn prepare() {
    #[cfg(unix)]
    terminal::suspend_only_in_reader();
}

/// Undoes [`prepare`] for the calling thread and those that it starts.
pub fn cancel() {
    #[cfg(unix)]
    terminal::accept_suspension();
}

/// Runs a session with a prompt, or without one if the terminal refuses it. Each message on
/// `interrupts` is a Ctrl-C that the terminal has made a signal, or a signal from outside.
pub fn run(style: Style, interrupts: Receiver<()>) -> Result<Ending, RunError> {
    // The reader thread may still be editing a line when the session ends.
    #[cfg(unix)]
    let _mode = terminal::RestoredMode::save();
    let (notice, notices) = unbounded();
    let shared = Arc::new(Shared::new(style));
    let view = View::new(shared.clone(), notice.clone());
    // A message on this channel ends the session.
    let (leave, leaves) = bounded(1);
    let input = match PromptInput::new(shared.clone(), notices, leave.clone()) {
        Ok(input) => input,
        Err(error) => {
            print_error(format!("no line editor: {error}; continuing without it"));
            let input = TextInput::new(BufReader::new(io::stdin()), true);
            let output = TextOutput(io::stdout());
            return uci::run(input, output, Some(interrupts), EXTRA_COMMANDS);
        }
    };
    // If writing fails, the first event ends the session.
    let _: io::Result<()> = shared.print(console::Style::new(), WELCOME);
    let signals = thread::Builder::new().name("signals".to_owned());
    let forwarding = signals.spawn(move || {
        for () in interrupts {
            // Sending fails if the session has ended.
            let target = shared.state().target_of_signal();
            match target {
                Target::Command => drop(notice.send(Notice::Interrupt)),
                Target::Session => drop(leave.try_send(())),
                Target::EndedCommand => {
                    shared.state().has_warned = true;
                    // If writing fails, the next event ends the session.
                    let _: io::Result<()> = shared.print_how_to_leave(&editor::prompt(style));
                }
            }
        }
    });
    forwarding.map_err(RunError::NoThread)?;
    uci::run(input, view, Some(leaves), EXTRA_COMMANDS)
}
