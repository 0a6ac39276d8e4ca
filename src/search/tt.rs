//! The transposition table: what was found out about positions, by key.
//!
//! All threads read and write it without locks. An entry is two words, and the first is the
//! key combined with the second by exclusive or: if two threads write one entry at the same
//! time, the halves do not match and the entry is taken for another position's.
//! See <https://www.chessprogramming.org/Shared_Hash_Table#Xor>.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::thread;

use crate::chess::{Key, Move};
use crate::memory::{self, BYTES_PER_MB, OutOfMemory};
use crate::score::{Bound, MATE_BOUND, Score};

/// Key and data, as described above.
type Entry = [AtomicU64; 2];

/// Ages are counted in six bits.
const AGE_MASK: u8 = 63;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The best move found, or the one that refuted the position.
    pub mv: Option<Move>,
    /// The score; a mate is so far from the root of the search (in the table itself, from
    /// the position, for another search may come to it from elsewhere).
    pub score: Score,
    /// How deep the search below the position was.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
}

impl Hit {
    /// Move in bits 0 to 15, score from 16, depth from 48, bound from 56, age from 58.
    fn pack(&self, age: u8) -> u64 {
        u64::from(self.mv.map_or(0, Move::bits))
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | (self.bound as u64) << 56
            | u64::from(age) << 58
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Self {
            mv: Move::from_bits(data as u16),
            score: Score::from((data >> 16) as i16),
            depth: i32::from((data >> 48) as u8),
            bound,
        })
    }

    /// Whether the score settles a search of this depth and window.
    #[inline]
    #[must_use]
    pub const fn settles(&self, depth: i32, alpha: Score, beta: Score) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score >= beta,
                Bound::Upper => self.score <= alpha,
            }
    }
}

const fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// A table of a fixed size, shared by all search threads.
pub struct Table {
    entries: Box<[Entry]>,
    /// Counts searches, so that entries of past ones are given up first.
    age: AtomicU8,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} entries)", self.entries.len())
    }
}

impl Table {
    /// An empty table of exactly so many megabytes.
    ///
    /// # Errors
    ///
    /// If the system has no such block of memory.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            entries: memory::zeroed(megabytes)?,
            age: AtomicU8::new(0),
        })
    }

    /// The size of the table.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>() / BYTES_PER_MB
    }

    /// Forgets everything, with all processors at work: a large table takes seconds.
    pub fn clear(&self) {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let part = self.entries.len().div_ceil(threads);
        let clear = |entries: &[Entry]| {
            for word in entries.iter().flatten() {
                word.store(0, Ordering::Relaxed);
            }
        };
        thread::scope(|scope| {
            for entries in self.entries.chunks(part) {
                // Where the system has no thread to give, this one does the work.
                let started = thread::Builder::new().spawn_scoped(scope, move || clear(entries));
                if started.is_err() {
                    clear(entries);
                }
            }
        });
        self.age.store(0, Ordering::Relaxed);
    }

    /// Says that a new search begins.
    pub fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) & AGE_MASK, Ordering::Relaxed);
    }

    #[inline]
    fn entry(&self, key: Key) -> &Entry {
        // The high half of the product maps keys evenly onto any number of entries.
        let index = (u128::from(key) * self.entries.len() as u128) >> 64;
        &self.entries[index as usize]
    }

    /// What is known about the position with this key, `ply` half-moves from the root.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key, ply: usize) -> Option<Hit> {
        let entry = self.entry(key);
        let data = entry[1].load(Ordering::Relaxed);
        if entry[0].load(Ordering::Relaxed) ^ data != key {
            return None;
        }
        let hit = Hit::unpack(data)?;
        Some(Hit {
            score: from_table(hit.score, ply),
            ..hit
        })
    }

    /// Enters what was found out at `ply` half-moves from the root. A deeper result of this
    /// search for another position is kept instead.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, hit: &Hit) {
        let entry = self.entry(key);
        let age = self.age.load(Ordering::Relaxed);
        let old_data = entry[1].load(Ordering::Relaxed);
        let same_position = entry[0].load(Ordering::Relaxed) ^ old_data == key;
        let old = Hit::unpack(old_data);
        let keeps = old.is_some_and(|old| {
            !same_position && age_of(old_data) == age && old.depth > hit.depth + 3
        });
        if keeps {
            return;
        }
        // A search that found no best move leaves an earlier one standing.
        let mv = hit
            .mv
            .or_else(|| old.filter(|_| same_position).and_then(|old| old.mv));
        let data = Hit {
            mv,
            score: to_table(hit.score, ply),
            ..*hit
        }
        .pack(age);
        entry[0].store(key ^ data, Ordering::Relaxed);
        entry[1].store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in permill.
    #[must_use]
    pub fn permill_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let used = |entry: &&Entry| {
            let data = entry[1].load(Ordering::Relaxed);
            Hit::unpack(data).is_some() && age_of(data) == age
        };
        self.entries.iter().take(1000).filter(used).count() as u32
    }
}

/// A mate is so far from the root, but the table must know how far it is from the position.
const fn to_table(score: Score, ply: usize) -> Score {
    match score {
        _ if score > MATE_BOUND => score + ply as Score,
        _ if score < -MATE_BOUND => score - ply as Score,
        _ => score,
    }
}

/// The inverse of [`to_table`].
const fn from_table(score: Score, ply: usize) -> Score {
    match score {
        _ if score > MATE_BOUND => score - ply as Score,
        _ if score < -MATE_BOUND => score + ply as Score,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{MoveKind, Square};
    use crate::score::{mate_in, mated_in};

    fn hit(score: Score, depth: i32) -> Hit {
        let mv = Some(Move::new(Square::E2, Square::E4, MoveKind::DoublePawnPush));
        Hit {
            mv,
            score,
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = Table::new(1).expect("1 MB");
        assert_eq!(table.probe(42, 0), None);
        table.store(42, 0, &hit(-123, 7));
        assert_eq!(table.probe(42, 0), Some(hit(-123, 7)));
        assert_eq!(table.probe(43, 0), None);
        table.clear();
        assert_eq!(table.probe(42, 0), None);
    }

    #[test]
    fn mate_distances_count_from_the_position() {
        let table = Table::new(1).expect("1 MB");
        for (score, seen_two_plies_deeper) in
            [(mate_in(9), mate_in(11)), (mated_in(8), mated_in(10))]
        {
            table.store(7, 3, &hit(score, 4));
            assert_eq!(
                table.probe(7, 5).map(|hit| hit.score),
                Some(seen_two_plies_deeper)
            );
        }
    }

    #[test]
    fn the_size_is_exact_and_any_key_finds_a_place() {
        let table = Table::new(3).expect("3 MB");
        assert_eq!(table.entries.len() * size_of::<Entry>(), 3 << 20);
        for key in [0, 1, Key::MAX / 2, Key::MAX] {
            table.store(key, 0, &hit(1, 1));
            assert!(table.probe(key, 0).is_some());
        }
    }

    #[test]
    fn a_deeper_result_outlives_a_shallow_one_until_the_next_search() {
        let table = Table::new(1).expect("1 MB");
        // Neighbouring keys share an entry.
        table.store(1, 0, &hit(10, 20));
        table.store(2, 0, &hit(10, 3));
        assert!(table.probe(1, 0).is_some());
        table.new_search();
        table.store(2, 0, &hit(10, 3));
        assert!(table.probe(2, 0).is_some());
        assert_eq!(table.permill_full(), 1);
    }
}
