//! The contents of the attack tables of bishops and rooks: the relevant squares of a slider, their
//! occupancies, and the attacks for each occupancy.
//!
//! See <https://www.chessprogramming.org/Sliding_Piece_Attacks>.

use super::rays::{Direction, ray};
use crate::chess::{Bitboard, Square};

/// A slider on a square.
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
    /// occupancies. It takes less time than a walk along the rays.
    #[must_use]
    pub const fn attacks(&self, occupied: Bitboard) -> Bitboard {
        let [a, b, c, d] = self.directions;
        Bitboard(
            blocked(self.rays[0], a, occupied)
                | blocked(self.rays[1], b, occupied)
                | blocked(self.rays[2], c, occupied)
                | blocked(self.rays[3], d, occupied),
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
const fn blocked(ray: Bitboard, direction: Direction, occupied: Bitboard) -> u64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::attacks::rays::{BISHOP_DIRECTIONS, ROOK_DIRECTIONS, sliding_attacks};

    #[test]
    fn a_bishop_has_at_most_nine_relevant_squares_and_a_rook_twelve() {
        let most = |directions| {
            let count = |square| Slider::on(square, directions).relevant.count();
            Square::ALL.into_iter().map(count).max()
        };
        assert_eq!(most(BISHOP_DIRECTIONS), Some(9));
        assert_eq!(most(ROOK_DIRECTIONS), Some(12));
    }

    #[test]
    fn cutting_off_rays_equals_walking_along_them() {
        for square in Square::ALL {
            for directions in [BISHOP_DIRECTIONS, ROOK_DIRECTIONS] {
                let slider = Slider::on(square, directions);
                let mut occupied = Bitboard::EMPTY;
                loop {
                    let walked = sliding_attacks(square, directions, occupied);
                    assert_eq!(slider.attacks(occupied), walked);
                    occupied = next_subset(occupied, slider.relevant);
                    if occupied.is_empty() {
                        break;
                    }
                }
            }
        }
    }
}
