//! `ferz-lab magics`: the search for the magic numbers in `src/chess/attacks/magic_numbers.rs`.
//!
//! It prints that file; a test compares the two. Candidates are random numbers with few bits set,
//! which are good magics far more often than other numbers. Windows of the table overlap: one uses
//! the entries that another leaves free, and equal attack sets share an entry. See
//! <https://www.chessprogramming.org/Looking_for_Magics>.

use anyhow::{Error, Result};
use ferz::chess::attacks::magic::{BISHOP_ENTRIES, ROOK_ENTRIES, index};
use ferz::chess::attacks::rays::{BISHOP_DIRECTIONS, ROOK_DIRECTIONS, Slider, next_subset};
use ferz::chess::{Bitboard, Square};
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, print};

/// The seed of the pseudo-random numbers. It must not be 0.
const SEED: u64 = 0x0DDB_A115_F0E1_2A2B;

/// The generator xorshift64* (<https://www.chessprogramming.org/Pseudorandom_Number_Generator>).
struct Random(u64);

impl Random {
    const fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Draws a number with about eight bits set.
    const fn sparse(&mut self) -> u64 {
        self.next() & self.next() & self.next()
    }
}

/// The minimum number of candidates for each square.
const ATTEMPTS: u32 = 1_000_000;

/// A magic number of a slider on a square.
struct Magic {
    number: u64,
    /// The used entries of the window, in index order: index and attack set.
    used: Vec<(usize, Bitboard)>,
}

impl Magic {
    /// Returns the used length of the window.
    fn len(&self) -> usize {
        self.used[self.used.len() - 1].0 + 1
    }
}

/// Tries [`ATTEMPTS`] candidates, and more if none of them is a magic. Returns the magic that uses
/// the shortest part of its window.
fn find<const ENTRIES: usize>(slider: &Slider, random: &mut Random) -> Magic {
    let mut cases = Vec::new();
    let mut subset = Bitboard::EMPTY;
    loop {
        cases.push((subset, slider.attacks(subset)));
        subset = next_subset(subset, slider.relevant);
        if subset.is_empty() {
            break;
        }
    }
    let mut best: Option<Magic> = None;
    // Entries carry the number of the attempt, so the table need not be cleared.
    let mut table = vec![(0, Bitboard::EMPTY); ENTRIES];
    let mut limit = ENTRIES;
    for attempt in 1_u32.. {
        if attempt > ATTEMPTS && best.is_some() {
            break;
        }
        let number = random.sparse();
        let fits = cases.iter().all(|&(occupied, attacks)| {
            let slot = index::<ENTRIES>(occupied, number);
            let entry = &mut table[slot];
            let free = entry.0 != attempt;
            if free {
                *entry = (attempt, attacks);
            }
            slot < limit && (free || entry.1 == attacks)
        });
        if fits {
            let entries = table.iter().enumerate();
            let used = entries.filter(|(_, entry)| entry.0 == attempt);
            let used = used.map(|(slot, entry)| (slot, entry.1)).collect();
            let found = Magic { number, used };
            // The next magic must use a shorter part.
            limit = found.len() - 1;
            best = Some(found);
        }
    }
    best.expect("the search goes on until it finds one")
}

/// Finds the magics, with a progress bar, and lays out their windows. Each window, the longest
/// first, goes to the first offset where all entries that it uses are free or hold the same
/// attacks. Returns the magics of bishops and rooks with the offsets of their windows, and the
/// length of the table.
fn search() -> ([[(u64, usize); 64]; 2], usize) {
    let mut random = Random(SEED);
    let (bar, mut done) = (ProgressBar::new("magics"), 0);
    let mut show_progress = |found| {
        done += 1;
        bar.show(done, 2 * Square::ALL.len() as u64);
        found
    };
    let bishops = Square::ALL.map(|square| {
        let slider = Slider::on(square, BISHOP_DIRECTIONS);
        show_progress(find::<BISHOP_ENTRIES>(&slider, &mut random))
    });
    let rooks = Square::ALL.map(|square| {
        let slider = Slider::on(square, ROOK_DIRECTIONS);
        show_progress(find::<ROOK_ENTRIES>(&slider, &mut random))
    });
    let all = bishops.iter().map(|found| (found, BISHOP_ENTRIES));
    let all = all.chain(rooks.iter().map(|found| (found, ROOK_ENTRIES)));
    let mut order: Vec<_> = all.enumerate().collect();
    order.sort_by_key(|(_, (found, _))| std::cmp::Reverse(found.len()));

    let mut magics = [[(0, 0); 64]; 2];
    let (mut table, mut size) = (Vec::new(), 0);
    for (i, (found, entries)) in order {
        let offset = place(found, &mut table);
        magics[i / 64][i % 64] = (found.number, offset);
        size = size.max(offset + entries);
    }
    (magics, size)
}

/// Adds the used entries of a magic to the table, and returns the offset of its window.
fn place(found: &Magic, table: &mut Vec<Bitboard>) -> usize {
    let fits = |offset: &usize| {
        found.used.iter().all(|&(slot, attacks)| {
            // An empty entry is free, because no attack set is empty.
            let entry = table.get(offset + slot);
            entry.is_none_or(|&entry| entry.is_empty() || entry == attacks)
        })
    };
    let offset = (0..)
        .find(fits)
        .expect("every entry after the table is free");
    let end = offset + found.len();
    table.resize(table.len().max(end), Bitboard::EMPTY);
    for &(slot, attacks) in &found.used {
        table[offset + slot] = attacks;
    }
    offset
}

/// Runs the search, and prints the file.
pub fn run() -> Result<ExitStatus> {
    print(&source()).map_err(Error::msg)?;
    Ok(ExitStatus::Success)
}

/// Runs the search and returns the source text of `magic_numbers.rs`.
fn source() -> String {
    let ([bishop, rook], size) = search();
    let mut text = format!(
        "//! The magic numbers and the offsets of their windows in the table, by square from a1 to h8.\n\
         //! Generated by `ferz-lab magics`, which searches for them; do not edit.\n\
         \n/// The length of the table: the end of the last window.\n\
         pub const TABLE_SIZE: usize = {};\n",
        group_digits(size)
    );
    for (name, slider, magics) in [
        ("BISHOP_MAGICS", "bishop", bishop),
        ("ROOK_MAGICS", "rook", rook),
    ] {
        text += &format!(
            "\n/// The magic numbers and offsets of {slider}s, by square.\n\
             #[rustfmt::skip]\n\
             pub const {name}: [(u64, u32); 64] = [\n"
        );
        for pair in magics.chunks(2) {
            let entries = pair.iter().map(|&(magic, offset)| {
                let [a, b, c, d] = [48, 32, 16, 0].map(|shift| magic >> shift & 0xFFFF);
                format!(
                    "(0x{a:04X}_{b:04X}_{c:04X}_{d:04X}, {}),",
                    group_digits(offset)
                )
            });
            text += &format!("    {}\n", entries.collect::<Vec<_>>().join(" "));
        }
        text += "];\n";
    }
    text
}

/// Formats a number of up to six digits with a separator, as in Rust source: `12_345`.
fn group_digits(number: usize) -> String {
    match (number / 1000, number % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands}_{rest:03}"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_search_reproduces_the_magic_numbers_in_use() {
        let file = include_str!("../../src/chess/attacks/magic_numbers.rs");
        assert_eq!(super::source(), file);
    }
}
