//! The search that found the numbers in `magic_numbers.rs`.
//!
//! `ferz magics` runs it again and prints that file; a test compares the two. Candidates
//! are random numbers with few bits set, which make good magics far more often than others
//! (<https://www.chessprogramming.org/Looking_for_Magics>).

use std::fmt::Write;

use super::magic::{next_subset, relevant_squares};
use super::rays::{BISHOP_DIRECTIONS, Direction, ROOK_DIRECTIONS, sliding_attacks};
use crate::chess::bitboard::Bitboard;
use crate::chess::square::Square;

/// Where the pseudo-random sequence starts; any odd number serves.
const SEED: u64 = 0x0DDB_A115_F0E1_2A2B;

/// xorshift64* (<https://www.chessprogramming.org/Pseudorandom_Number_Generator>).
struct Random(u64);

impl Random {
    const fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number with about eight bits set.
    const fn sparse(&mut self) -> u64 {
        self.next() & self.next() & self.next()
    }
}

/// A magic for a slider with these directions on each square, a1 to h8.
fn find_magics(directions: [Direction; 4]) -> [u64; 64] {
    let mut random = Random(SEED);
    Square::ALL.map(|square| find_magic(square, directions, &mut random))
}

/// The first magic in the sequence that maps every occupation of the relevant squares into
/// a table of 2^n entries, n being their number, with no two different attack sets on one.
fn find_magic(square: Square, directions: [Direction; 4], random: &mut Random) -> u64 {
    let mask = relevant_squares(square, directions);
    let mut cases = Vec::with_capacity(1 << mask.count());
    let mut occupied = Bitboard::EMPTY;
    loop {
        cases.push((occupied, sliding_attacks(square, directions, occupied)));
        occupied = next_subset(occupied, mask);
        if occupied.is_empty() {
            break;
        }
    }
    // Entries are stamped with the number of the attempt, so the table need not be cleared.
    let mut table = vec![(0_u32, Bitboard::EMPTY); cases.len()];
    for attempt in 1.. {
        let magic = random.sparse();
        // Too few bits reach the top byte: such a number seldom works, and is quick to see.
        if (mask.0.wrapping_mul(magic) >> 56).count_ones() < 6 {
            continue;
        }
        let fits = cases.iter().all(|&(occupied, attacks)| {
            let index = occupied.0.wrapping_mul(magic) >> (64 - mask.count());
            let entry = &mut table[index as usize];
            let free = entry.0 != attempt;
            if free {
                *entry = (attempt, attacks);
            }
            free || entry.1 == attacks
        });
        if fits {
            return magic;
        }
    }
    unreachable!("the range of attempts has no end")
}

/// The source text of `magic_numbers.rs`.
#[must_use]
pub fn source() -> String {
    let mut text = String::from(
        "//! The magic numbers, one for each square from a1 to h8. Made by `ferz magics`, which\n\
         //! runs the search in `magic_search.rs`; do not edit.\n",
    );
    for (name, slider, directions) in [
        ("BISHOP_MAGICS", "bishop", BISHOP_DIRECTIONS),
        ("ROOK_MAGICS", "rook", ROOK_DIRECTIONS),
    ] {
        write!(
            text,
            "\n/// By the square of the {slider}.\npub const {name}: [u64; 64] = [\n"
        )
        .expect("writing to a String does not fail");
        for magic in find_magics(directions) {
            let [a, b, c, d] = [48, 32, 16, 0].map(|shift| magic >> shift & 0xFFFF);
            writeln!(text, "    0x{a:04X}_{b:04X}_{c:04X}_{d:04X},")
                .expect("writing to a String does not fail");
        }
        text.push_str("];\n");
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_search_finds_the_numbers_in_use_again() {
        assert_eq!(super::source(), include_str!("magic_numbers.rs"));
    }
}
