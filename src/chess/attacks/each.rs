//! Attacks of many sliders, one after the other.
//!
//! See <https://www.chessprogramming.org/Sliding_Piece_Attacks#Multiple_Sliders>.

use super::lookup::{SLIDERS, bishop_attacks, rook_attacks};
use crate::chess::bitboard::Bitboard;

/// The lookup of the attacks of many sliders in this build: that of one slider.
pub const MANY_SLIDERS: &str = SLIDERS;

/// Every square that these attack together.
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

/// How many of `targets` each of these attacks, in sum. The sliders must be among
/// `occupied`.
#[inline(always)]
#[must_use]
pub fn sliders_targets(
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
