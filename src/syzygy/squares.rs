//! Indices of sets of squares, from which the index of a position is computed.
//!
//! The functions here index the possible placements of some pieces without gaps, so that a table
//! has no entries for impossible or symmetric placements. Squares are indices from 0 (a1) to 63
//! (h8), and sets of squares are bitboards. The indices are part of the file format.
//! See <https://en.wikipedia.org/wiki/Combinatorial_number_system>.

use crate::chess::{Bitboard, Square};

/// Maximum number of equal pieces in a table with seven pieces.
const MAX_EQUAL: usize = 5;

/// Number of placements of three different pieces, up to symmetry.
pub(super) const THREE_PIECE_PLACEMENTS: u64 = THREE_ON_DIAGONAL + 4 * 7 * 6;

/// Number of placements of two kings that are not adjacent, up to symmetry.
pub(super) const KING_PLACEMENTS: u64 = 462;

/// Number of squares that a pawn can stand on.
const PAWN_SQUARES: u64 = 48;

/// Returns the binomial coefficient: the number of ways to choose `k` of `n`.
pub(super) const fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let (mut ways, mut i) = (1, 0);
    while i < k {
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways
}

/// By `k` and `n`: the binomial coefficients.
static BINOMIALS: [[u64; 64]; MAX_EQUAL + 1] = {
    let mut table = [[0; 64]; MAX_EQUAL + 1];
    let mut k = 0;
    while k <= MAX_EQUAL {
        let mut n = 0;
        while n < 64 {
            table[k][n] = choose(n as u64, k as u64);
            n += 1;
        }
        k += 1;
    }
    table
};

const fn file(square: usize) -> usize {
    square % 8
}

const fn rank(square: usize) -> usize {
    square / 8
}

/// Returns whether `square` is below the diagonal from a1 to h8.
const fn is_below_diagonal(square: usize) -> bool {
    rank(square) < file(square)
}

/// Returns whether `square` is on the diagonal from a1 to h8.
const fn is_on_diagonal(square: usize) -> bool {
    rank(square) == file(square)
}

/// Iterator over the squares of a bitboard, in ascending order.
fn squares(bitboard: u64) -> impl Iterator<Item = usize> {
    Bitboard(bitboard).iter().map(Square::index)
}

/// Returns the index of a set of squares among all sets of the same size that contain no square of
/// `occupied`.
#[inline]
pub(super) fn set_index(set: u64, occupied: u64) -> u64 {
    let mut index = 0;
    for (i, square) in squares(set).enumerate() {
        let below = occupied & ((1 << square) - 1);
        index += BINOMIALS[i + 1][square - below.count_ones() as usize];
    }
    index
}

/// A symmetry of the board: reflections of files, of ranks and at the diagonal from a1 to h8. With
/// pawns, only files are reflected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symmetry {
    /// The bits of a square that are flipped: 7 reflects the files, 56 the ranks.
    flipped: usize,
    /// Whether files and ranks are exchanged afterwards.
    diagonal: bool,
}

impl Symmetry {
    /// Returns the symmetry that normalizes the positions of a table without pawns. The first of
    /// the leading pieces comes to a1 to d4, and the first one that is not on the diagonal comes
    /// below it.
    #[inline]
    pub(super) fn of_leading(leading_squares: &[usize]) -> Self {
        let first = leading_squares[0];
        let flipped = 7 * usize::from(file(first) > 3) + 56 * usize::from(rank(first) > 3);
        let squares = leading_squares.iter().map(|&square| square ^ flipped);
        let off_diagonal = squares.into_iter().find(|&square| !is_on_diagonal(square));
        Self {
            flipped,
            diagonal: off_diagonal.is_some_and(|square| !is_below_diagonal(square)),
        }
    }

    /// Returns the symmetry that brings a pawn to the files a to d.
    #[inline]
    pub(super) const fn of_leading_pawn(pawn: usize) -> Self {
        Self {
            flipped: if file(pawn) > 3 { 7 } else { 0 },
            diagonal: false,
        }
    }

    /// Returns the image of a square.
    #[inline]
    pub(super) const fn square(self, square: usize) -> usize {
        let square = square ^ self.flipped;
        if self.diagonal {
            8 * file(square) + rank(square)
        } else {
            square
        }
    }

    /// Returns the image of a set of squares.
    #[inline]
    pub(super) fn set(self, set: u64) -> u64 {
        squares(set).fold(0, |image, square| image | 1 << self.square(square))
    }
}

/// By square: the index of a square of the triangle a1-d1-d4, to which the symmetries bring the
/// first leading piece. First come the six squares below the diagonal, then the four on it. Other
/// squares have the index 0.
static TRIANGLE: [u8; 64] = {
    let mut table = [0; 64];
    let (mut square, mut below, mut on) = (0, 0, 6);
    while square < 32 {
        if file(square) < 4 && is_below_diagonal(square) {
            table[square] = below;
            below += 1;
        } else if file(square) < 4 && is_on_diagonal(square) {
            table[square] = on;
            on += 1;
        }
        square += 1;
    }
    table
};

/// By square below the diagonal: its index among these 28 squares.
static BELOW_DIAGONAL: [u8; 64] = {
    let mut table = [0; 64];
    let (mut square, mut index) = (0, 0);
    while square < 64 {
        if is_below_diagonal(square) {
            table[square] = index;
            index += 1;
        }
        square += 1;
    }
    table
};

/// Index of the first placement of three pieces with the first one on the diagonal.
const ONE_ON_DIAGONAL: u64 = 6 * 63 * 62;

/// Index of the first placement with the first two pieces on the diagonal.
const TWO_ON_DIAGONAL: u64 = ONE_ON_DIAGONAL + 4 * 28 * 62;

/// Index of the first placement with all three pieces on the diagonal.
const THREE_ON_DIAGONAL: u64 = TWO_ON_DIAGONAL + 4 * 7 * 28;

/// Returns the index of a placement of three different pieces, normalized by
/// [`Symmetry::of_leading`].
///
/// A piece on the diagonal is its own image under the reflection at the diagonal. So there are four
/// cases, depending on how many of the first pieces are on the diagonal. The first piece after
/// those is below the diagonal. In each case, the index of a piece is that among the squares that
/// the pieces before it leave free.
#[inline]
pub(super) fn three_pieces_index([first, second, third]: [usize; 3]) -> u64 {
    let after_first = second - usize::from(second > first);
    let after_both = third - usize::from(third > first) - usize::from(third > second);
    // The same for pieces on the diagonal, where the rank is the index of a square.
    let second_rank = || rank(second) - usize::from(second > first);
    let third_rank = || rank(third) - usize::from(third > first) - usize::from(third > second);
    let below = |square: usize| usize::from(BELOW_DIAGONAL[square]);
    let (case_start, index) = if !is_on_diagonal(first) {
        let first = usize::from(TRIANGLE[first]);
        (0, (first * 63 + after_first) * 62 + after_both)
    } else if !is_on_diagonal(second) {
        (
            ONE_ON_DIAGONAL,
            (rank(first) * 28 + below(second)) * 62 + after_both,
        )
    } else if !is_on_diagonal(third) {
        (
            TWO_ON_DIAGONAL,
            (rank(first) * 7 + second_rank()) * 28 + below(third),
        )
    } else {
        (
            THREE_ON_DIAGONAL,
            (rank(first) * 7 + second_rank()) * 6 + third_rank(),
        )
    };
    case_start + index as u64
}

/// Returns whether kings may stand on these squares: they are not the same or adjacent.
const fn are_apart(first: usize, second: usize) -> bool {
    Square::from_index(first).distance(Square::from_index(second)) > 1
}

/// By the index of the first king in the triangle, and by the square of the second king: the index
/// of their placement. Placements with both kings on the diagonal come last. Placements that are
/// illegal or not normalized have the index 0.
static KINGS: [[u16; 64]; 10] = {
    let mut table = [[0; 64]; 10];
    let mut index = 0;
    let mut both_on_diagonal = 0;
    while both_on_diagonal < 2 {
        let mut triangle_index = 0;
        while triangle_index < 10 {
            let mut first = 0;
            // The lowest square with this index is the one in the triangle.
            while TRIANGLE[first] as usize != triangle_index {
                first += 1;
            }
            let mut second = 0;
            while second < 64 {
                let is_legal = are_apart(first, second);
                let is_normal =
                    !is_on_diagonal(first) || is_below_diagonal(second) || is_on_diagonal(second);
                let both = is_on_diagonal(first) && is_on_diagonal(second);
                if is_legal && is_normal && both == (both_on_diagonal == 1) {
                    table[triangle_index][second] = index;
                    index += 1;
                }
                second += 1;
            }
            triangle_index += 1;
        }
        both_on_diagonal += 1;
    }
    assert!(index as u64 == KING_PLACEMENTS);
    table
};

/// Returns the index of a placement of the kings, normalized by [`Symmetry::of_leading`].
#[inline]
pub(super) fn kings_index([first, second]: [usize; 2]) -> u64 {
    KINGS[usize::from(TRIANGLE[first])][second].into()
}

/// By square of a pawn: its place in the order of leading pawns, from 0 (e7) to 47 (a2). Files
/// nearer to the edge have higher places; on a file, lower ranks; of mirrored squares, the left.
static PAWN_PLACES: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 8;
    while square < 56 {
        table[square] = pawn_place(square) as u8;
        square += 1;
    }
    table
};

const fn pawn_place(square: usize) -> usize {
    let is_right = file(square) > 3;
    let from_edge = if is_right {
        7 - file(square)
    } else {
        file(square)
    };
    47 - 12 * from_edge - 2 * (rank(square) - 1) - is_right as usize
}

/// Returns the leading pawn of a set: the one with the highest place.
#[inline]
pub(super) fn leading_pawn(pawns: u64) -> usize {
    squares(pawns)
        .max_by_key(|&square| PAWN_PLACES[square])
        .unwrap_or(0)
}

/// Returns the number of placements of `count` equal pawns with the leading pawn on a given square.
/// The others have lower places than the leading pawn.
const fn pawn_placements(leading_square: usize, count: usize) -> u64 {
    choose(pawn_place(leading_square) as u64, count as u64 - 1)
}

/// By number of equal pawns and square of the leading pawn: the number of placements with the
/// leading pawn on the same file, but on a lower rank. For a square of the last rank, these are all
/// placements with the leading pawn on this file.
static PAWN_STARTS: [[u64; 64]; MAX_EQUAL + 1] = {
    let mut table = [[0; 64]; MAX_EQUAL + 1];
    let mut count = 1;
    while count <= MAX_EQUAL {
        let mut square = 16;
        while square < 64 {
            table[count][square] = table[count][square - 8] + pawn_placements(square - 8, count);
            square += 1;
        }
        count += 1;
    }
    table
};

/// Returns the number of placements of `count` equal pawns with the leading pawn on a given file, 0
/// to 3.
pub(super) const fn pawn_placements_on_file(file: usize, count: usize) -> u64 {
    PAWN_STARTS[count][56 + file]
}

/// Returns the index of a placement of equal pawns among those with the leading pawn on the same
/// file, normalized by [`Symmetry::of_leading_pawn`].
#[inline]
pub(super) fn leading_pawns_index(pawns: u64, leading_square: usize) -> u64 {
    let others = pawns & !(1 << leading_square);
    let places = squares(others).fold(0, |set, square| set | 1 << PAWN_PLACES[square]);
    PAWN_STARTS[pawns.count_ones() as usize][leading_square] + set_index(places, 0)
}

/// Returns the number of placements of `count` equal pawns, after `leading_count` pawns of the
/// other side.
pub(super) const fn other_pawn_placements(count: u64, leading_count: u64) -> u64 {
    choose(PAWN_SQUARES - leading_count, count)
}

/// Returns the index of a placement of equal pawns among the squares that the pawns of the other
/// side leave free.
#[inline]
pub(super) fn other_pawns_index(pawns: u64, leading_pawns: u64) -> u64 {
    // The squares of pawns begin at a2.
    set_index(pawns >> 8, leading_pawns >> 8)
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// Returns the images of squares under the eight symmetries of the board.
    pub(in crate::syzygy) fn images<const N: usize>(squares: [usize; N]) -> [[usize; N]; 8] {
        std::array::from_fn(|i| {
            let symmetry = Symmetry {
                flipped: [0, 7, 56, 63][i % 4],
                diagonal: i > 3,
            };
            squares.map(|square| symmetry.square(square))
        })
    }

    /// Fails unless each index below `count` is that of exactly one placement, up to symmetry.
    fn assert_bijective<const N: usize>(
        placements: impl Iterator<Item = [usize; N]>,
        index: impl Fn([usize; N]) -> u64,
        count: u64,
    ) {
        let mut classes: HashMap<u64, [usize; N]> = HashMap::new();
        for placement in placements {
            let symmetry = Symmetry::of_leading(&placement);
            let index = index(placement.map(|square| symmetry.square(square)));
            assert!(index < count, "{placement:?}: {index}");
            let class = images(placement).into_iter().min().expect("eight images");
            let known = *classes.entry(index).or_insert(class);
            assert_eq!(known, class, "{placement:?}: {index}");
        }
        assert_eq!(classes.len() as u64, count);
    }

    #[test]
    fn three_pieces_have_an_index_for_each_placement_up_to_symmetry() {
        let placements = (0..64 * 64 * 64).map(|i| [i / 4096, i / 64 % 64, i % 64]);
        let distinct = placements.filter(|[a, b, c]| a != b && a != c && b != c);
        assert_bijective(distinct, three_pieces_index, THREE_PIECE_PLACEMENTS);
    }

    #[test]
    fn kings_have_an_index_for_each_placement_up_to_symmetry() {
        let placements = (0..64 * 64).map(|i| [i / 64, i % 64]);
        let legal = placements
            .filter(|&[a, b]| file(a).abs_diff(file(b)) > 1 || rank(a).abs_diff(rank(b)) > 1);
        assert_bijective(legal, kings_index, KING_PLACEMENTS);
    }

    #[test]
    fn sets_have_consecutive_indices() {
        let occupied = 0x8000_0000_0100_0081;
        let free: Vec<usize> = (0..64)
            .filter(|square| occupied >> square & 1 == 0)
            .collect();
        let mut indices = HashSet::new();
        for (i, a) in free.iter().enumerate() {
            for (j, b) in free[..i].iter().enumerate() {
                for c in &free[..j] {
                    indices.insert(set_index(1 << a | 1 << b | 1 << c, occupied));
                }
            }
        }
        let count = choose(60, 3);
        assert_eq!(indices.len() as u64, count);
        assert_eq!(indices.into_iter().max(), Some(count - 1));
    }

    #[test]
    fn three_pawns_have_consecutive_indices_on_each_file_of_the_leading_pawn() {
        let mut sets: [HashMap<u64, u64>; 4] = Default::default();
        for (a, b, c) in
            (8..56).flat_map(|a| (a + 1..56).flat_map(move |b| (b + 1..56).map(move |c| (a, b, c))))
        {
            let pawns = 1 << a | 1 << b | 1 << c;
            let pawn = leading_pawn(pawns);
            let symmetry = Symmetry::of_leading_pawn(pawn);
            let (set, leading_square) = (symmetry.set(pawns), symmetry.square(pawn));
            let known = *sets[file(leading_square)]
                .entry(leading_pawns_index(set, leading_square))
                .or_insert(set);
            assert_eq!(known, set, "two placements with the same index");
        }
        for (file, by_index) in sets.iter().enumerate() {
            let count = pawn_placements_on_file(file, 3);
            assert_eq!(by_index.len() as u64, count);
            assert_eq!(by_index.keys().max(), Some(&(count - 1)));
        }
    }

    /// The leading pawn is nearer to the edge of the board than the others; on the same file it is
    /// less advanced.
    #[test]
    fn the_leading_pawn_is_nearest_to_the_edge_and_least_advanced() {
        let square = |name: &str| {
            let square: Square = name.parse().expect("a square");
            square.index()
        };
        for (pawns, leading) in [
            (&["a2", "h2"][..], "a2"),
            (&["a3", "h2"], "h2"),
            (&["b2", "g2", "a7"], "a7"),
            (&["d2", "e2", "e7"], "d2"),
        ] {
            let set = pawns.iter().fold(0, |set, name| set | 1 << square(name));
            assert_eq!(leading_pawn(set), square(leading), "{pawns:?}");
        }
    }
}
