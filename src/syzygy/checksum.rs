//! Computes the checksum in the last 16 bytes of a table's file.
//!
//! CityHashCrc256 hashes the preceding bytes in chunks of 16 MiB, and CityHash128 hashes the
//! results; both are functions of CityHash 1.0.3. Only CRC-32C comes from a crate. See
//! <https://github.com/google/cityhash>.

use std::io::{self, Read};
use std::num::Wrapping;

use crc32c::crc32c_append;

/// Size of a chunk in bytes.
const CHUNK: u64 = 1 << 24;

/// Maximum number of bytes that [`checksum`] can hash. No table with up to five pieces is as large.
pub(super) const MAX_LENGTH: u64 = 4 * CHUNK;

/// Bytes of one step of the main loop of CityHashCrc256, an even number of rounds, and its minimum
/// input. Shorter input is padded with zeros.
const MIN_INPUT: usize = 240;

/// Multiplier of CityHash (`k0` in its source).
const K0: u64 = 0xC3A5_C85C_97CB_3127;

/// Multiplier of CityHash (`k1` in its source).
const K1: Wrapping<u64> = Wrapping(0xB492_B66F_BE98_F273);

/// Start value of CityHash (`k3` in its source).
const K3: Wrapping<u64> = Wrapping(0xC949_D7C7_509E_6557);

/// Multiplier of CityHash's hash of two words (`kMul` in its source).
const PAIR: Wrapping<u64> = Wrapping(0x9DDF_EA08_EB38_2D69);

/// Returns the checksum of the next `length` bytes, from 1 to [`MAX_LENGTH`].
pub(super) fn checksum(bytes: &mut impl Read, length: u64) -> io::Result<[u8; 16]> {
    let mut chunk = vec![0; length.min(CHUNK) as usize];
    let mut hashes = Vec::new();
    let mut left = length;
    while left > 0 {
        chunk.truncate(left.min(CHUNK) as usize);
        bytes.read_exact(&mut chunk)?;
        hashes.extend(crc256(&chunk).map(Wrapping));
        left -= chunk.len() as u64;
    }
    let mut checksum = [0; 16];
    let halves = city128(&hashes).map(|half| half.0.to_le_bytes());
    checksum.copy_from_slice(halves.as_flattened());
    Ok(checksum)
}

/// Returns the CityHash128 of the results of CityHashCrc256 for one to four chunks. Longer input
/// would need the part of CityHash128 for more than 128 bytes after the first 16.
fn city128(words: &[Wrapping<u64>]) -> [Wrapping<u64>; 2] {
    let (start, rest) = words.split_at(2);
    let (mut a, mut b) = (start[0] ^ K3, start[1]);
    let (mut c, mut d);
    let (pairs, last) = rest.split_at(rest.len() - 2);
    if pairs.is_empty() {
        a = fold(a * K1) * K1;
        // 16 is the number of bytes of `last`.
        let turned = Wrapping((last[1].0.wrapping_add(16)).rotate_right(16));
        c = b * K1 + (hash_pair(last[0], turned) ^ last[1]);
        d = fold(a + last[0]);
    } else {
        c = hash_pair(last[1] + K1, a);
        d = hash_pair(b + Wrapping(size_of_val(rest) as u64), c + last[0]);
        a += d;
        for pair in pairs.chunks_exact(2) {
            a = (a ^ (fold(pair[0] * K1) * K1)) * K1;
            b ^= a;
            c = (c ^ (fold(pair[1] * K1) * K1)) * K1;
            d ^= c;
        }
    }
    a = hash_pair(a, c);
    b = hash_pair(d, b);
    [a ^ b, hash_pair(b, a)]
}

/// Returns the CityHashCrc256 of `bytes`.
fn crc256(bytes: &[u8]) -> [u64; 4] {
    if bytes.len() >= MIN_INPUT {
        return Hasher::new(bytes, 0).hash(bytes);
    }
    let mut padded = [0; MIN_INPUT];
    padded[..bytes.len()].copy_from_slice(bytes);
    Hasher::new(&padded, !(bytes.len() as u32)).hash(&padded)
}

/// Number of 64-bit words that are mixed into the state in parallel.
const LANES: usize = 5;

/// Number of bytes that one round mixes into the state: a word per lane.
const ROUND: usize = 8 * LANES;

/// Number of rounds between updates of the CRCs: an even number, small enough that the collected
/// values stay in the first-level cache.
const BATCH: usize = 384;

/// The word of each lane. The last element is the word that the first lane had one round before.
type State = [u64; LANES + 1];

/// The state of CityHashCrc256.
///
/// Each lane has a CRC-32C of all values that its word of the state takes. The state does not
/// depend on the CRCs, so the hasher collects values and passes them to the CRC crate in batches.
/// The crate processes a batch at the speed of the processor's CRC instruction.
struct Hasher {
    /// Initial values of the first two results, computed from the start of the input and its
    /// length.
    results: [u64; 2],
    state: State,
    /// CRC per lane, in the crate's form: the complement of the value that the processor's
    /// instruction uses.
    crcs: [u32; LANES],
}

impl Hasher {
    fn new(bytes: &[u8], seed: u32) -> Self {
        let length = bytes.len() as u64;
        let plus = |at: usize, addend: u64| word(bytes, at).wrapping_add(addend);
        let (a, b) = (plus(56, K0), plus(96, K0));
        let c = hash_pair(Wrapping(b), Wrapping(length)).0;
        let d = word(bytes, 120).wrapping_mul(K0).wrapping_add(length);
        Self {
            results: [c, d],
            state: [a, b, c, d, plus(184, seed.into()), c.wrapping_add(d)],
            crcs: [!seed, !0, !0, !0, !0],
        }
    }

    fn hash(mut self, bytes: &[u8]) -> [u64; 4] {
        let (even, rest) = bytes.split_at(bytes.len() / MIN_INPUT * MIN_INPUT);
        let (rounds, odd) = rest.as_chunks();
        for batch in even.as_chunks().0.chunks(BATCH) {
            self.mix::<true>(batch);
        }
        self.mix::<false>(rounds);
        if let (false, Some(last)) = (odd.is_empty(), bytes.last_chunk()) {
            self.mix::<false>(&[*last]);
        }
        self.finish()
    }

    /// Mixes at most [`BATCH`] rounds of bytes into the state. With `ALTERNATE`, every second
    /// round, from the first on, rotates by one bit less and does not multiply.
    fn mix<const ALTERNATE: bool>(&mut self, rounds: &[[u8; ROUND]]) {
        let mut values = [[0; BATCH]; LANES];
        // A local copy, so that the compiler keeps it in registers.
        let mut state = self.state;
        for (i, bytes) in rounds.iter().enumerate() {
            state = if ALTERNATE && i % 2 == 0 {
                round(state, bytes, 1, 1)
            } else {
                round(state, bytes, K0, 0)
            };
            for (lane, word) in values.iter_mut().zip(state) {
                lane[i] = word.to_le();
            }
        }
        self.state = state;
        for (crc, lane) in self.crcs.iter_mut().zip(&values) {
            *crc = crc32c_append(*crc, bytemuck::cast_slice(&lane[..rounds.len()]));
        }
    }

    /// Combines state and CRCs into the result, with the same steps as the source of CityHash.
    fn finish(self) -> [u64; 4] {
        let k0 = Wrapping(K0);
        let [mut a, mut b, mut c, mut d, mut e, spare] = self.state.map(Wrapping);
        let [mut f, mut g, mut h, mut i, mut j] = self.crcs.map(|crc| Wrapping(u64::from(!crc)));
        let [mut first, mut second] = self.results.map(Wrapping);
        j += i << 32;
        a = hash_pair(a, j);
        h += g << 32;
        b += h;
        c = hash_pair(c, f) + i;
        d = hash_pair(d, e + first);
        j += e;
        i += hash_pair(h, spare);
        e = hash_pair(a, d) + j;
        f = hash_pair(b, c) + a;
        g = hash_pair(j, i) + c;
        first = e + f + g + h;
        a = fold((a + g) * k0) * k0 + b;
        second += a + first;
        a = fold(a * k0) * k0 + c;
        let third = a + second;
        a = fold((a + e) * k0) * k0;
        [first, second, third, a + third].map(|result| result.0)
    }
}

/// Mixes one round of bytes into the state and returns it. The state is multiplied by `factor`, and
/// rotated by one bit less if `less` is 1; otherwise it must be 0.
#[inline(always)]
fn round(state: State, bytes: &[u8; ROUND], factor: u64, less: u32) -> State {
    let [a, b, c, d, e, spare] = state;
    let words: [u64; LANES] = bytemuck::pod_read_unaligned(bytes);
    let mixed = |value: u64, by: u32, word: u64| {
        let turned = value.rotate_right(by - less);
        turned.wrapping_mul(factor).wrapping_add(u64::from_le(word))
    };
    [
        mixed(b, 41, words[0]),
        mixed(c, 27, words[1]),
        mixed(d, 41, words[2]),
        mixed(e, 33, words[3]),
        mixed(spare, 25, words[4]),
        a,
    ]
}

/// Returns the eight bytes at offset `at` as a little-endian number.
#[inline]
fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le(bytemuck::pod_read_unaligned(&bytes[at..at + 8]))
}

/// Mixes the high bits of `value` into the low bits.
fn fold(value: Wrapping<u64>) -> Wrapping<u64> {
    value ^ (value >> 47)
}

/// Returns CityHash's hash of two words.
fn hash_pair(low: Wrapping<u64>, high: Wrapping<u64>) -> Wrapping<u64> {
    let mixed = fold((low ^ high) * PAIR);
    fold((high ^ mixed) * PAIR) * PAIR
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pseudorandom(length: usize) -> Vec<u8> {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005);
            state = state.wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        };
        std::iter::repeat_with(&mut next).take(length).collect()
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The expected values come from the generator of the tables (`checksum.c` in
    /// <https://github.com/syzygy1/tb>).
    #[test]
    fn checksums_equal_those_of_the_table_generator() {
        let bytes = pseudorandom((1 << 24) + 64);
        for (length, expected) in [
            (1, "2b859ff10a863c0d0d953730b1758220"),
            (239, "ee2f2a0b4fafeb72a8fae7374dc7819a"),
            (240, "43cacbade4e89ce154ad2b02eff18528"),
            (241, "c287149762afd31f715a08a35c4bff83"),
            (280, "35510848be062a72f2f700c00c9d1a98"),
            (281, "5e68841e4dd838e0635e0776060db441"),
            (480, "1ec555a59213426846be2c5bebbb0a87"),
            (100_000, "97ed901b20082ef69dc374b1dc8e6d02"),
            (1 << 24, "6958274c9eaecb1b489aeef3fea277da"),
            ((1 << 24) + 64, "396b00181f16c45091a41afe64ed4bfa"),
        ] {
            let checksum = checksum(&mut &bytes[..], length).expect("enough bytes");
            assert_eq!(hex(&checksum), expected, "{length}");
        }
        assert!(checksum(&mut &bytes[..80], 81).is_err());
    }

    /// The expected values come from the same generator.
    #[test]
    fn hashes_of_hashes_equal_those_of_the_table_generator() {
        let bytes = pseudorandom(128);
        let (chunks, _) = bytes.as_chunks();
        let words: Vec<_> = chunks
            .iter()
            .map(|&word| Wrapping(u64::from_le_bytes(word)))
            .collect();
        for (length, expected) in [
            (32, "2237cb7fe144c9a796d28e5cf4c56278"),
            (64, "7507318121bd9d050e7bdd36873fe667"),
            (128, "454a2ec6704df1fc9e6110c36139ae9e"),
        ] {
            let hash = city128(&words[..length / 8]).map(|half| half.0.to_le_bytes());
            assert_eq!(hex(hash.as_flattened()), expected, "{length}");
        }
    }
}
