//! A table of counts, so that a position reached by several orders of moves is counted once.
//!
//! All threads share it without locks: an entry is two words, the second combined with the
//! first by exclusive or, so that halves written by two threads do not match and are taken
//! for nothing. A key has no help from the board, which keeps none (perft should not pay for
//! it); it is worked out from the whole board in five multiplications.
//! See <https://www.chessprogramming.org/Perft#Hashing> and
//! <https://www.chessprogramming.org/Shared_Hash_Table#Xor>.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::chess::{Board, Color, PieceType};
use crate::memory::{self, OutOfMemory};

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
    buckets: Box<[Bucket]>,
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
        if count == 0 || count >> COUNT_BITS != 0 {
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
    /// with a probability of at most 2^-64.
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
