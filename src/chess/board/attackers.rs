//! Attacks on squares and on kings, and whether an en passant capture leaves the king safe.

use crate::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use crate::chess::{Bitboard, Board, Color, PieceType, Square};

impl Board {
    /// Returns the pieces of both colors that attack `square`, with sliders blocked by `occupied`.
    ///
    /// Attacks are symmetrical: a piece attacks the square if a piece of the same type on the
    /// square would attack it back. For a pawn, the piece on the square is a pawn of the other
    /// color.
    ///
    /// ```
    /// use ferz::chess::{Board, Square};
    /// let board = Board::default();
    /// let attackers = board.attackers_to(Square::F3, board.occupied());
    /// assert_eq!(attackers.names(" "), "g1 e2 g2");
    /// ```
    #[inline]
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.of_type(PieceType::Queen);
        (pawn_attacks(Color::Black, square) & self.of(Color::White, PieceType::Pawn))
            | (pawn_attacks(Color::White, square) & self.of(Color::Black, PieceType::Pawn))
            | (knight_attacks(square) & self.of_type(PieceType::Knight))
            | (king_attacks(square) & self.of_type(PieceType::King))
            | (bishop_attacks(square, occupied) & (self.of_type(PieceType::Bishop) | queens))
            | (rook_attacks(square, occupied) & (self.of_type(PieceType::Rook) | queens))
    }

    /// Returns whether a piece of color `by` attacks `square`.
    #[inline]
    #[must_use]
    pub fn is_square_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers_to(square, self.occupied())
            .intersects(self.of_color(by))
    }

    /// Returns the pieces that give check to the side to move.
    ///
    /// ```
    /// use ferz::chess::Board;
    /// let board: Board = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(board.checkers().names(" "), "e2");
    /// assert!(board.is_in_check());
    /// # Ok::<(), ferz::chess::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let us = self.side_to_move();
        self.attackers_to(self.king(us), self.occupied()) & self.of_color(!us)
    }

    /// Returns whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        self.is_square_attacked(self.king(self.side_to_move()), !self.side_to_move())
    }

    /// Returns whether the king of `us` is safe after `us` captures en passant from `from` to `to`.
    /// The capture removes two pawns from their squares, and both may have shielded the king:
    ///
    /// ```text
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . X . . . .      exd6 en passant would open
    /// K . . p P . . r      the rank to the rook
    /// . . . . . . . .
    /// ```
    ///
    /// This function is rarely called. It is not inlined, because inlining raises the register
    /// pressure of the generator, which slows perft down.
    #[inline(never)]
    pub(crate) fn en_passant_is_safe(&self, us: Color, from: Square, to: Square) -> bool {
        let king = self.king(us);
        let captured = to.forward(!us).bitboard();
        let occupied = (self.occupied() ^ from.bitboard() ^ captured) | to.bitboard();
        let leapers = (knight_attacks(king) & self.of(!us, PieceType::Knight))
            | (pawn_attacks(us, king) & self.of(!us, PieceType::Pawn) & !captured);
        let sliders = (bishop_attacks(king, occupied) & self.diagonal_sliders(!us))
            | (rook_attacks(king, occupied) & self.orthogonal_sliders(!us));
        (leapers | sliders).is_empty()
    }

    /// Returns whether a pawn of `us` can legally capture en passant on `square`.
    #[inline(always)]
    pub(super) fn has_legal_en_passant(&self, us: Color, square: Square) -> bool {
        let capturers = pawn_attacks(!us, square) & self.of(us, PieceType::Pawn);
        capturers
            .into_iter()
            .any(|from| self.en_passant_is_safe(us, from, square))
    }
}
