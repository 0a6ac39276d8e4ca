//! A move with its score in one number, as the move picker keeps it.

use crate::chess::{Move, PieceMove, PieceType};

/// A move with its score, packed into one number: score from bit 32, move from bit 16, piece from
/// bit 8, index within the stage from bit 0. With one number per move, the compiler can vectorize
/// the search for the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PackedMove(i64);

impl PackedMove {
    /// Packs a move. `index` is below 256, because no position has more moves.
    #[inline]
    pub fn new(PieceMove { mv, piece }: PieceMove, score: i32, index: usize) -> Self {
        let below = (piece.index() << 8 | index) as i64;
        Self(i64::from(score) << 32 | i64::from(mv.bits()) << 16 | below)
    }

    #[inline]
    pub fn piece_move(self) -> PieceMove {
        PieceMove {
            mv: Move::from_bits((self.0 >> 16) as u16).expect("packed from a move"),
            piece: PieceType::ALL[(self.0 >> 8) as u8 as usize],
        }
    }

    #[inline]
    pub const fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as u8 as usize
    }

    /// Returns the same move with its score raised by `bonus`.
    #[inline]
    pub const fn raised_by(self, bonus: i32) -> Self {
        Self(self.0 + ((bonus as i64) << 32))
    }

    /// Returns the same move with another index.
    #[inline]
    pub const fn at(self, index: usize) -> Self {
        Self(self.0 & !0xFF | index as i64)
    }
}
