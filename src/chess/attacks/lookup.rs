//! Attacks of one piece, from tables.
//!
//! See <https://www.chessprogramming.org/Sliding_Piece_Attacks>.

use super::leapers::{king_attacks, knight_attacks, pawn_attacks};
use super::magic::{BISHOP, ROOK, look_up};
use crate::chess::{Bitboard, Color, PieceType, Square};

/// Returns the squares that a bishop on `square` attacks. It does not matter whether `occupied`
/// contains the bishop's own square.
///
/// ```
/// use ferz::chess::{Square, attacks::bishop_attacks};
/// // 4  . . . o . . . .      o: a piece on d4 blocks
/// // 3  . . X . . . . .
/// // 2  . X . . . . . .
/// // 1  B . . . . . . .
/// let occupied = Square::D4.bitboard();
/// assert_eq!(bishop_attacks(Square::A1, occupied).names(" "), "b2 c3 d4");
/// ```
#[inline(always)]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOP[square.index()], occupied)
}

/// Returns the squares that a rook on `square` attacks. It does not matter whether `occupied`
/// contains the rook's own square.
///
/// ```
/// use ferz::chess::{Square, attacks::rook_attacks};
/// let occupied = Square::A3.bitboard() | Square::C1.bitboard();
/// assert_eq!(rook_attacks(Square::A1, occupied).names(" "), "b1 c1 a2 a3");
/// ```
#[inline(always)]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOK[square.index()], occupied)
}

/// Returns the squares that a queen on `square` attacks: those of a [bishop](bishop_attacks) and a
/// [rook](rook_attacks).
#[inline]
#[must_use]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// Returns the squares that a piece of this type and color on `square` attacks.
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
