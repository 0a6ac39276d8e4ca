//! What the two ends of the prompt share: the position, the screen, and who sent each `isready`.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ferz::chess::notation::CastlingNotation;
use ferz::chess::{Board, Position};
use ferz::engine::Situation;

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
}

/// The state that both ends share.
pub struct Shared {
    situation: Mutex<Situation>,
    askers: Mutex<VecDeque<Asker>>,
    screen: Mutex<Screen>,
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
