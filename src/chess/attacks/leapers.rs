//! Attacks of pawns, knights and kings: one table each, one load a look-up.
//!
//! See <https://www.chessprogramming.org/Knight_Pattern>.

use crate::chess::bitboard::Bitboard;
use crate::chess::color::Color;
use crate::chess::square::Square;

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

/// From each square, the squares that the steps (files, ranks) lead to on the board.
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

/// What a knight on `square` attacks.
///
/// ```text
/// . . . . . . . .
/// . . . . . . . .
/// . . X . X . . .
/// . X . . . X . .
/// . . . N . . . .
/// . X . . . X . .
/// . . X . X . . .
/// . . . . . . . .
/// ```
#[inline]
#[must_use]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// What a king on `square` attacks: its neighbours.
#[inline]
#[must_use]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// What a pawn of `color` on `square` attacks: the one or two squares diagonally ahead.
#[inline]
#[must_use]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// What any of these pawns of `color` attack.
#[inline]
#[must_use]
pub fn pawns_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.east() | ahead.west()
}
