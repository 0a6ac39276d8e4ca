//! What the two ends of the prompt share: the position, the screen, and who sent each `isready`.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
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
pub struct Shared {
    situation: Mutex<Situation>,
    askers: Mutex<VecDeque<Asker>>,
    screen: Mutex<Screen>,
    /// The side from which boards are seen.
    side: Mutex<Color>,
    /// Time at which the editor became active, and whether a line was executed before.
    editing: Mutex<Option<(Instant, bool)>>,
    /// Whether [`HOW_TO_LEAVE`] has been printed since the last line.
    has_warned: AtomicBool,
}

impl Shared {
    /// Returns the state at the start of a session.
    pub fn new(style: Style) -> Self {
        let board = Board::default();
        Self {
            situation: Mutex::new(Situation {
                board,
                key: Position::new(board).keys().all,
                last_move: None,
                notation: CastlingNotation::KingMoves,
                termination: None,
            }),
            askers: Mutex::default(),
            screen: Mutex::new(Screen::new(style)),
            side: Mutex::new(Color::White),
            editing: Mutex::default(),
            has_warned: AtomicBool::new(false),
        }
    }

    /// Returns the position of the engine.
    pub fn situation(&self) -> Situation {
        locked(&self.situation).clone()
    }

    /// Sets the position of the engine, and returns the one before.
    pub fn replace_situation(&self, situation: Situation) -> Situation {
        std::mem::replace(&mut *locked(&self.situation), situation)
    }

    /// Returns the side from which boards are seen.
    pub fn side(&self) -> Color {
        *locked(&self.side)
    }

    /// Sets the side from which boards are seen.
    pub fn set_side(&self, side: Color) {
        *locked(&self.side) = side;
    }

    /// Records that the editor becomes active. `is_after_line` is whether a line was executed since
    /// it was active last.
    pub fn begin_editing(&self, is_after_line: bool) {
        *locked(&self.editing) = Some((Instant::now(), is_after_line));
    }

    /// Records that the editor is no longer active. Returns whether a Ctrl-C that ended it was
    /// meant for the command of the line before.
    pub fn end_editing(&self) -> bool {
        let was_late = self.target_of_signal() == Target::EndedCommand;
        *locked(&self.editing) = None;
        was_late
    }

    /// Returns what a Ctrl-C is meant for that arrives as a signal now. In the editor, Ctrl-C is a
    /// key, so that a signal comes from outside, or from the moment before the editor began.
    pub fn target_of_signal(&self) -> Target {
        match *locked(&self.editing) {
            None => Target::Command,
            Some((since, true)) if since.elapsed() < LATE && !self.has_warned() => {
                Target::EndedCommand
            }
            Some(_) => Target::Session,
        }
    }

    /// Returns whether [`HOW_TO_LEAVE`] has been printed since the last line.
    pub fn has_warned(&self) -> bool {
        self.has_warned.load(Ordering::Relaxed)
    }

    /// Records whether [`HOW_TO_LEAVE`] has been printed since the last line.
    pub fn set_warned(&self, has_warned: bool) {
        self.has_warned.store(has_warned, Ordering::Relaxed);
    }

    /// Records that an `isready` is about to be sent.
    pub fn will_ask(&self, asker: Asker) {
        locked(&self.askers).push_back(asker);
    }

    /// Returns who sent the `isready` that has been answered.
    pub fn answered(&self) -> Asker {
        locked(&self.askers).pop_front().unwrap_or(Asker::User)
    }

    /// Returns the screen. It must not be held while waiting for the other end.
    pub fn screen(&self) -> MutexGuard<'_, Screen> {
        locked(&self.screen)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_signal_just_after_a_line_is_meant_for_the_command_of_that_line() {
        let shared = Shared::new(Style::PLAIN);
        assert_eq!(shared.target_of_signal(), Target::Command);
        shared.begin_editing(false);
        assert_eq!(shared.target_of_signal(), Target::Session);
        shared.begin_editing(true);
        assert_eq!(shared.target_of_signal(), Target::EndedCommand);
        shared.set_warned(true);
        assert_eq!(shared.target_of_signal(), Target::Session);
    }
}
