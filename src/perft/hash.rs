//! A hash table of perft counts, so that transpositions need not be counted again.
//!
//! All threads share the table without locks. An entry is two words: the data, and the key XOR the
//! data. If two threads write different halves of an entry, the halves do not match, and the entry
//! counts as empty. Boards do not update a key with each move, because that would slow down plain
//! perft. Instead, the key is computed from the whole board by six multiplications.
//! See <https://www.chessprogramming.org/Shared_Hash_Table#Xor>.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::chess::{Board, Color, PieceType};
use crate::support::memory::{self, Block, OutOfMemory};

/// Bits of the count in an entry's data; the bits above them hold the depth.
const COUNT_BITS: u32 = 56;

/// Bits of the depth in an entry's data.
const DEPTH_BITS: u32 = u64::BITS - COUNT_BITS;

/// The data, and the key XOR the data. No stored count is 0, so data 0 means empty.
type Entry = [AtomicU64; 2];

/// The entries that can hold a position: one cache line.
#[derive(bytemuck::Zeroable)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A table of counts by position and depth, of a fixed size.
pub struct PerftTable {
    buckets: Block<Bucket>,
}

impl fmt::Debug for PerftTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PerftTable({} buckets)", self.buckets.len())
    }
}

impl PerftTable {
    /// Creates an empty table of `megabytes` MB, at least 1 MB.
    ///
    /// # Errors
    ///
    /// Returns an error if the system does not have this much memory.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            buckets: memory::zeroed(megabytes)?,
        })
    }

    fn bucket(&self, key: PositionKey) -> &Bucket {
        // The high half of the product distributes keys evenly over any number of buckets.
        let index = (u128::from(key.place) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Returns the stored count for this key and depth.
    pub(super) fn probe(&self, key: PositionKey, depth: u32) -> Option<u64> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry[0].load(Ordering::Relaxed);
            let is_match = data >> COUNT_BITS == u64::from(depth)
                && entry[1].load(Ordering::Relaxed) ^ data == key.check;
            is_match.then_some(data & ((1 << COUNT_BITS) - 1))
        })
    }

    /// Stores a count. Replaces the smallest count of the bucket, which takes least time to
    /// recompute.
    pub(super) fn store(&self, key: PositionKey, depth: u32, count: u64) {
        // A count of 0 is not worth an entry. A count that does not fit would take years.
        if count == 0 || count >> COUNT_BITS != 0 || depth >> DEPTH_BITS != 0 {
            return;
        }
        let effort = |entry: &&Entry| entry[0].load(Ordering::Relaxed) & ((1 << COUNT_BITS) - 1);
        let smallest = self.bucket(key).0.iter().min_by_key(effort);
        let entry = smallest.expect("a bucket has entries");
        let data = u64::from(depth) << COUNT_BITS | count;
        entry[0].store(data, Ordering::Relaxed);
        entry[1].store(data ^ key.check, Ordering::Relaxed);
    }
}

/// The 128-bit key of a position: one half selects the bucket, the other one is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PositionKey {
    check: u64,
    place: u64,
}

/// Random numbers: the fractional part of pi in hexadecimal.
#[rustfmt::skip]
const SALT: [u64; 12] = [
    0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89,
    0x4528_21E6_38D0_1377, 0xBE54_66CF_34E9_0C6C, 0xC0AC_29B7_C97C_50DD, 0x3F84_D5B5_B547_0917,
    0x9216_D5D9_8979_FB1B, 0xD131_0BA6_98DF_B5AC, 0x2FFD_72DB_D01A_DFB7, 0xB8E1_AFED_6A26_7E96,
];

impl PositionKey {
    /// Returns the key of everything that determines the moves on `board`.
    ///
    /// It is the hash NH of UMAC (<https://www.fastcrypto.org/umac/rfc4418.txt>), a sum of
    /// products of salted words. Two different inputs have the same sum of 128 bits with a
    /// probability of at most 2^-64. The sum is then folded into the two halves of the key. A
    /// lookup is exact up to this small probability.
    pub(super) fn of(board: &Board) -> Self {
        let piece = |kind: PieceType| board.of_type(kind).0;
        let en_passant = board.en_passant().map_or(64, |square| square as u64);
        let words = [
            piece(PieceType::Pawn),
            piece(PieceType::Knight),
            piece(PieceType::Bishop),
            piece(PieceType::Rook),
            piece(PieceType::Queen),
            piece(PieceType::King),
            board.of_color(Color::White).0,
            board.castling().rooks().0,
            en_passant,
            board.side_to_move() as u64,
        ];
        let sum = nh(&words, &SALT[..10]);
        // The low half of the sum depends only on the low bits of the words, so both halves go
        // through one more product.
        let mixed = nh(&[sum as u64, (sum >> 64) as u64], &SALT[10..]);
        Self {
            check: (mixed >> 64) as u64 ^ mixed as u64,
            place: (sum >> 64) as u64 ^ (mixed as u64).rotate_left(32),
        }
    }
}

/// Returns the sum of the products of pairs of words. A salt is added to each word first.
fn nh(words: &[u64], salt: &[u64]) -> u128 {
    let mut sum: u128 = 0;
    for (pair, salts) in words.chunks_exact(2).zip(salt.chunks_exact(2)) {
        let product =
            u128::from(pair[0].wrapping_add(salts[0])) * u128::from(pair[1].wrapping_add(salts[1]));
        sum = sum.wrapping_add(product);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::perft;
    use crate::perft::walk::Walk;

    fn board(fen: &str) -> Board {
        fen.parse().expect("a legal position")
    }

    /// Returns a table of `buckets` buckets, few enough to fill up.
    fn small_table(buckets: usize) -> PerftTable {
        PerftTable {
            buckets: Block::of(buckets).expect("little memory"),
        }
    }

    #[test]
    #[rustfmt::skip]
    fn counts_with_a_table_equal_counts_without_one() {
        for (fen, depth) in [
            (Board::START_FEN, 5),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
            ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4),
        ] {
            let board = board(fen);
            let expected = perft(&board, depth);
            for table in [1, 3, 64, 1 << 14].map(small_table) {
                let walk = Walk {
                    stop: None,
                    table: Some(&table),
                };
                assert_eq!(walk.count(&board, depth), expected, "{fen} {table:?}");
                let key = PositionKey::of(&board);
                assert_eq!(table.probe(key, depth), Some(expected), "{fen} {table:?}");
                assert_eq!(table.probe(key, depth - 1), None, "{fen} {table:?}");
            }
        }
    }

    #[test]
    fn a_stopped_walk_stores_no_counts() {
        let table = small_table(64);
        let walk = Walk {
            stop: Some(&true.into()),
            table: Some(&table),
        };
        walk.count(&Board::default(), 4);
        assert_eq!(table.probe(PositionKey::of(&Board::default()), 4), None);
    }

    #[test]
    fn the_key_depends_on_everything_that_determines_the_moves() {
        let keys = [
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1",
            "4k3/8/8/8/8/8/8/R3K2B w Q - 0 1",
            "4k3/8/8/8/8/8/8/R3K1R1 w Q - 0 1",
            "4k3/8/8/8/8/8/8/r3K2R w K - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        ]
        .map(|fen| PositionKey::of(&board(fen)));
        for (i, key) in keys.iter().enumerate() {
            for other in &keys[..i] {
                assert!(key.check != other.check && key.place != other.place);
            }
        }
        let later = board("4k3/8/8/8/8/8/8/R3K2R w KQ - 7 40");
        assert_eq!(PositionKey::of(&later), keys[0], "clocks do not matter");
    }

    #[test]
    fn an_entry_torn_by_two_threads_is_empty() {
        let table = PerftTable::new(1).expect("a megabyte");
        let key = PositionKey::of(&Board::default());
        table.store(key, 5, 4_865_609);
        assert_eq!(table.probe(key, 5), Some(4_865_609));
        for entry in &table.bucket(key).0 {
            let data = entry[0].load(Ordering::Relaxed);
            entry[0].store(data ^ 1, Ordering::Relaxed);
        }
        assert_eq!(table.probe(key, 5), None);
    }

    #[test]
    fn a_full_bucket_keeps_its_largest_counts() {
        let table = PerftTable::new(1).expect("a megabyte");
        let place = PositionKey::of(&Board::default()).place;
        let key = |check| PositionKey { check, place };
        for count in (1..=9).rev() {
            table.store(key(count), 2, count);
        }
        let kept = (1..=9).filter(|&count| table.probe(key(count), 2).is_some());
        // Three entries keep the largest counts; the fourth one holds the last count stored.
        assert_eq!(kept.collect::<Vec<_>>(), [1, 7, 8, 9]);
    }

    /// The number of different positions after four plies is in OEIS A083276
    /// (<https://oeis.org/A083276>). Among this many random keys, the expected number of pairs
    /// that agree in 35 given bits is less than 0.1.
    #[test]
    fn keys_of_similar_positions_are_spread() {
        let mut level = vec![Board::default()];
        for _ in 0..4 {
            let children = |board: &Board| -> Vec<Board> {
                let moves = board.legal_moves().into_iter();
                moves.map(|mv| board.after(mv)).collect()
            };
            level = level.iter().flat_map(children).collect();
        }
        let different = |part: fn(PositionKey) -> u64| {
            let parts = level.iter().map(|board| part(PositionKey::of(board)));
            parts.collect::<std::collections::HashSet<_>>().len()
        };
        assert_eq!(different(|key| key.check), 72_078);
        assert_eq!(different(|key| key.place), 72_078);
        assert!(different(|key| key.check >> 29) >= 72_075);
        assert!(different(|key| key.check << 29) >= 72_075);
        assert!(different(|key| key.place >> 29) >= 72_075);
    }
}
