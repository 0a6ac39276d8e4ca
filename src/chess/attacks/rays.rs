//! Rays from a square in the eight directions, the squares between two squares, the line through
//! two squares, and the attacks of a slider by which the magic tables are filled.

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

static BETWEEN: [[Bitboard; 64]; 64] = pair_table(Part::Between);
static LINE_THROUGH: [[Bitboard; 64]; 64] = pair_table(Part::Line);

/// What a table contains for each pair of squares on a common rank, file or diagonal.
#[derive(Clone, Copy)]
enum Part {
    /// The squares between the two.
    Between,
    /// All squares of the rank, file or diagonal.
    Line,
}

/// Computes a table by pair of squares. Pairs without a common rank, file or diagonal have the
/// empty set.
const fn pair_table(part: Part) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            fill_direction(&mut table[from], from, d, part);
            d += 1;
        }
        from += 1;
    }
    table
}

/// Fills in the pairs of `from` and each square in direction `d`: 0 to 3 are the directions of a
/// rook, 4 to 7 those of a bishop.
const fn fill_direction(row: &mut [Bitboard; 64], from: usize, d: usize, part: Part) {
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
        row[to.index()] = Bitboard(match part {
            Part::Between => passed,
            Part::Line => line,
        });
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
/// assert!(between(Square::A1, Square::A2).is_empty());
/// ```
#[inline]
#[must_use]
pub const fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Returns the whole rank, file or diagonal through two different squares, from edge to edge, or
/// the empty set if they share none or are the same.
///
/// ```
/// use ferz::chess::{Square, attacks::line_through};
/// assert_eq!(line_through(Square::E2, Square::E7), Square::E2.file().bitboard());
/// assert!(line_through(Square::C3, Square::G6).is_empty());
/// ```
#[inline]
#[must_use]
pub fn line_through(a: Square, b: Square) -> Bitboard {
    LINE_THROUGH[a.index()][b.index()]
}

/// A slider on a square: its relevant squares, and its attacks for each occupancy of them.
#[derive(Clone, Copy, Debug)]
pub struct Slider {
    /// The relevant squares: those on the rays except the last of each ray, where a piece makes no
    /// difference.
    pub relevant: Bitboard,
    directions: [Direction; 4],
    /// The rays on the empty board.
    rays: [Bitboard; 4],
}

impl Slider {
    /// Returns a slider on `square` with these directions.
    #[must_use]
    pub const fn on(square: Square, directions: [Direction; 4]) -> Self {
        let mut rays = [Bitboard::EMPTY; 4];
        let mut i = 0;
        while i < 4 {
            rays[i] = ray(square, directions[i], Bitboard::EMPTY);
            i += 1;
        }
        Self {
            relevant: relevant_squares(square, directions),
            directions,
            rays,
        }
    }

    /// Returns the attacks for these occupied squares. The compiler evaluates this for 107,648
    /// occupancies, which takes it less time than walking along the rays.
    #[must_use]
    pub const fn attacks(&self, occupied: Bitboard) -> Bitboard {
        let [a, b, c, d] = self.directions;
        Bitboard(
            up_to_blocker(self.rays[0], a, occupied)
                | up_to_blocker(self.rays[1], b, occupied)
                | up_to_blocker(self.rays[2], c, occupied)
                | up_to_blocker(self.rays[3], d, occupied),
        )
    }
}

/// Returns the squares whose occupancy changes the attacks of the slider.
const fn relevant_squares(square: Square, directions: [Direction; 4]) -> Bitboard {
    let mut mask = 0;
    let mut i = 0;
    while i < 4 {
        let (files, ranks) = directions[i];
        let mut here = square;
        while let Some(next) = here.offset(files, ranks) {
            // The last square of a ray is attacked whether or not it is occupied.
            if next.offset(files, ranks).is_some() {
                mask |= next.bitboard().0;
            }
            here = next;
        }
        i += 1;
    }
    Bitboard(mask)
}

/// Returns the subset of `mask` that follows `subset` (carry-rippler). From the empty set, repeated
/// calls return every subset once and end with the empty set again
/// (<https://www.chessprogramming.org/Traversing_Subsets_of_a_Set>).
#[must_use]
pub const fn next_subset(subset: Bitboard, mask: Bitboard) -> Bitboard {
    Bitboard(subset.0.wrapping_sub(mask.0) & mask.0)
}

/// Returns the part of a ray up to the first occupied square, included.
const fn up_to_blocker(ray: Bitboard, direction: Direction, occupied: Bitboard) -> u64 {
    let (files, ranks) = direction;
    let blockers = ray.0 & occupied.0;
    if blockers == 0 {
        ray.0
    } else if ranks > 0 || (ranks == 0 && files > 0) {
        // The indices increase along the ray, so the nearest blocker is the lowest bit.
        let nearest = blockers & blockers.wrapping_neg();
        ray.0 & (nearest | (nearest - 1))
    } else {
        let nearest = 1 << (63 - blockers.leading_zeros());
        ray.0 & !(nearest - 1)
    }
}
