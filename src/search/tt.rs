//! The transposition table (TT): results of earlier searches, by position key.
//!
//! A key selects a cluster of entries within one cache line. An entry has one word of data, and 16
//! bits of the key to identify it. Threads read and write each atomically, without locks. Sixteen
//! bits are few, and key and data are written one after the other, so a probe may return the entry
//! of another position. The search therefore checks the TT move for legality and must tolerate any
//! other wrong data. See <https://www.chessprogramming.org/Transposition_Table>.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};
use std::thread;

use bytemuck::Zeroable;

use crate::chess::{Key, Move, Position};
use crate::score::{Bound, EVALUATION_BOUND, Score};
use crate::support::memory::{self, BYTES_PER_MB, Block, OutOfMemory, prefetch};
use crate::support::work_queue::map_in_order;

/// Entries in a cluster. Two clusters fill a cache line.
const CLUSTER_SIZE: usize = 3;

/// Entries that share an index.
#[derive(Zeroable)]
#[repr(C, align(32))]
struct Cluster {
    data: [AtomicU64; CLUSTER_SIZE],
    keys: [AtomicU16; CLUSTER_SIZE],
}

/// Mask of the age, which has five bits.
const AGE_MASK: u8 = 31;

/// Replacement: decrease of an entry's value for each later search, in plies of depth.
const PLIES_PER_AGE: i32 = 4;

/// Replacement: depth bonus of entries on a principal variation, in plies.
const PV_PLIES: i32 = 2;

/// Replacement: a result is kept if it is deeper by at least this than a new one of the same search
/// and position, in plies.
const MUCH_DEEPER_PLIES: i32 = 4;

/// Placeholder for a static evaluation that is not known, as in check.
pub const NO_EVAL: Score = i16::MIN as Score;

/// Returns the key of a position in the transposition table. It includes the halfmove clock in
/// coarse steps.
#[inline]
pub fn tt_key(position: &Position) -> Key {
    let clock = position.board().halfmove_clock();
    position.keys().tt_key(clock)
}

/// The result of a search, as the transposition table stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best move, or the move that caused a beta cutoff.
    pub mv: Option<Move>,
    /// The score. Mate distances count from the root here; in memory they count from the
    /// position, since another search may reach it at another ply.
    pub score: Score,
    /// The static evaluation without correction; [`NO_EVAL`] in check and for tablebase scores.
    pub static_eval: Score,
    /// The depth of the search, in plies; 0 for quiescence search.
    pub depth: i32,
    /// The type of the score.
    pub bound: Bound,
    /// Whether the position was on a principal variation.
    pub is_pv: bool,
}

impl TtEntry {
    /// Packs the entry: move in bits 0 to 15, score from 16, static evaluation from 32, depth
    /// from 48, bound from 56, PV flag in 58, age from 59.
    fn pack(&self, age: u8) -> u64 {
        u64::from(self.mv.map_or(0, Move::bits))
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(self.static_eval as i16 as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | (self.bound as u64) << 56
            | u64::from(self.is_pv) << 58
            | u64::from(age) << 59
    }

    #[inline]
    fn unpack(data: u64) -> Self {
        Self {
            mv: Move::from_bits(data as u16),
            score: Score::from((data >> 16) as i16),
            static_eval: Score::from((data >> 32) as i16),
            depth: i32::from((data >> 48) as u8),
            bound: match data >> 56 & 3 {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            is_pv: data >> 58 & 1 != 0,
        }
    }

    /// Returns whether the score can be used instead of a search with this depth and window.
    #[inline]
    pub fn allows_cutoff(&self, depth: i32, alpha: Score, beta: Score) -> bool {
        self.depth >= depth && self.decides(alpha, beta)
    }

    /// Returns whether the score decides a search with this window, apart from the depth: it is
    /// exact, an upper bound of at most `alpha`, or a lower bound of at least `beta`.
    #[inline]
    pub fn decides(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// Returns the age in packed data.
const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// A transposition table of fixed size, shared by all search threads.
pub struct TranspositionTable {
    clusters: Block<Cluster>,
    /// Number of the current search, modulo 32. Entries of earlier searches are replaced first.
    age: AtomicU8,
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TranspositionTable({} clusters)", self.clusters.len())
    }
}

impl TranspositionTable {
    /// Creates an empty table of exactly `megabytes` MB.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            clusters: memory::zeroed(megabytes)?,
            age: AtomicU8::new(0),
        })
    }

    /// Returns the size of the table in MB.
    pub fn megabytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>() / BYTES_PER_MB
    }

    /// Clears the table on all processors, since a large table takes seconds on one.
    pub fn clear(&self) {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let parts = self.clusters.chunks(self.clusters.len().div_ceil(threads));
        let clear = |(): &mut (), clusters: &[Cluster]| {
            for cluster in clusters {
                cluster.data.iter().for_each(|data| data.store(0, Relaxed));
                cluster.keys.iter().for_each(|key| key.store(0, Relaxed));
            }
            Some(())
        };
        map_in_order(parts, vec![(); threads], clear, ControlFlow::Continue);
        self.age.store(0, Relaxed);
    }

    /// Increments the current age, because a new search begins.
    pub fn new_search(&self) {
        let age = self.age.load(Relaxed);
        self.age.store((age + 1) & AGE_MASK, Relaxed);
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        // The high half of the product maps keys evenly onto any number of clusters. It depends
        // on the upper bits of the key; the lower bits identify the entry.
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Prefetches the memory that [`Self::probe`] reads for this key.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// Returns the entry of the position with this key, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: Key, ply: usize) -> Option<TtEntry> {
        let cluster = self.cluster(key);
        for (entry_key, data) in cluster.keys.iter().zip(&cluster.data) {
            if entry_key.load(Relaxed) == key as u16 {
                let data = data.load(Relaxed);
                if data == 0 {
                    return None;
                }
                let entry = TtEntry::unpack(data);
                return Some(TtEntry {
                    score: shifted(entry.score, ply as Score),
                    ..entry
                });
            }
        }
        None
    }

    /// Stores the entry of a position `ply` plies from the root. It replaces the entry of the
    /// same position, an empty entry, or else the least valuable entry of the cluster.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, entry: &TtEntry) {
        let cluster = self.cluster(key);
        let age = self.age.load(Relaxed);
        let mut index = 0;
        let mut least = i32::MAX;
        for (i, entry_key) in cluster.keys.iter().enumerate() {
            let data = cluster.data[i].load(Relaxed);
            if data == 0 || entry_key.load(Relaxed) == key as u16 {
                index = i;
                break;
            }
            let value = replacement_value(data, age);
            if value < least {
                (index, least) = (i, value);
            }
        }
        let old_data = cluster.data[index].load(Relaxed);
        let old = TtEntry::unpack(old_data);
        let same = old_data != 0 && cluster.keys[index].load(Relaxed) == key as u16;
        // A much deeper result of the same search and position is kept, unless the new one is
        // exact.
        let pv = PV_PLIES * i32::from(entry.is_pv);
        if same
            && entry.bound != Bound::Exact
            && age_of(old_data) == age
            && entry.depth + MUCH_DEEPER_PLIES + pv <= old.depth
        {
            return;
        }
        let new = TtEntry {
            // An entry without a move keeps the old move of the position.
            mv: entry.mv.or(old.mv.filter(|_| same)),
            score: shifted(entry.score, -(ply as Score)),
            ..*entry
        };
        cluster.keys[index].store(key as u16, Relaxed);
        cluster.data[index].store(new.pack(age), Relaxed);
    }

    /// Returns the share of the table filled by the current search, in permille, from a sample.
    pub fn permille_full(&self) -> u32 {
        const SAMPLE: usize = 1000 / CLUSTER_SIZE;
        let age = self.age.load(Relaxed);
        let sample = &self.clusters[..SAMPLE.min(self.clusters.len())];
        let used = |data: &&AtomicU64| {
            let data = data.load(Relaxed);
            data != 0 && age_of(data) == age
        };
        let entries = sample.iter().flat_map(|cluster| &cluster.data);
        let count = entries.filter(used).count();
        (count * 1000 / (sample.len() * CLUSTER_SIZE)) as u32
    }
}

/// Returns the replacement value of packed data: its depth, less a malus for its age.
fn replacement_value(data: u64, age: u8) -> i32 {
    let entry = TtEntry::unpack(data);
    let searches_ago = i32::from(age.wrapping_sub(age_of(data)) & AGE_MASK);
    entry.depth + PV_PLIES * i32::from(entry.is_pv) - PLIES_PER_AGE * searches_ago
}

/// Moves a mate or a tablebase win `plies` farther away, or nearer if negative: its distance is
/// counted from the root in the search, and from the position in the table.
const fn shifted(score: Score, plies: Score) -> Score {
    match score {
        _ if score > EVALUATION_BOUND => score - plies,
        _ if score < -EVALUATION_BOUND => score + plies,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{MoveKind, Square};
    use crate::score::{mate_in, mated_in};

    fn entry(score: Score, depth: i32) -> TtEntry {
        let mv = Some(Move::new(Square::E2, Square::E4, MoveKind::DoublePawnPush));
        TtEntry {
            mv,
            score,
            static_eval: 17,
            depth,
            bound: Bound::Exact,
            is_pv: true,
        }
    }

    #[test]
    fn an_entry_is_found_by_its_key_only() {
        let tt = TranspositionTable::new(1).expect("1 MB");
        assert_eq!(tt.probe(42, 0), None);
        tt.store(42, 0, &entry(-123, 7));
        assert_eq!(tt.probe(42, 0), Some(entry(-123, 7)));
        assert_eq!(tt.probe(43, 0), None);
        tt.clear();
        assert_eq!(tt.probe(42, 0), None);
    }

    #[test]
    fn mate_distances_are_stored_from_the_position() {
        let tt = TranspositionTable::new(1).expect("1 MB");
        for (score, two_plies_deeper) in [(mate_in(9), mate_in(11)), (mated_in(8), mated_in(10))] {
            tt.store(7, 3, &entry(score, 4));
            let found = tt.probe(7, 5).map(|entry| entry.score);
            assert_eq!(found, Some(two_plies_deeper));
        }
    }

    #[test]
    fn the_size_is_exact_and_every_key_has_a_cluster() {
        let tt = TranspositionTable::new(3).expect("3 MB");
        assert_eq!(size_of::<Cluster>(), 32);
        assert_eq!(tt.clusters.len() * size_of::<Cluster>(), 3 << 20);
        for key in [0, 1, Key::MAX / 2, Key::MAX] {
            tt.store(key, 0, &entry(1, 1));
            assert!(tt.probe(key, 0).is_some());
        }
    }

    #[test]
    fn old_entries_and_then_shallow_ones_are_replaced_first() {
        let tt = TranspositionTable::new(1).expect("1 MB");
        // Keys with equal upper bits share a cluster.
        for (key, depth) in [(1, 20), (2, 10), (3, 15), (4, 3)] {
            tt.store(key, 0, &entry(10, depth));
        }
        let is_stored = |key| tt.probe(key, 0).is_some();
        assert_eq!([1, 2, 3, 4].map(is_stored), [true, false, true, true]);
        for _ in 0..5 {
            tt.new_search();
        }
        tt.store(4, 0, &entry(10, 3));
        tt.store(5, 0, &entry(10, 1));
        assert_eq!([1, 3, 4, 5].map(is_stored), [true, false, true, true]);
        assert_eq!(tt.permille_full(), 2 * 1000 / 999);
    }

    #[test]
    fn a_shallow_result_keeps_the_deep_result_and_the_move_of_its_position() {
        let tt = TranspositionTable::new(1).expect("1 MB");
        let shallow = TtEntry {
            mv: None,
            bound: Bound::Upper,
            ..entry(-3, 9)
        };
        tt.store(9, 0, &entry(10, 20));
        tt.store(9, 0, &shallow);
        assert_eq!(tt.probe(9, 0), Some(entry(10, 20)));
        tt.new_search();
        tt.store(9, 0, &shallow);
        let mv = entry(10, 20).mv;
        assert_eq!(tt.probe(9, 0), Some(TtEntry { mv, ..shallow }));
    }
}
