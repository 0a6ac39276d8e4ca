//! Whether an en passant capture leaves the king safe.
//!
//! See <https://www.chessprogramming.org/En_passant>.

use crate::chess::attacks::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::chess::{Board, Color, PieceType, Square};

impl Board {
    /// Returns whether the king of `us` is safe after `us` captures en passant from `from` to
    /// `to`. The capture removes two pawns from their squares, and both may have
    /// shielded the king:
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
    /// pressure of the generator and adds 4 % to the instructions of perft.
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
