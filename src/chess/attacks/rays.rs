//! Rays from a square in the eight directions, the squares between two squares, and the line
//! through them.
//!
//! See <https://www.chessprogramming.org/Square_Attacked_By#InBetween>.

use crate::chess::{Bitboard, Square};

/// One step in one of the eight directions of a queen, as (files, ranks).
pub type Direction = (i8, i8);

/// North, east, south, west.
pub const ROOK_DIRECTIONS: [Direction; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// North-east, south-east, south-west, north-west.
pub const BISHOP_DIRECTIONS: [Direction; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Returns the squares from `from` (excluded) in one direction, up to the first of `occupied`
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

/// Returns the attacks of a slider on `square` by walking along its rays: a slow and simple
/// reference for the tests of the lookups.
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

/// Computes a table for each pair of squares on a common rank, file or diagonal: the squares
/// between them, or the whole line through them. Other pairs have the empty set.
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

/// Fills in the pairs of `from` and each square in direction `d`: 0 to 3 are the directions of a
/// rook, 4 to 7 those of a bishop.
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

/// Returns the squares strictly between two squares on a common rank, file or diagonal. For other
/// pairs, returns the empty set.
///
/// ```
/// use ferz::chess::{Square, attacks::between};
/// // . . . . . . B .
/// // . . . . . X . .
/// // . . . . X . . .
/// // . . . X . . . .
/// // . . A . . . . .
/// assert_eq!(between(Square::C3, Square::G7).names(" "), "d4 e5 f6");
/// assert!(between(Square::C3, Square::G6).is_empty());
/// ```
#[inline]
#[must_use]
pub const fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Returns the whole rank, file or diagonal through two squares, from edge to edge, or the empty
/// set if they share none.
///
/// ```
/// use ferz::chess::{Square, attacks::line};
/// assert_eq!(line(Square::E2, Square::E7), Square::E2.file().bitboard());
/// assert!(line(Square::C3, Square::G6).is_empty());
/// ```
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_excludes_both_ends_and_line_runs_from_edge_to_edge() {
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
