//! Rays from a square in the eight directions, and from them the squares between two
//! squares and the whole line through them.
//!
//! See <https://www.chessprogramming.org/Square_Attacked_By#InBetween>.

use crate::chess::bitboard::Bitboard;
use crate::chess::square::Square;

/// One of the eight directions a queen moves in, as (files, ranks) of one step.
pub type Direction = (i8, i8);

/// North, east, south, west.
pub const ROOK_DIRECTIONS: [Direction; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// North-east, south-east, south-west, north-west.
pub const BISHOP_DIRECTIONS: [Direction; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares from `from` (not included) in one direction, to the first of `occupied`
/// (included) or the edge of the board.
#[must_use]
pub const fn ray(from: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
    let mut ray = Bitboard::EMPTY;
    let mut here = from;
    while let Some(next) = here.offset(direction.0, direction.1) {
        ray.0 |= next.bitboard().0;
        if occupied.contains(next) {
            break;
        }
        here = next;
    }
    ray
}

/// What a slider on `square` attacks, ray by ray: slow, plain, and what the fast look-ups
/// are made from and tested against.
#[cfg(test)]
pub const fn sliding_attacks(
    square: Square,
    directions: [Direction; 4],
    occupied: Bitboard,
) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    let mut i = 0;
    while i < 4 {
        attacks.0 |= ray(square, directions[i], occupied).0;
        i += 1;
    }
    attacks
}

static BETWEEN: [[Bitboard; 64]; 64] = pairs(false);
static LINE: [[Bitboard; 64]; 64] = pairs(true);

/// For each pair of squares on a common rank, file or diagonal: the squares between
/// them, or the whole line through them. Empty for other pairs.
const fn pairs(whole_line: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            fill_direction(&mut table[from], from, d, whole_line);
            d += 1;
        }
        from += 1;
    }
    table
}

/// Fills in the pairs of `from` with each square in the direction number `d`.
const fn fill_direction(row: &mut [Bitboard; 64], from: usize, d: usize, whole_line: bool) {
    let (files, ranks) = if d < 4 {
        ROOK_DIRECTIONS[d]
    } else {
        BISHOP_DIRECTIONS[d - 4]
    };
    let origin = Square::from_index(from);
    let line = origin.bitboard().0
        | ray(origin, (files, ranks), Bitboard::EMPTY).0
        | ray(origin, (-files, -ranks), Bitboard::EMPTY).0;
    let mut passed = 0;
    let mut here = origin;
    while let Some(to) = here.offset(files, ranks) {
        row[to.index()] = Bitboard(if whole_line { line } else { passed });
        passed |= to.bitboard().0;
        here = to;
    }
}

/// The squares strictly between two squares of one rank, file or diagonal; none otherwise.
///
/// ```text
/// . . . . . . . .
/// . . . . . . B .
/// . . . . . X . .
/// . . . . X . . .
/// . . . X . . . .
/// . . A . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// ```
#[inline]
#[must_use]
pub const fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, edge to edge and with them; none
/// where they share none.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_is_open_at_both_ends_and_line_is_whole() {
        let squares = |list: &[Square]| list.iter().copied().collect::<Bitboard>();
        assert_eq!(
            between(Square::C3, Square::G7),
            squares(&[Square::D4, Square::E5, Square::F6])
        );
        assert_eq!(
            between(Square::G7, Square::C3),
            between(Square::C3, Square::G7)
        );
        assert_eq!(between(Square::A1, Square::A2), Bitboard::EMPTY);
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        assert_eq!(line(Square::B2, Square::C3).count(), 8);
        assert_eq!(line(Square::E2, Square::E7), Square::E2.file().bitboard());
        assert_eq!(line(Square::A1, Square::B3), Bitboard::EMPTY);
    }
}
