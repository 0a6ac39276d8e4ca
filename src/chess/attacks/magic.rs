//! Attacks of bishops and rooks by magic bitboards.
//!
//! How far a slider sees depends on the pieces on its rays, the *relevant* squares. A
//! multiplication by a well chosen number, the *magic*, gathers these scattered bits in
//! the highest bits of a word: an index into a table of ready attack sets. The tables are
//! computed by the compiler; a magic that maps two occupancies with different attacks to
//! one entry stops the build.
//! See <https://www.chessprogramming.org/Magic_Bitboards>.

use super::magic_numbers::{BISHOP_MAGICS, ROOK_MAGICS};
use super::rays::{BISHOP_DIRECTIONS, Direction, ROOK_DIRECTIONS, ray};
use crate::chess::bitboard::Bitboard;
use crate::chess::square::Square;

/// How to find one slider's attacks from one square in the attack table.
#[derive(Clone, Copy, Debug)]
pub struct Magic {
    /// The relevant squares: those on the rays, without the last of each ray, where a
    /// piece would make no difference.
    pub mask: Bitboard,
    /// The number that gathers the relevant squares' bits.
    pub magic: u64,
    /// How far the product is shifted right: 64 less the number of relevant squares.
    pub shift: u32,
    /// Where this square's part of the table begins.
    pub offset: u32,
}

impl Magic {
    /// The place in the table for these occupied squares: one multiply, one shift.
    #[inline(always)]
    const fn index(&self, occupied: Bitboard) -> usize {
        let product = (occupied.0 & self.mask.0).wrapping_mul(self.magic);
        self.offset as usize + (product >> self.shift) as usize
    }
}

/// The magics of both sliders.
#[derive(Debug)]
pub struct MagicTable {
    /// By square of the bishop.
    pub bishop: [Magic; 64],
    /// By square of the rook.
    pub rook: [Magic; 64],
}

/// Where everything about the sliders is looked up.
pub static MAGICS: MagicTable = magics();

/// 5,248 entries of bishops and 102,400 of rooks.
const TABLE_SIZE: usize = 107_648;

/// The attack sets, square by square, first the bishops' and then the rooks'.
static ATTACKS: [Bitboard; TABLE_SIZE] = attack_table();

/// What a bishop on `square` attacks, given the occupied squares; its own square may be
/// among them or not.
#[inline(always)]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&MAGICS.bishop[square.index()], occupied)
}

/// What a rook on `square` attacks, given the occupied squares; its own square may be
/// among them or not.
#[inline(always)]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&MAGICS.rook[square.index()], occupied)
}

#[inline(always)]
fn look_up(magic: &Magic, occupied: Bitboard) -> Bitboard {
    ATTACKS[magic.index(occupied)]
}

/// The squares whose occupation matters to a slider on `square`.
#[must_use]
pub const fn relevant_squares(square: Square, directions: [Direction; 4]) -> Bitboard {
    let mut mask = 0;
    let mut i = 0;
    while i < 4 {
        let (files, ranks) = directions[i];
        let mut here = square;
        while let Some(next) = here.offset(files, ranks) {
            // The edge square of a ray is attacked whether or not a piece is on it.
            if next.offset(files, ranks).is_some() {
                mask |= next.bitboard().0;
            }
            here = next;
        }
        i += 1;
    }
    Bitboard(mask)
}

/// The next subset of `mask` after `subset`, in the order that begins and ends with the
/// empty set (<https://www.chessprogramming.org/Traversing_Subsets_of_a_Set>).
#[must_use]
pub const fn next_subset(subset: Bitboard, mask: Bitboard) -> Bitboard {
    Bitboard(subset.0.wrapping_sub(mask.0) & mask.0)
}

const fn magics() -> MagicTable {
    let (bishop, end) = magics_of(BISHOP_DIRECTIONS, &BISHOP_MAGICS, 0);
    let (rook, end) = magics_of(ROOK_DIRECTIONS, &ROOK_MAGICS, end);
    assert!(end as usize == TABLE_SIZE);
    MagicTable { bishop, rook }
}

/// The magics of one slider, their tables laid out from `offset` on, and where they end.
const fn magics_of(
    directions: [Direction; 4],
    numbers: &[u64; 64],
    mut offset: u32,
) -> ([Magic; 64], u32) {
    let mut magics = [Magic {
        mask: Bitboard::EMPTY,
        magic: 0,
        shift: 0,
        offset: 0,
    }; 64];
    let mut i = 0;
    while i < 64 {
        let mask = relevant_squares(Square::from_index(i), directions);
        magics[i] = Magic {
            mask,
            magic: numbers[i],
            shift: 64 - mask.count(),
            offset,
        };
        offset += 1 << mask.count();
        i += 1;
    }
    (magics, offset)
}

#[allow(
    long_running_const_eval,
    reason = "107,648 entries take the compiler about a second"
)]
const fn attack_table() -> [Bitboard; TABLE_SIZE] {
    let mut table = [Bitboard::EMPTY; TABLE_SIZE];
    let magics = magics();
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i);
        fill_square(&mut table, &magics.bishop[i], square, BISHOP_DIRECTIONS);
        fill_square(&mut table, &magics.rook[i], square, ROOK_DIRECTIONS);
        i += 1;
    }
    table
}

/// Enters the attacks of one slider from one square for every occupation that matters.
const fn fill_square(
    table: &mut [Bitboard; TABLE_SIZE],
    magic: &Magic,
    square: Square,
    directions: [Direction; 4],
) {
    let rays = [
        ray(square, directions[0], Bitboard::EMPTY),
        ray(square, directions[1], Bitboard::EMPTY),
        ray(square, directions[2], Bitboard::EMPTY),
        ray(square, directions[3], Bitboard::EMPTY),
    ];
    let mut occupied = Bitboard::EMPTY;
    loop {
        let attacks = blocked(rays[0], directions[0], occupied)
            | blocked(rays[1], directions[1], occupied)
            | blocked(rays[2], directions[2], occupied)
            | blocked(rays[3], directions[3], occupied);
        let entry = &mut table[magic.index(occupied)].0;
        // No attack set is empty, so an empty entry is a free one.
        assert!(*entry == 0 || *entry == attacks, "a magic number collides");
        *entry = attacks;
        occupied = next_subset(occupied, magic.mask);
        if occupied.is_empty() {
            break;
        }
    }
}

/// What is left of a ray that is cut off behind the first occupied square on it. Faster
/// for the compiler to run than walking the ray, which matters 107,648 times.
const fn blocked(ray: Bitboard, direction: Direction, occupied: Bitboard) -> u64 {
    let (files, ranks) = direction;
    let blockers = ray.0 & occupied.0;
    if blockers == 0 {
        ray.0
    } else if ranks > 0 || (ranks == 0 && files > 0) {
        // Squares on the ray count upwards: the nearest blocker is the lowest bit.
        let nearest = blockers & blockers.wrapping_neg();
        ray.0 & (nearest | (nearest - 1))
    } else {
        let nearest = 1 << (63 - blockers.leading_zeros());
        ray.0 & !(nearest - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::attacks::rays::sliding_attacks;

    #[test]
    fn every_look_up_equals_walking_the_rays() {
        for square in Square::ALL {
            for (directions, look_up) in [
                (BISHOP_DIRECTIONS, bishop_attacks as fn(_, _) -> _),
                (ROOK_DIRECTIONS, rook_attacks as fn(_, _) -> _),
            ] {
                let mask = relevant_squares(square, directions);
                let mut occupied = Bitboard::EMPTY;
                loop {
                    // Squares off the mask must not matter: fill them all in.
                    for noise in [Bitboard::EMPTY, !mask] {
                        let expected = sliding_attacks(square, directions, occupied);
                        assert_eq!(
                            look_up(square, occupied | noise & !rest(square, directions)),
                            expected
                        );
                    }
                    occupied = next_subset(occupied, mask);
                    if occupied.is_empty() {
                        break;
                    }
                }
            }
        }
    }

    /// The edge squares of the rays: occupied or not, they are attacked, but walking a ray
    /// in the test above would not tell.
    fn rest(square: Square, directions: [Direction; 4]) -> Bitboard {
        sliding_attacks(square, directions, Bitboard::EMPTY) & !relevant_squares(square, directions)
    }

    #[test]
    fn a_bishop_has_at_most_nine_relevant_squares_and_a_rook_twelve() {
        let most = |magics: &[Magic; 64]| magics.iter().map(|magic| magic.mask.count()).max();
        assert_eq!(most(&MAGICS.bishop), Some(9));
        assert_eq!(most(&MAGICS.rook), Some(12));
    }
}
