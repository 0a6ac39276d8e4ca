//! The position of the engine, for the commands `d` and `eval` and for prompts.

use super::event::{Event, Situation};
use super::state::Engine;

impl Engine {
    /// Returns the position with what is known of its game.
    pub(super) fn situation(&self) -> Situation {
        let previous = self.position.previous_board().copied();
        Situation {
            board: *self.position.board(),
            key: self.position.keys().all,
            last_move: previous.zip(self.moves.last().copied()),
            notation: self.castling_notation(),
            termination: self.position.termination(),
        }
    }

    /// Tells the output that the position has changed, or how its moves are written.
    pub(super) fn announce_position(&self) {
        self.emit(Event::Position(Box::new(self.situation())));
    }
}
