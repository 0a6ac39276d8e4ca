//! Attacks of bishops and rooks by PEXT, an instruction of processors with BMI2.
//!
//! PEXT gathers the bits of the relevant squares without a multiplication. The index of an
//! occupancy is its position in the order of [`next_subset`]. With the feature `pext`, this module
//! replaces `magic.rs` if the target has BMI2. The feature is not the default, because the
//! instruction is slow on AMD processors before Zen 3. See
//! <https://www.chessprogramming.org/BMI2#PEXTBitboards>.

use safe_arch::population_extract_u64;

use super::magic::{BISHOP_ENTRIES, ROOK_ENTRIES};
use super::rays::{BISHOP_DIRECTIONS, Direction, ROOK_DIRECTIONS};
use super::slider::{Slider, next_subset};
use crate::chess::bitboard::Bitboard;
use crate::chess::square::Square;

/// The name of this lookup.
pub(super) const NAME: &str = "pext";

/// The data of one slider on one square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extract<const ENTRIES: usize> {
    /// The relevant squares.
    mask: Bitboard,
    /// The part of the table that begins with the entries of this square. All windows are as long
    /// as the longest, so that `look_up` needs no bounds check.
    window: &'static [Bitboard; ENTRIES],
}

/// The length of the table: 5,248 entries for bishops and 102,400 for rooks. The last window, that
/// of a rook on h8, uses its full length, so no window exceeds the table.
const TABLE_SIZE: usize = 107_648;

pub(super) static ROOK: [Extract<ROOK_ENTRIES>; 64] = extracts(ROOK_DIRECTIONS, 5_248);
pub(super) static BISHOP: [Extract<BISHOP_ENTRIES>; 64] = extracts(BISHOP_DIRECTIONS, 0);

/// The attack sets, square by square, bishops first.
static ATTACKS: [Bitboard; TABLE_SIZE] = attack_table();

/// Returns the attacks of the slider that `extract` describes.
#[inline(always)]
pub(super) fn look_up<const ENTRIES: usize>(
    extract: &Extract<ENTRIES>,
    occupied: Bitboard,
) -> Bitboard {
    let index = population_extract_u64(occupied.0, extract.mask.0);
    // The index is always below `ENTRIES`. The `%` tells the compiler so, and costs less than a
    // bounds check.
    extract.window[index as usize % ENTRIES]
}

const fn extracts<const ENTRIES: usize>(
    directions: [Direction; 4],
    mut offset: usize,
) -> [Extract<ENTRIES>; 64] {
    let mut extracts = [Extract {
        mask: Bitboard::EMPTY,
        window: &[Bitboard::EMPTY; ENTRIES],
    }; 64];
    let mut i = 0;
    while i < 64 {
        let mask = Slider::on(Square::from_index(i), directions).relevant;
        let (_, from_here) = ATTACKS.split_at(offset);
        extracts[i] = Extract {
            mask,
            window: from_here
                .first_chunk()
                .expect("the table ends after the last window"),
        };
        offset += 1 << mask.count();
        i += 1;
    }
    extracts
}

#[allow(
    long_running_const_eval,
    reason = "107,648 entries take the compiler about a second"
)]
const fn attack_table() -> [Bitboard; TABLE_SIZE] {
    let mut table = [Bitboard::EMPTY; TABLE_SIZE];
    let mut end = 0;
    let mut i = 0;
    while i < 128 {
        let directions = if i < 64 {
            BISHOP_DIRECTIONS
        } else {
            ROOK_DIRECTIONS
        };
        let slider = Slider::on(Square::from_index(i % 64), directions);
        let mut occupied = Bitboard::EMPTY;
        loop {
            table[end] = slider.attacks(occupied);
            end += 1;
            occupied = next_subset(occupied, slider.relevant);
            if occupied.is_empty() {
                break;
            }
        }
        i += 1;
    }
    table
}
