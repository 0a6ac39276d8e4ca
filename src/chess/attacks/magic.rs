//! Attacks of bishops and rooks by magic bitboards.
//!
//! The *relevant* squares of a slider are those on its rays, except the last of each ray. Its
//! attacks depend only on which relevant squares are occupied. Multiplying the set of these squares
//! by a suitable number, the *magic*, moves its scattered bits to the top of a word, where they are
//! an index into a table of attack sets. The compiler computes the tables; a magic that maps two
//! occupancies with different attacks to the same entry fails the build.
//!
//! Each square has its own part of the table, its *window*. All bishops share one shift of the
//! product, and all rooks share another (fixed-shift magics). So the compiler knows that an index
//! is inside the window, and omits the bounds check. Shared shifts make the windows larger, but the
//! magics are chosen so that windows can overlap: the table has only 123,653 entries, compared with
//! 107,648 if each square had its own shift. See
//! <https://www.chessprogramming.org/Magic_Bitboards>.

use super::magic_numbers::{BISHOP_MAGICS, ROOK_MAGICS, TABLE_SIZE};
use super::rays::{BISHOP_DIRECTIONS, Direction, ROOK_DIRECTIONS, Slider, next_subset};
use crate::chess::{Bitboard, Square};

/// The data of one slider on one square, whose window has `ENTRIES` entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Magic<const ENTRIES: usize> {
    /// The relevant squares.
    mask: Bitboard,
    /// The magic number.
    number: u64,
    /// The part of the table for this square. Windows can overlap.
    window: &'static [Bitboard; ENTRIES],
}

/// Entries in a window of a rook, which has up to 12 relevant squares.
pub const ROOK_ENTRIES: usize = 1 << 12;

/// Entries in a window of a bishop, which has up to 9 relevant squares.
pub const BISHOP_ENTRIES: usize = 1 << 9;

pub(super) static ROOK: [Magic<ROOK_ENTRIES>; 64] = magics(ROOK_DIRECTIONS, &ROOK_MAGICS);
pub(super) static BISHOP: [Magic<BISHOP_ENTRIES>; 64] = magics(BISHOP_DIRECTIONS, &BISHOP_MAGICS);

/// The attack sets of bishops and rooks.
static ATTACKS: [Bitboard; TABLE_SIZE] = attack_table();

/// Returns the attacks of the slider that `magic` describes.
#[inline(always)]
pub(super) fn look_up<const ENTRIES: usize>(
    magic: &Magic<ENTRIES>,
    occupied: Bitboard,
) -> Bitboard {
    magic.window[index::<ENTRIES>(occupied & magic.mask, magic.number)]
}

/// Returns the index in a window of `ENTRIES` entries: one multiplication and one shift.
#[must_use]
#[inline(always)]
pub const fn index<const ENTRIES: usize>(relevant_occupied: Bitboard, number: u64) -> usize {
    let product = relevant_occupied.0.wrapping_mul(number);
    (product >> (64 - ENTRIES.trailing_zeros())) as usize
}

/// Returns the data of a slider with these directions, by square.
const fn magics<const ENTRIES: usize>(
    directions: [Direction; 4],
    numbers: &[(u64, u32); 64],
) -> [Magic<ENTRIES>; 64] {
    let mut magics = [Magic {
        mask: Bitboard::EMPTY,
        number: 0,
        window: &[Bitboard::EMPTY; ENTRIES],
    }; 64];
    let mut i = 0;
    while i < 64 {
        let (number, offset) = numbers[i];
        let (_, from_here) = ATTACKS.split_at(offset as usize);
        magics[i] = Magic {
            mask: Slider::on(Square::from_index(i), directions).relevant,
            number,
            window: from_here
                .first_chunk()
                .expect("the table ends after the last window"),
        };
        i += 1;
    }
    magics
}

/// Computes the attack sets of all windows.
#[allow(
    long_running_const_eval,
    reason = "107,648 occupancies take the compiler about a second"
)]
const fn attack_table() -> [Bitboard; TABLE_SIZE] {
    let mut table = [Bitboard::EMPTY; TABLE_SIZE];
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i);
        let bishop = Slider::on(square, BISHOP_DIRECTIONS);
        fill_window::<BISHOP_ENTRIES>(&mut table, &bishop, BISHOP_MAGICS[i]);
        let rook = Slider::on(square, ROOK_DIRECTIONS);
        fill_window::<ROOK_ENTRIES>(&mut table, &rook, ROOK_MAGICS[i]);
        i += 1;
    }
    table
}

/// Fills the window of one slider: its attacks for each occupancy of the relevant squares.
const fn fill_window<const ENTRIES: usize>(
    table: &mut [Bitboard; TABLE_SIZE],
    slider: &Slider,
    (number, offset): (u64, u32),
) {
    let mut occupied = Bitboard::EMPTY;
    loop {
        let attacks = slider.attacks(occupied).0;
        let entry = &mut table[offset as usize + index::<ENTRIES>(occupied, number)].0;
        // No attack set is empty, so an empty entry is free.
        assert!(*entry == 0 || *entry == attacks, "a magic number collides");
        *entry = attacks;
        occupied = next_subset(occupied, slider.relevant);
        if occupied.is_empty() {
            break;
        }
    }
}
