//! The commands `d` and `eval`: the position and its evaluation as text.

use super::state::Engine;
use crate::chess::Termination;
use crate::chess::notation::CoordinateMove;
use crate::eval::trace;

impl Engine {
    /// The position as text: diagram, FEN, key, checkers, legal moves, and the result of a
    /// game that is over.
    pub(super) fn display(&self) -> String {
        let board = self.position.board();
        let (fen, notation) = (self.fen(), self.castling_notation());
        let mut moves: Vec<String> = board
            .legal_moves()
            .into_iter()
            .map(|mv| CoordinateMove::new(mv, notation).to_string())
            .collect();
        moves.sort();
        format!(
            "{}\n\nFen: {fen}\nKey: {:016X}\nCheckers: {}\nLegal moves: {} ({}){}",
            board.diagram(),
            self.position.keys().all,
            board.checkers().names(" "),
            moves.join(" "),
            moves.len(),
            result(self.position.termination()),
        )
    }

    /// The evaluation of the position as text. Without a legal move there is nothing to
    /// evaluate, only the result.
    pub(super) fn evaluation(&self) -> String {
        let end = self.position.termination();
        match end {
            Some(end @ (Termination::Checkmate { .. } | Termination::Stalemate)) => {
                format!("No evaluation: {end}")
            }
            _ => format!("{}{}", trace(self.position.board()), result(end)),
        }
    }
}

/// A line with the result of a game that is over; otherwise nothing.
fn result(end: Option<Termination>) -> String {
    end.map_or_else(String::new, |end| format!("\nResult: {end}"))
}
