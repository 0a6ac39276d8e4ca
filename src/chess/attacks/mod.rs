//! What a piece attacks from a square, from tables that the compiler computes.
//!
//! * [`leapers`]: pawns, knights and kings, whose attacks depend on nothing else;
//! * [`rays`]: straight and diagonal lines, and what lies between two squares;
//! * [`magic`]: bishops and rooks, whose attacks end at the first piece in the way.
//!
//! See <https://www.chessprogramming.org/Attacks>.

pub mod leapers;
pub mod magic;
mod magic_numbers;
pub mod magic_search;
pub mod rays;

pub use leapers::{king_attacks, knight_attacks, pawn_attacks, pawns_attacks};
pub use magic::{bishop_attacks, rook_attacks};
pub use rays::{between, line};

use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::PieceType;
use super::square::Square;

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
