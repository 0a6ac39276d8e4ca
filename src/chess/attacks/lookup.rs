//! Attacks of one piece, by a table lookup.
//!
//! See <https://www.chessprogramming.org/Sliding_Piece_Attacks>.

#[cfg(not(all(feature = "pext", target_arch = "x86_64", target_feature = "bmi2")))]
use super::magic as tables;
#[cfg(all(feature = "pext", target_arch = "x86_64", target_feature = "bmi2"))]
use super::pext as tables;

use super::leapers::{king_attacks, knight_attacks, pawn_attacks};
use crate::chess::bitboard::Bitboard;
use crate::chess::color::Color;
use crate::chess::piece::PieceType;
use crate::chess::square::Square;
use tables::{BISHOP, ROOK, look_up};

/// The lookup of slider attacks in this build: `magic` or `pext`.
pub const SLIDERS: &str = tables::NAME;

/// What a bishop on `square` attacks, given the occupied squares; its own square may be
/// among them or not.
#[inline(always)]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOP[square.index()], occupied)
}

/// What a rook on `square` attacks, given the occupied squares; its own square may be
/// among them or not.
#[inline(always)]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOK[square.index()], occupied)
}

/// What a queen on `square` attacks, given the occupied squares.
#[inline]
#[must_use]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// What a piece of this kind and color on `square` attacks, given the occupied squares.
#[inline]
#[must_use]
pub fn attacks(kind: PieceType, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => pawn_attacks(color, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}
