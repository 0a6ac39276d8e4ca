//! Attacks of many sliders, computed one after the other.

use super::lookup::{bishop_attacks, rook_attacks};
use crate::chess::Bitboard;

/// The implementation of [`sliders_attacks`] in this build: `magic` or `avx512`.
pub const SLIDERS_IMPLEMENTATION: &str = "magic";

/// Returns all squares that the sliders attack: bishops and queens on `diagonal`, rooks and queens
/// on `orthogonal`.
///
/// ```
/// use ferz::chess::{Bitboard, Square, attacks::sliders_attacks};
/// let (bishops, rooks) = (Bitboard::EMPTY, Square::A1.bitboard());
/// let occupied = (Square::A3.bitboard() | Square::C1.bitboard()) | rooks;
/// assert_eq!(sliders_attacks(bishops, rooks, occupied).names(" "), "b1 c1 a2 a3");
/// ```
#[inline(always)]
#[must_use]
pub fn sliders_attacks(diagonal: Bitboard, orthogonal: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    for slider in diagonal {
        attacks |= bishop_attacks(slider, occupied);
    }
    for slider in orthogonal {
        attacks |= rook_attacks(slider, occupied);
    }
    attacks
}

/// Counts the `targets` that each slider attacks, and returns the sum of these counts. `occupied`
/// must contain the sliders.
///
/// ```
/// use ferz::chess::{Bitboard, Square, attacks::count_slider_targets};
/// let rooks = Square::A1.bitboard() | Square::H8.bitboard();
/// let sum = count_slider_targets(Bitboard::EMPTY, rooks, rooks, Square::A8.bitboard());
/// assert_eq!(sum, 2, "both rooks attack a8");
/// ```
#[inline(always)]
#[must_use]
pub fn count_slider_targets(
    diagonal: Bitboard,
    orthogonal: Bitboard,
    occupied: Bitboard,
    targets: Bitboard,
) -> u64 {
    let mut sum = 0;
    for slider in diagonal {
        sum += u64::from((bishop_attacks(slider, occupied) & targets).count());
    }
    for slider in orthogonal {
        sum += u64::from((rook_attacks(slider, occupied) & targets).count());
    }
    sum
}
