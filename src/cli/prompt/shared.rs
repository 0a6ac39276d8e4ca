//! What the two ends of the prompt share: the position, the screen, and who sent each `isready`.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::chess::notation::CastlingNotation;
use crate::chess::{Board, Color, Position};
use crate::engine::Situation;

use super::screen::Screen;
use crate::cli::display::style::Style;

/// The sender of an `isready`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// The user: the reply is shown.
    User,
    /// The prompt: it waits for the reply before it reads the next line.
    Prompt,
}

/// What the view tells the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A search, perft or task starts.
    Started,
    /// It has ended.
    Ended,
    /// All commands before an `isready` of the prompt are done.
    Ready,
    /// Ctrl-C was pressed while the editor was not active.
    Interrupt,
}

/// What a Ctrl-C that arrives as a signal is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The command that the engine executes.
    Command,
    /// A command that has just ended by itself.
    EndedCommand,
    /// The session.
    Session,
}

/// Message at the first Ctrl-C on an empty line if a game or a result would be lost.
pub const HOW_TO_LEAVE: &str = "Ctrl-C again or \"quit\" leaves ferz.";

/// A Ctrl-C that is pressed when the editor has been active for less than this time after a line
/// was meant for the command of that line.
const LATE: Duration = Duration::from_millis(500);

/// The state that both ends share.
pub struct State {
    /// The position of the engine.
    pub situation: Situation,
    /// The senders of the `isready`s that are not yet answered.
    pub askers: VecDeque<Asker>,
    /// The side from which boards are seen.
    pub side: Color,
    /// Time at which the editor became active, and whether a line was executed since it was active
    /// last; `None` while it is not active.
    pub editing: Option<(Instant, bool)>,
    /// Whether [`HOW_TO_LEAVE`] has been printed since the last line.
    pub has_warned: bool,
}

impl State {
    /// Returns the state at the start of a session.
    fn new() -> Self {
        let board = Board::default();
        Self {
            situation: Situation {
                board,
                key: Position::new(board).keys().all,
                last_move: None,
                notation: CastlingNotation::KingMoves,
                termination: None,
            },
            askers: VecDeque::new(),
            side: Color::White,
            editing: None,
            has_warned: false,
        }
    }

    /// Returns what a Ctrl-C is meant for that arrives as a signal now. In the editor, Ctrl-C is a
    /// key, so that a signal comes from outside, or from the moment before the editor began.
    pub fn target_of_signal(&self) -> Target {
        match self.editing {
            None => Target::Command,
            Some((since, true)) if since.elapsed() < LATE && !self.has_warned => {
                Target::EndedCommand
            }
            Some(_) => Target::Session,
        }
    }
}

/// The state and the screen. A write to the screen may block, so that it has a lock of its own.
pub struct Shared {
    state: Mutex<State>,
    screen: Mutex<Screen>,
}

impl Shared {
    pub fn new(style: Style) -> Self {
        Self {
            state: Mutex::new(State::new()),
            screen: Mutex::new(Screen::new(style)),
        }
    }

    /// Returns the state, which must be held only for a moment.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the screen. It must not be held while waiting for the other end.
    pub fn screen(&self) -> MutexGuard<'_, Screen> {
        self.screen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_signal_just_after_a_line_is_meant_for_the_command_of_that_line() {
        let mut state = State::new();
        for (is_after_line, has_warned, expected) in [
            (None, false, Target::Command),
            (Some(false), false, Target::Session),
            (Some(true), false, Target::EndedCommand),
            (Some(true), true, Target::Session),
        ] {
            state.editing = is_after_line.map(|is_after| (Instant::now(), is_after));
            state.has_warned = has_warned;
            assert_eq!(state.target_of_signal(), expected);
        }
    }
}
