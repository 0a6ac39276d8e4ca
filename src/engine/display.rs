//! The commands `d` and `eval`: the position and its static evaluation as text.

use super::state::Engine;
use crate::chess::Termination;
use crate::chess::notation::CoordinateMove;
use crate::eval::trace;

impl Engine {
    /// Returns the diagram, FEN, Zobrist key, checkers and legal moves of the position, and the
    /// result if the game is over.
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
            result_line(self.position.termination()),
        )
    }

    /// Returns the static evaluation of the position, term by term and piece by piece, and the result
    /// if the game is over. After checkmate or stalemate there is only the result.
    pub(super) fn evaluation(&self) -> String {
        let end = self.position.termination();
        match end {
            Some(end @ (Termination::Checkmate { .. } | Termination::Stalemate)) => {
                format!("No evaluation: {end}")
            }
            _ => {
                let trace = trace(self.position.board(), self.pool.network());
                format!("{trace}{}", result_line(end))
            }
        }
    }
}

/// Returns a line with the result of a game, or nothing if the game is not over.
fn result_line(end: Option<Termination>) -> String {
    end.map_or_else(String::new, |end| format!("\nResult: {end}"))
}
