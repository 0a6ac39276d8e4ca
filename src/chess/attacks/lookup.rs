//! Attacks of one piece, from tables, and of all pawns of a side.

use super::magic::{BISHOP, ROOK, look_up};
use crate::chess::{Bitboard, Color, PieceType, Square};

#[rustfmt::skip]
const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
#[rustfmt::skip]
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT: [Bitboard; 64] = leaper_attacks(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaper_attacks(&KING_STEPS);
/// By color.
static PAWN: [[Bitboard; 64]; 2] = [
    leaper_attacks(&[(-1, 1), (1, 1)]),
    leaper_attacks(&[(-1, -1), (1, -1)]),
];

/// Computes the attacks of a leaper from each square. `steps` are its steps, as (files, ranks).
const fn leaper_attacks(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = Square::from_index(from).offset(steps[i].0, steps[i].1) {
                table[from].0 |= to.bitboard().0;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// Returns the squares that a knight on `square` attacks.
///
/// ```
/// use ferz::chess::{Square, attacks::knight_attacks};
/// assert_eq!(knight_attacks(Square::A1).names(" "), "c2 b3");
/// ```
#[inline]
#[must_use]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Returns the squares that a king on `square` attacks.
///
/// ```
/// use ferz::chess::{Square, attacks::king_attacks};
/// assert_eq!(king_attacks(Square::A1).names(" "), "b1 a2 b2");
/// ```
#[inline]
#[must_use]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Returns the one or two squares that a pawn of `color` on `square` attacks.
///
/// ```
/// use ferz::chess::{Color, Square, attacks::pawn_attacks};
/// assert_eq!(pawn_attacks(Color::White, Square::E4).names(" "), "d5 f5");
/// ```
#[inline]
#[must_use]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Returns all squares that the pawns of `color` on `pawns` attack.
///
/// ```
/// use ferz::chess::{Color, Rank, attacks::pawns_attacks};
/// let attacked = pawns_attacks(Color::White, Rank::Second.bitboard());
/// assert_eq!(attacked, Rank::Third.bitboard());
/// ```
#[inline]
#[must_use]
pub fn pawns_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.east() | ahead.west()
}

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
