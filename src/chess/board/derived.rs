//! Boards derived from another one: the colors exchanged, or a piece removed.
//!
//! The command `flip` exchanges the colors. Tests compare both positions, to find errors of move
//! generation or evaluation that affect only one side. An evaluation without a piece tells what the
//! piece contributes.

#[cfg(feature = "engine")]
use super::make_move::NoObserver;
use crate::chess::{Bitboard, Board, CastlingRights, Square};

impl Board {
    /// Returns the position with the colors exchanged: the ranks mirrored, and the other side to
    /// move. Castling rights and the en passant square are mirrored too; the halfmove clock
    /// and the fullmove number stay.
    ///
    /// ```
    /// use ferz::chess::Board;
    /// let board: Board = "4k3/8/8/8/8/8/1P6/4K2R w K - 3 9".parse()?;
    /// assert_eq!(board.flipped().to_string(), "4k2r/1p6/8/8/8/8/8/4K3 b k - 3 9");
    /// assert_eq!(board.flipped().flipped(), board);
    /// # Ok::<(), ferz::chess::FenError>(())
    /// ```
    #[must_use]
    pub fn flipped(&self) -> Self {
        let flip = |set: Bitboard| Bitboard(set.0.swap_bytes());
        let [white, black] = self.by_color;
        let rooks = self.castling.rooks().into_iter();
        Self {
            by_type: self.by_type.map(flip),
            by_color: [flip(black), flip(white)],
            castling: rooks.fold(CastlingRights::NONE, |rights, rook| {
                rights.with(rook.flip_rank())
            }),
            en_passant: self.en_passant.map(Square::flip_rank),
            side_to_move: !self.side_to_move,
            ..*self
        }
    }

    /// Returns the board without the piece on `square`, which is no king, for an evaluation.
    /// Removing any piece ends the en passant right, and removing a rook its castling right.
    ///
    /// The board may break the rules: the side to move may attack the king of the other side.
    #[cfg(feature = "engine")]
    pub(crate) fn without_piece(&self, square: Square) -> Self {
        let mut board = Self {
            castling: self.castling.without(square.bitboard()),
            en_passant: None,
            ..*self
        };
        if let Some(piece) = self.piece_at(square) {
            board.remove(piece, square, &mut NoObserver);
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn a_flipped_position_has_the_mirrored_moves() {
        for (fen, flipped) in [
            (Board::START_FEN,
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQq - 4 7",
             "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b Qkq - 4 7"),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
             "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq f3 0 3"),
            ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
             "bq1bnrkr/npp1p1pp/p2p4/5p2/2P5/3PPN2/PP3PPP/BQNB1RKR b HFhf - 2 9"),
        ] {
            let board: Board = fen.parse().expect("a FEN");
            assert_eq!(board.flipped(), flipped.parse().expect("a FEN"), "{fen}");
            let moves = |of: &Board, image: fn(Square) -> Square| {
                let legal = of.legal_moves().into_iter();
                let mut parts: Vec<_> = legal
                    .map(|mv| (image(mv.from()), image(mv.to()), mv.promotion()))
                    .collect();
                parts.sort_unstable();
                parts
            };
            let mirrored = moves(&board.flipped(), Square::flip_rank);
            assert_eq!(mirrored, moves(&board, |square| square), "{fen}");
        }
    }

    #[cfg(feature = "engine")]
    #[test]
    #[rustfmt::skip]
    fn a_removed_piece_leaves_an_empty_square_and_ends_its_rights() {
        for (fen, square, without) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Square::H1, "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Square::D5, "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Square::D5, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ] {
            let board: Board = fen.parse().expect("a FEN");
            assert_eq!(board.without_piece(square).to_string(), without);
        }
    }
}
