//! Attacks on squares and on kings.
//!
//! See <https://www.chessprogramming.org/Square_Attacked_By>.

use super::state::Board;
use crate::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use crate::chess::bitboard::Bitboard;
use crate::chess::color::Color;
use crate::chess::piece::PieceType;
use crate::chess::square::Square;

impl Board {
    /// The pieces of both colors that attack `square`, if `occupied` were the occupied
    /// squares: what a piece would attack, were it on `square`, attacks it.
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

    /// Whether a piece of color `by` attacks `square`.
    #[inline]
    #[must_use]
    pub fn is_square_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers_to(square, self.occupied())
            .intersects(self.of_color(by))
    }

    /// The pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let us = self.side_to_move();
        self.attackers_to(self.king(us), self.occupied()) & self.of_color(!us)
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        self.is_square_attacked(self.king(self.side_to_move()), !self.side_to_move())
    }
}
