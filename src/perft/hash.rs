//! A table of counts, so that a position reached by several orders of moves is counted once.
//!
//! All threads share it without locks: an entry is two words, the second combined with the
//! first by exclusive or, so that halves written by two threads do not match and are taken
//! for nothing. A key has no help from the board, which keeps none (perft should not pay for
//! it); it is worked out from the whole board in six multiplications.
//! See <https://www.chessprogramming.org/Perft#Hashing> and
//! <https://www.chessprogramming.org/Shared_Hash_Table#Xor>.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use super::MAX_DEPTH;
use crate::chess::{Board, Color, PieceType};
use crate::support::memory::{self, Block, OutOfMemory};

/// Counts take the lower bits of an entry's data, the depth those above.
const COUNT_BITS: u32 = 56;

/// Data and key, as described above; no count is 0, so data 0 is no entry.
type Entry = [AtomicU64; 2];

/// Entries that a position may be in: one cache line.
#[derive(bytemuck::Zeroable)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// Counts by position and depth, in a fixed amount of memory.
pub struct Table {
    buckets: Block<Bucket>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} buckets)", self.buckets.len())
    }
}

impl Table {
    /// An empty table of so many megabytes, at least 1.
    ///
    /// # Errors
    ///
    /// If the system has no such block of memory.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            buckets: memory::zeroed(megabytes)?,
        })
    }

    fn bucket(&self, key: Key) -> &Bucket {
        // The high half of the product maps keys evenly onto any number of buckets.
        let index = (u128::from(key.place) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// The count of the position with this key to this depth, if it is known.
    pub(super) fn probe(&self, key: Key, depth: u32) -> Option<u64> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry[0].load(Ordering::Relaxed);
            let is_it = data >> COUNT_BITS == u64::from(depth)
                && entry[1].load(Ordering::Relaxed) ^ data == key.check;
            is_it.then_some(data & ((1 << COUNT_BITS) - 1))
        })
    }

    /// Keeps a count in the place of the smallest of its bucket, which was the least work.
    pub(super) fn store(&self, key: Key, depth: u32, count: u64) {
        // A count of 0 takes no time, and one of 57 bits has never been waited for.
        if count == 0 || count >> COUNT_BITS != 0 || depth > MAX_DEPTH {
            return;
        }
        let effort = |entry: &&Entry| entry[0].load(Ordering::Relaxed) & ((1 << COUNT_BITS) - 1);
        let entry = self.bucket(key).0.iter().min_by_key(effort);
        let entry = entry.expect("a bucket has entries");
        let data = u64::from(depth) << COUNT_BITS | count;
        entry[0].store(data, Ordering::Relaxed);
        entry[1].store(data ^ key.check, Ordering::Relaxed);
    }
}

/// What tells positions apart: 128 bits, of which one half is compared and the other half
/// chooses the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    check: u64,
    place: u64,
}

/// Random numbers, from the hexadecimal digits of pi.
const SALT: [u64; 12] = [
    0x243F_6A88_85A3_08D3,
    0x1319_8A2E_0370_7344,
    0xA409_3822_299F_31D0,
    0x082E_FA98_EC4E_6C89,
    0x4528_21E6_38D0_1377,
    0xBE54_66CF_34E9_0C6C,
    0xC0AC_29B7_C97C_50DD,
    0x3F84_D5B5_B547_0917,
    0x9216_D5D9_8979_FB1B,
    0xD131_0BA6_98DF_B5AC,
    0x2FFD_72DB_D01A_DFB7,
    0xB8E1_AFED_6A26_7E96,
];

impl Key {
    /// The key of everything that the moves of `board` depend on.
    ///
    /// It is the hash NH of UMAC (<https://www.fastcrypto.org/umac/rfc4418.txt>): the sum
    /// of products of salted words, two different inputs of which are equal in 128 bits
    /// with a probability of at most 2^-64. That is then folded into two words of 64 bits,
    /// one compared and one that chooses the bucket: where a table is called exact, it is
    /// to that small probability a look-up.
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
        // The low half of a sum of products depends on the low bits of the words alone, so
        // both halves go through one more product.
        let mixed = nh(&[sum as u64, (sum >> 64) as u64], &SALT[10..]);
        Self {
            check: (mixed >> 64) as u64 ^ mixed as u64,
            place: (sum >> 64) as u64 ^ (mixed as u64).rotate_left(32),
        }
    }
}

/// The sum of the products of neighbouring words, each with its salt.
fn nh(words: &[u64], salt: &[u64]) -> u128 {
    let mut sum: u128 = 0;
    for (pair, salt) in words.chunks_exact(2).zip(salt.chunks_exact(2)) {
        let product =
            u128::from(pair[0].wrapping_add(salt[0])) * u128::from(pair[1].wrapping_add(salt[1]));
        sum = sum.wrapping_add(product);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::{Walk, perft};

    fn board(fen: &str) -> Board {
        fen.parse().expect("a legal position")
    }

    /// A table of so few buckets that it is soon full.
    fn small_table(buckets: usize) -> Table {
        Table {
            buckets: Block::of(buckets).expect("little memory"),
        }
    }

    #[test]
    fn counts_with_a_table_are_those_without() {
        for (fen, depth) in [
            (Board::START_FEN, 5),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                4,
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
            (
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                4,
            ),
        ] {
            let board = board(fen);
            let expected = perft(&board, depth);
            for table in [
                small_table(1),
                small_table(3),
                small_table(64),
                small_table(1 << 14),
            ] {
                let walk = Walk {
                    stop: None,
                    table: Some(&table),
                };
                assert_eq!(walk.count(&board, depth), expected, "{fen} {table:?}");
                let key = Key::of(&board);
                assert_eq!(table.probe(key, depth), Some(expected), "{fen} {table:?}");
                assert_eq!(table.probe(key, depth - 1), None, "{fen} {table:?}");
            }
        }
    }

    #[test]
    fn what_a_stopped_walk_has_counted_is_not_kept() {
        let table = small_table(64);
        let walk = Walk {
            stop: Some(&true.into()),
            table: Some(&table),
        };
        walk.count(&Board::default(), 4);
        assert_eq!(table.probe(Key::of(&Board::default()), 4), None);
    }

    #[test]
    fn whatever_moves_depend_on_is_in_the_key() {
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
        .map(|fen| Key::of(&board(fen)));
        for (i, key) in keys.iter().enumerate() {
            for other in &keys[..i] {
                assert!(key.check != other.check && key.place != other.place);
            }
        }
        let later = board("4k3/8/8/8/8/8/8/R3K2R w KQ - 7 40");
        assert_eq!(Key::of(&later), keys[0], "clocks do not matter");
    }

    #[test]
    fn an_entry_torn_by_two_threads_is_no_entry() {
        let table = Table::new(1).expect("a megabyte");
        let key = Key::of(&Board::default());
        table.store(key, 5, 4_865_609);
        assert_eq!(table.probe(key, 5), Some(4_865_609));
        for entry in &table.bucket(key).0 {
            let data = entry[0].load(Ordering::Relaxed);
            entry[0].store(data ^ 1, Ordering::Relaxed);
        }
        assert_eq!(table.probe(key, 5), None);
    }

    #[test]
    fn the_largest_counts_of_a_bucket_are_kept() {
        let table = Table::new(1).expect("a megabyte");
        let place = Key::of(&Board::default()).place;
        let key = |check| Key { check, place };
        for count in (1..=9).rev() {
            table.store(key(count), 2, count);
        }
        let kept = (1..=9).filter(|&count| table.probe(key(count), 2).is_some());
        // Three places keep the largest, the last of all has the fourth.
        assert_eq!(kept.collect::<Vec<_>>(), [1, 7, 8, 9]);
    }

    /// The number of different positions after four half-moves is in OEIS A083276
    /// (<https://oeis.org/A083276>). Keys as good as random numbers are expected to have
    /// less than a tenth of a pair alike in any 35 bits.
    #[test]
    fn keys_of_neighbouring_positions_are_spread() {
        let mut level = vec![Board::default()];
        for _ in 0..4 {
            let children = |board: &Board| -> Vec<Board> {
                let moves = board.legal_moves().into_iter();
                moves.map(|mv| board.after(mv)).collect()
            };
            level = level.iter().flat_map(children).collect();
        }
        let different = |part: fn(Key) -> u64| {
            let parts = level.iter().map(|board| part(Key::of(board)));
            parts.collect::<std::collections::HashSet<_>>().len()
        };
        assert_eq!(different(|key| key.check), 72_078);
        assert_eq!(different(|key| key.place), 72_078);
        assert!(different(|key| key.check >> 29) >= 72_075);
        assert!(different(|key| key.check << 29) >= 72_075);
        assert!(different(|key| key.place >> 29) >= 72_075);
    }
}
