//! Piece-square tables: what a piece gains or loses by where it stands.
//!
//! Drawn as White sees the board, the eighth rank on top. They were set by hand from
//! common advice: pawns forward and in the centre, knights off the rim, rooks to the
//! seventh, the king behind its pawns until the endgame and then into the middle.
//! See <https://www.chessprogramming.org/Piece-Square_Tables>.

use super::Tapered;
use crate::chess::{Board, Color, PieceType, Square};
use crate::score::Score;

/// Centipawns by square, the eighth rank first.
type Table = [Score; 64];

/// The sum over all pieces of what their squares are worth, from White's view.
pub(super) fn placement(board: &Board) -> Tapered {
    let mut total = Tapered::default();
    for kind in PieceType::ALL {
        for square in board.of(Color::White, kind) {
            total = total + value(kind, square);
        }
        for square in board.of(Color::Black, kind) {
            total = total + -value(kind, square.flip_rank());
        }
    }
    total
}

/// What a white piece of this kind is worth more on this square.
#[inline]
fn value(kind: PieceType, square: Square) -> Tapered {
    VALUES[kind.index()][square.index()]
}

/// By piece type and square, a1 first.
static VALUES: [[Tapered; 64]; 6] = [
    paired(&PAWN_MIDDLEGAME, &PAWN_ENDGAME),
    paired(&KNIGHT, &KNIGHT),
    paired(&BISHOP, &BISHOP),
    paired(&ROOK_MIDDLEGAME, &ROOK_ENDGAME),
    paired(&QUEEN_MIDDLEGAME, &QUEEN_ENDGAME),
    paired(&KING_MIDDLEGAME, &KING_ENDGAME),
];

/// Two tables as drawn, as one by square.
const fn paired(middlegame: &Table, endgame: &Table) -> [Tapered; 64] {
    let mut values = [Tapered::new(0, 0); 64];
    let mut i = 0;
    while i < 64 {
        let drawn = Square::from_index(i).flip_rank().index();
        values[i] = Tapered::new(middlegame[drawn], endgame[drawn]);
        i += 1;
    }
    values
}

#[rustfmt::skip]
const PAWN_MIDDLEGAME: Table = [
      0,   0,   0,   0,   0,   0,   0,   0,
     60,  65,  60,  60,  60,  55,  40,  35,
     12,  16,  28,  32,  36,  36,  20,   4,
     -4,   8,  10,  20,  24,  14,  10,  -8,
    -14,  -2,   4,  18,  20,   8,   0, -14,
    -14,  -4,   0,   2,   6,   2,  10,  -6,
    -16,  -4,  -8, -14, -12,  12,  14, -12,
      0,   0,   0,   0,   0,   0,   0,   0,
];

#[rustfmt::skip]
const PAWN_ENDGAME: Table = [
      0,   0,   0,   0,   0,   0,   0,   0,
    120, 115, 105,  95,  95, 105, 115, 120,
     70,  65,  55,  45,  45,  55,  65,  70,
     30,  24,  16,  10,  10,  16,  24,  30,
     14,  10,   2,  -2,  -2,   2,  10,  14,
      6,   6,   0,   4,   4,   0,   4,   4,
     10,   8,   8,  10,  10,   8,   6,   4,
      0,   0,   0,   0,   0,   0,   0,   0,
];

#[rustfmt::skip]
const KNIGHT: Table = [
    -70, -40, -28, -22, -22, -28, -40, -70,
    -34, -18,   2,   8,   8,   2, -18, -34,
    -20,   6,  16,  24,  24,  16,   6, -20,
    -12,   8,  20,  28,  28,  20,   8, -12,
    -14,   6,  18,  22,  22,  18,   6, -14,
    -22,   0,  12,  16,  16,  14,   2, -20,
    -34, -18,  -4,   4,   4,  -2, -14, -32,
    -60, -26, -24, -18, -18, -22, -26, -56,
];

#[rustfmt::skip]
const BISHOP: Table = [
    -20, -12, -14, -12, -12, -14, -12, -20,
    -12,   2,  -2,  -2,  -2,  -2,   4, -14,
     -6,   8,  12,  10,  10,  12,   8,  -4,
     -4,   4,  12,  20,  20,  12,   4,  -4,
     -4,   8,  10,  18,  18,  10,   6,  -2,
      0,  12,  12,  10,  12,  14,  12,   4,
      0,  14,   8,   2,   4,  10,  18,   0,
    -18,  -4, -12, -12, -10, -12,  -8, -16,
];

#[rustfmt::skip]
const ROOK_MIDDLEGAME: Table = [
     14,  14,  12,  18,  18,  10,  12,  14,
     14,  14,  26,  28,  28,  26,  16,  18,
     -2,   6,   8,  12,  12,  12,  12,   4,
    -10,  -4,   2,   8,   6,   8,   0,  -6,
    -16, -12,  -6,  -2,   0,  -4,   0, -12,
    -20, -12,  -8,  -8,  -4,  -2,  -2, -16,
    -22, -10,  -8,  -4,  -2,   4,  -4, -28,
     -8,  -6,   2,   8,  10,   6, -12,  -8,
];

#[rustfmt::skip]
const ROOK_ENDGAME: Table = [
     10,  10,  12,  10,  10,  10,   8,   8,
     12,  12,  10,   8,   6,   6,   8,   6,
      8,   8,   6,   6,   4,   2,   0,   0,
      6,   4,   8,   2,   2,   2,   0,   2,
      4,   4,   6,   4,   0,  -2,  -4,  -6,
      0,   0,  -2,   0,  -4,  -8,  -4, -10,
     -4,  -4,   0,   2,  -4,  -4,  -6,  -2,
     -4,   2,   2,   0,  -4,  -6,   2, -12,
];

#[rustfmt::skip]
const QUEEN_MIDDLEGAME: Table = [
    -10,   0,   8,  10,  16,  18,  16,  14,
    -12, -18,  -2,   0,  -2,  20,  14,  22,
     -8,  -8,   2,   4,  12,  24,  24,  26,
    -14, -12,  -8,  -8,   0,   6,   2,   4,
     -8, -12,  -6,  -6,  -2,  -2,   4,   0,
    -10,   0,  -4,  -2,   0,   2,   8,   2,
    -16,  -6,   6,   4,   6,   8,  -2,   0,
     -2,  -8,  -2,   8,  -4, -12, -16, -24,
];

#[rustfmt::skip]
const QUEEN_ENDGAME: Table = [
     -8,   6,  10,  14,  14,  10,   6,   4,
    -10,  10,  18,  24,  30,  18,  14,   0,
    -10,   4,   8,  28,  28,  20,  12,   6,
      0,  12,  16,  26,  32,  24,  30,  20,
    -10,  14,  12,  28,  20,  20,  22,  14,
    -10, -14,   8,   4,   6,  10,   6,   2,
    -14, -14, -18, -10, -10, -16, -24, -22,
    -20, -18, -14, -22,  -4, -20, -14, -28,
];

#[rustfmt::skip]
const KING_MIDDLEGAME: Table = [
    -60, -50, -50, -60, -60, -50, -50, -60,
    -50, -45, -45, -50, -50, -45, -45, -50,
    -45, -40, -40, -50, -50, -40, -40, -45,
    -45, -45, -50, -60, -60, -50, -45, -45,
    -45, -40, -45, -55, -55, -45, -40, -45,
    -20, -20, -28, -36, -36, -28, -18, -20,
      2,   6, -12, -34, -34, -12,  10,   8,
      2,  26,   8, -28,   2, -14,  28,  14,
];

#[rustfmt::skip]
const KING_ENDGAME: Table = [
    -60, -36, -24, -16, -16, -20, -30, -56,
    -24,   4,  10,  14,  14,  18,  10, -18,
     -8,  16,  24,  26,  26,  28,  22,  -4,
    -12,  14,  26,  32,  32,  28,  18,  -8,
    -20,   2,  20,  28,  28,  20,   6, -16,
    -24,  -4,  10,  18,  18,  10,   0, -18,
    -32, -14,   2,   8,   8,   2,  -8, -26,
    -56, -38, -24, -16, -24, -18, -32, -52,
];
