//! Attacks of pawns, knights and kings, from one table for each piece.
//!
//! See <https://www.chessprogramming.org/Knight_Pattern>.

use crate::chess::{Bitboard, Color, Square};

pub(crate) const KNIGHT_STEPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const KING_STEPS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

static KNIGHT: [Bitboard; 64] = table(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = table(&KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [table(&[(-1, 1), (1, 1)]), table(&[(-1, -1), (1, -1)])];

/// Computes the attacks of a leaper from each square. `steps` are its steps, as (files, ranks).
const fn table(steps: &[(i8, i8)]) -> [Bitboard; 64] {
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
