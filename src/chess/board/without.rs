//! The board without one of its pieces, to find out what the piece contributes to an evaluation.
//!
//! See <https://www.chessprogramming.org/Evaluation>.

use crate::chess::{Board, Square};

impl Board {
    /// Returns the board without the piece on `square`, for an evaluation. A castling right ends
    /// with its rook, and an en passant right with any piece.
    ///
    /// The board may break the rules: the side to move may attack the king of the other side.
    pub(crate) fn without_piece(&self, square: Square) -> Self {
        let mut board = Self {
            castling: self.castling.without(square.bitboard()),
            en_passant: None,
            ..*self
        };
        if let Some(piece) = self.piece_at(square) {
            board.remove(piece, square, &mut ());
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_piece_leaves_an_empty_square_and_ends_its_rights() {
        for (fen, square, without) in [
            (
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                Square::H1,
                "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1",
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
                Square::D5,
                "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                Square::D5,
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            ),
        ] {
            let board: Board = fen.parse().expect("a FEN");
            assert_eq!(board.without_piece(square).to_string(), without);
        }
    }
}
