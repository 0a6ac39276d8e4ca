//! The commands `position` and `moves`, and the reminder after one that was refused.
//!
//! A position that is refused leaves the old one in place. A client that did not read the
//! refusal would take the next answer for one about its own position, so each answer is
//! preceded by a reminder until a position is accepted.
//! See <https://www.chessprogramming.org/UCI>.

use super::event::Event;
use super::state::Engine;
use crate::chess::notation::CoordinateMove;
use crate::chess::{Board, Position, SetupNote};

impl Engine {
    /// Sets the position, or says why it is refused; then the old one stays.
    pub(super) fn set_position(&mut self, fen: Option<&str>, moves: &[CoordinateMove]) {
        match position(fen, moves) {
            Ok((position, notes)) => {
                for note in notes {
                    self.say(Event::Note(format!("position: {note}")));
                }
                self.position = position;
                self.position_refused = false;
            }
            Err(message) => self.refuse_position(message),
        }
    }

    /// Plays moves from the present position, or says why they are refused; then it stays.
    pub(super) fn play_on(&mut self, moves: &[CoordinateMove]) {
        self.remind_of_refusal("moves");
        match after_moves(self.position.clone(), moves) {
            Ok(position) => {
                self.position = position;
                self.position_refused = false;
            }
            Err(message) => self.error(format!("moves: {message}")),
        }
    }

    /// Says why a position is refused; the old one stays.
    pub(super) fn refuse_position(&mut self, message: String) {
        self.position_refused = true;
        self.error(message);
    }

    /// Says that `command` is about an older position, if the last one was refused.
    pub(super) fn remind_of_refusal(&self, command: &str) {
        if self.position_refused {
            let fen = self.fen();
            self.say(Event::Note(format!(
                "{command}: the last position was refused; this is about the one before: {fen}"
            )));
        }
    }
}

/// The position that a `position` command describes, with notes on its FEN.
fn position(
    fen: Option<&str>,
    moves: &[CoordinateMove],
) -> Result<(Position, Vec<SetupNote>), String> {
    let (board, notes) = match fen {
        None => (Board::default(), Vec::new()),
        Some(fen) => Board::from_fen(fen).map_err(|error| format!("position: {error}"))?,
    };
    let position =
        after_moves(Position::new(board), moves).map_err(|error| format!("position: {error}"))?;
    Ok((position, notes))
}

/// The position after these moves, all of which must be legal.
fn after_moves(mut position: Position, moves: &[CoordinateMove]) -> Result<Position, String> {
    for (i, written) in moves.iter().enumerate() {
        let mv = written.resolve(position.board()).ok_or_else(|| {
            format!(
                "move {} of the list: \"{written}\" is not legal on {}",
                i + 1,
                position.board()
            )
        })?;
        position.make_move(mv);
    }
    Ok(position)
}
