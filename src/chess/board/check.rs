//! Attacks on squares and on kings.
//!
//! See <https://www.chessprogramming.org/Square_Attacked_By>.

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
}
