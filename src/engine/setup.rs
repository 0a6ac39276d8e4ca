//! The commands `position`, `moves` and `undo`.
//!
//! If a position is rejected, the engine keeps the current one. A client that misses the error
//! message would think that the next result belongs to the rejected position. Therefore, a note
//! precedes every result until a position is accepted.
//! See <https://www.chessprogramming.org/UCI#GUI_to_Engine>.

use super::event::Event;
use super::state::Engine;
use crate::chess::notation::CoordinateMove;
use crate::chess::{Board, Move, Position, SetupNote};

impl Engine {
    /// Sets the position, or reports why it is rejected and keeps the current one.
    pub(super) fn set_position(&mut self, fen: Option<&str>, moves: &[CoordinateMove]) {
        match position(fen, moves) {
            Ok((position, made, notes)) => {
                for note in notes {
                    self.emit(Event::Note(format!("position: {note}")));
                }
                self.set_game(position, made);
            }
            Err(message) => self.reject_position(message),
        }
    }

    /// Makes moves on the current position, or reports why they are rejected and makes none.
    pub(super) fn make_moves(&mut self, moves: &[CoordinateMove]) {
        self.note_rejected_position("moves");
        match after_moves(self.position.clone(), moves) {
            Ok((position, made)) => {
                let moves = [std::mem::take(&mut self.moves), made].concat();
                self.set_game(position, moves);
            }
            Err(message) => self.error(format!("moves: {message}")),
        }
    }

    /// Takes back moves, or reports that there are not as many.
    pub(super) fn undo(&mut self, count: u32) {
        self.note_rejected_position("undo");
        let (made, count) = (self.moves.len(), count as usize);
        let Some(left) = made.checked_sub(count) else {
            let moves = if made == 1 { "move" } else { "moves" };
            self.error(format!(
                "undo: cannot take back {count}; found {made} {moves}"
            ));
            return;
        };
        let mut position = self.position.clone();
        (0..count).for_each(|_| position.unmake_move());
        self.set_game(position, self.moves[..left].to_vec());
    }

    /// Replaces the position and the moves that led to it.
    pub(super) fn set_game(&mut self, position: Position, moves: Vec<Move>) {
        self.position = position;
        self.moves = moves;
        self.position_rejected = false;
        self.announce_position();
    }

    /// Reports why a position is rejected, and keeps the current one.
    pub(super) fn reject_position(&mut self, message: String) {
        self.position_rejected = true;
        self.error(message);
    }

    /// If the last position was rejected, emits a note that `command` uses an earlier one.
    pub(super) fn note_rejected_position(&self, command: &str) {
        if self.position_rejected {
            let fen = self.fen();
            self.emit(Event::Note(format!(
                "{command}: the last position was rejected; using the previous position: {fen}"
            )));
        }
    }
}

/// Returns the position that a `position` command describes, its moves, and notes on its FEN.
fn position(
    fen: Option<&str>,
    moves: &[CoordinateMove],
) -> Result<(Position, Vec<Move>, Vec<SetupNote>), String> {
    let (board, notes) = match fen {
        None => (Board::default(), Vec::new()),
        Some(fen) => Board::from_fen(fen).map_err(|error| format!("position: {error}"))?,
    };
    let (position, made) =
        after_moves(Position::new(board), moves).map_err(|error| format!("position: {error}"))?;
    Ok((position, made, notes))
}

/// Returns the position after these moves, and the moves, or an error if one of them is illegal.
fn after_moves(
    mut position: Position,
    moves: &[CoordinateMove],
) -> Result<(Position, Vec<Move>), String> {
    let mut made = Vec::with_capacity(moves.len());
    for (i, written) in moves.iter().enumerate() {
        let mv = written.resolve(position.board()).ok_or_else(|| {
            format!(
                "move {} of the list: \"{written}\" is not legal on {}",
                i + 1,
                position.board()
            )
        })?;
        position.make_move(mv);
        made.push(mv);
    }
    Ok((position, made))
}
