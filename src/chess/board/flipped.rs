//! The board with the colors exchanged.
//!
//! The command `flip` exchanges the colors. Tests compare both positions, to find errors of move
//! generation or evaluation that affect only one side.

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
}
