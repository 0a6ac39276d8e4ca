//! The transposition table: what was found out about positions, by key.
//!
//! A key leads to a cluster of entries that lie in one cache line. An entry is one word of
//! data, which threads read and write whole and without locks, and sixteen bits of the key
//! to know it by. Sixteen bits, and the two parts of an entry being written one after the
//! other, let a stranger's data pass now and then: so the search checks every move from here
//! for legality, and takes nothing else from here for certain.
//! See <https://www.chessprogramming.org/Transposition_Table>.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};
use std::thread;

use bytemuck::Zeroable;

use crate::chess::{Key, Move, Position};
use crate::score::{Bound, EVALUATION_BOUND, Score};
use crate::support::memory::{self, BYTES_PER_MB, Block, OutOfMemory, prefetch};

/// The key under which the table has a position.
#[inline]
#[must_use]
pub fn table_key(position: &Position) -> Key {
    let clock = position.board().halfmove_clock();
    position.keys().with_clock(clock)
}

/// How many entries share a place in the table: two clusters fill a cache line.
const CLUSTER: usize = 3;

/// Entries that one key may go to.
#[derive(Zeroable)]
#[repr(C, align(32))]
struct Cluster {
    data: [AtomicU64; CLUSTER],
    keys: [AtomicU16; CLUSTER],
}

/// Ages are counted in five bits.
const AGE_MASK: u8 = 31;

/// When entries compete for a place, one search of age weighs as much as so many plies.
const PLIES_PER_AGE: i32 = 4;

/// Entries on a principal variation are worth so many plies more than others.
const PV_PLIES: i32 = 2;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The best move found, or the one that refuted the position.
    pub mv: Option<Move>,
    /// The score; a mate is so far from the root of the search (in the table itself, from
    /// the position, for another search may come to it from elsewhere).
    pub score: Score,
    /// The evaluation of the position, as it came; [`NO_EVALUATION`] where it was in check.
    pub evaluation: Score,
    /// How deep the search below the position was, in half-moves; 0 for quiescence.
    pub depth: i32,
    /// What the score says; `None` where the evaluation alone is known.
    pub bound: Option<Bound>,
    /// Whether the position has been on a principal variation.
    pub pv: bool,
}

/// In the place of an evaluation: there is none.
pub const NO_EVALUATION: Score = i16::MIN as Score;

impl Hit {
    /// Move in bits 0 to 15, score from 16, evaluation from 32, depth from 48, bound from
    /// 56, PV at 58, age from 59.
    fn pack(&self, age: u8) -> u64 {
        u64::from(self.mv.map_or(0, Move::bits))
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(self.evaluation as i16 as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | self.bound.map_or(0, |bound| bound as u64) << 56
            | u64::from(self.pv) << 58
            | u64::from(age) << 59
    }

    #[inline]
    fn unpack(data: u64) -> Self {
        Self {
            mv: Move::from_bits(data as u16),
            score: Score::from((data >> 16) as i16),
            evaluation: Score::from((data >> 32) as i16),
            depth: i32::from((data >> 48) as u8),
            bound: match data >> 56 & 3 {
                1 => Some(Bound::Exact),
                2 => Some(Bound::Lower),
                3 => Some(Bound::Upper),
                _ => None,
            },
            pv: data >> 58 & 1 != 0,
        }
    }

    /// Whether the score settles a search of this depth and window.
    #[inline]
    #[must_use]
    pub fn settles(&self, depth: i32, alpha: Score, beta: Score) -> bool {
        self.depth >= depth && self.bounds(alpha, beta)
    }

    /// Whether the true score is known to be no more than `alpha`, no less than `beta`, or
    /// exactly, however deep the search that says so was.
    #[inline]
    #[must_use]
    pub fn bounds(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score >= beta,
            Some(Bound::Upper) => self.score <= alpha,
            None => false,
        }
    }
}

const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// A table of a fixed size, shared by all search threads.
pub struct Table {
    clusters: Block<Cluster>,
    /// Counts searches, so that entries of past ones are given up first.
    age: AtomicU8,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} clusters)", self.clusters.len())
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
            clusters: memory::zeroed(megabytes)?,
            age: AtomicU8::new(0),
        })
    }

    /// The size of the table.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>() / BYTES_PER_MB
    }

    /// Forgets everything, with all processors at work: a large table takes seconds.
    pub fn clear(&self) {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let part = self.clusters.len().div_ceil(threads);
        let clear = |clusters: &[Cluster]| {
            for cluster in clusters {
                cluster.data.iter().for_each(|data| data.store(0, Relaxed));
                cluster.keys.iter().for_each(|key| key.store(0, Relaxed));
            }
        };
        thread::scope(|scope| {
            for clusters in self.clusters.chunks(part) {
                // Where the system has no thread to give, this one does the work.
                let started = thread::Builder::new().spawn_scoped(scope, move || clear(clusters));
                if started.is_err() {
                    clear(clusters);
                }
            }
        });
        self.age.store(0, Relaxed);
    }

    /// Says that a new search begins.
    pub fn new_search(&self) {
        let age = self.age.load(Relaxed);
        self.age.store((age + 1) & AGE_MASK, Relaxed);
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        // The high half of the product maps keys evenly onto any number of clusters. It
        // depends on the key's upper bits; entries are known by the lower ones.
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Has the processor fetch what a [`Self::probe`] for this key will read.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// What is known about the position with this key, `ply` half-moves from the root.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key, ply: usize) -> Option<Hit> {
        let cluster = self.cluster(key);
        for (own, data) in cluster.keys.iter().zip(&cluster.data) {
            if own.load(Relaxed) == key as u16 {
                let data = data.load(Relaxed);
                if data == 0 {
                    return None;
                }
                let hit = Hit::unpack(data);
                return Some(Hit {
                    score: from_table(hit.score, ply),
                    ..hit
                });
            }
        }
        None
    }

    /// Enters what was found out at `ply` half-moves from the root. It takes the place of
    /// what was known about the position, or else of what is worth least in the cluster.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, hit: &Hit) {
        let cluster = self.cluster(key);
        let age = self.age.load(Relaxed);
        let mut place = 0;
        let mut least = i32::MAX;
        for (i, own) in cluster.keys.iter().enumerate() {
            let data = cluster.data[i].load(Relaxed);
            if data == 0 || own.load(Relaxed) == key as u16 {
                place = i;
                break;
            }
            let worth = worth(data, age);
            if worth < least {
                (place, least) = (i, worth);
            }
        }
        let old_data = cluster.data[place].load(Relaxed);
        let old = Hit::unpack(old_data);
        let same = old_data != 0 && cluster.keys[place].load(Relaxed) == key as u16;
        // A much deeper result of this search for the same position is kept.
        let pv = PV_PLIES * i32::from(hit.pv);
        if same
            && hit.bound != Some(Bound::Exact)
            && age_of(old_data) == age
            && hit.depth + 4 + pv <= old.depth
        {
            return;
        }
        // A search that found no best move leaves an earlier one standing.
        let mv = hit.mv.or(old.mv.filter(|_| same));
        let data = Hit {
            mv,
            score: to_table(hit.score, ply),
            ..*hit
        }
        .pack(age);
        cluster.keys[place].store(key as u16, Relaxed);
        cluster.data[place].store(data, Relaxed);
    }

    /// How full the table is with entries of this search, in permill.
    #[must_use]
    pub fn permill_full(&self) -> u32 {
        const SAMPLE: usize = 1000;
        let age = self.age.load(Relaxed);
        let sample = &self.clusters[..SAMPLE.min(self.clusters.len())];
        let used = |data: &&AtomicU64| {
            let data = data.load(Relaxed);
            data != 0 && age_of(data) == age
        };
        let count = sample
            .iter()
            .flat_map(|cluster| &cluster.data)
            .filter(used)
            .count();
        (count * 1000 / (sample.len() * CLUSTER)) as u32
    }
}

/// What an entry is worth keeping for: depth counts, and being of this search.
fn worth(data: u64, age: u8) -> i32 {
    let hit = Hit::unpack(data);
    let searches_ago = i32::from(age.wrapping_sub(age_of(data)) & AGE_MASK);
    hit.depth + PV_PLIES * i32::from(hit.pv) - PLIES_PER_AGE * searches_ago
}

/// A mate, or a win by endgame tables, is so far from the root, but the table must know how
/// far it is from the position.
const fn to_table(score: Score, ply: usize) -> Score {
    match score {
        _ if score > EVALUATION_BOUND => score + ply as Score,
        _ if score < -EVALUATION_BOUND => score - ply as Score,
        _ => score,
    }
}

/// The inverse of [`to_table`].
const fn from_table(score: Score, ply: usize) -> Score {
    match score {
        _ if score > EVALUATION_BOUND => score - ply as Score,
        _ if score < -EVALUATION_BOUND => score + ply as Score,
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
            evaluation: 17,
            depth,
            bound: Some(Bound::Exact),
            pv: true,
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
        assert_eq!(size_of::<Cluster>(), 32);
        assert_eq!(table.clusters.len() * size_of::<Cluster>(), 3 << 20);
        for key in [0, 1, Key::MAX / 2, Key::MAX] {
            table.store(key, 0, &hit(1, 1));
            assert!(table.probe(key, 0).is_some());
        }
    }

    #[test]
    fn the_shallowest_result_of_a_cluster_gives_way_and_old_ones_before_it() {
        let table = Table::new(1).expect("1 MB");
        // Keys with equal upper bits share a cluster.
        for (key, depth) in [(1, 20), (2, 10), (3, 15), (4, 3)] {
            table.store(key, 0, &hit(10, depth));
        }
        let known = |key| table.probe(key, 0).is_some();
        assert_eq!([1, 2, 3, 4].map(known), [true, false, true, true]);
        for _ in 0..5 {
            table.new_search();
        }
        table.store(4, 0, &hit(10, 3));
        table.store(5, 0, &hit(10, 1));
        assert_eq!([1, 3, 4, 5].map(known), [true, false, true, true]);
        assert_eq!(table.permill_full(), 2 * 1000 / 3000);
    }

    #[test]
    fn a_move_and_a_deep_result_outlive_a_shallow_search_of_the_same_position() {
        let table = Table::new(1).expect("1 MB");
        let shallow = Hit {
            mv: None,
            bound: Some(Bound::Upper),
            ..hit(-3, 9)
        };
        table.store(9, 0, &hit(10, 20));
        table.store(9, 0, &shallow);
        assert_eq!(table.probe(9, 0), Some(hit(10, 20)));
        table.new_search();
        table.store(9, 0, &shallow);
        let mv = hit(10, 20).mv;
        assert_eq!(table.probe(9, 0), Some(Hit { mv, ..shallow }));
    }
}
