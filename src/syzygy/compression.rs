//! Decompresses single values of a table.
//!
//! The values of a part of a table are a sequence, one for each index. They are compressed in two
//! steps. First, recursive pairing: a *symbol* stands for one value, or for the values of two other
//! symbols, one after the other. Second, each symbol has a canonical Huffman code. The codes are
//! stored in blocks of equal size. To find the block of an index, a file has the number of values
//! of each block, and a *sparse index*: one entry for each interval of indices, which locates the
//! value in the middle of the interval.
//!
//! A damaged file gives wrong values or none. It cannot cause a panic or an endless loop: the
//! constructor checks the codes and symbols, and all accesses to the file are checked.
//! See <https://en.wikipedia.org/wiki/Canonical_Huffman_code>.

use std::io::Read;

use super::format::{HeaderReader, TablebaseFileError};

/// Bytes of an entry of the sparse index: the number of a block and an offset into its values.
const INDEX_ENTRY_BYTES: u64 = 6;

/// Bytes of the number of values of a block.
const BLOCK_LENGTH_BYTES: u64 = 2;

/// Maximum length of a code in bits. The decoder reads 32 bits at a time.
const MAX_CODE_BITS: usize = 32;

/// Maximum number of values of a symbol: the number minus one is stored in a byte.
const MAX_VALUES: usize = 256;

/// A file has fewer symbols than this, because a symbol number has 12 bits and the highest one is
/// [`Symbol::VALUE`].
const SYMBOL_LIMIT: u16 = 4096;

/// A range of bytes of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Section {
    pub start: u64,
    pub length: u64,
}

impl Section {
    /// Returns the bytes of the section; `None` if the file is too short.
    fn of(self, file: &[u8]) -> Option<&[u8]> {
        let start = usize::try_from(self.start).ok()?;
        file.get(start..)?.get(..usize::try_from(self.length).ok()?)
    }
}

/// The compressed values of a part of a table: where they are in the file, and how they are coded.
#[derive(Debug)]
pub(super) struct Compression {
    /// The sparse index, the numbers of values of the blocks, and the blocks. Their lengths follow
    /// from the header of the part, their starts from the lengths of all parts.
    pub sections: [Section; 3],
    /// Binary logarithm of the number of indices in an interval of the sparse index.
    interval_bits: u8,
    /// Binary logarithm of the number of bytes of a block.
    block_bits: u8,
    codes: Codes,
    symbols: Vec<Symbol>,
    /// By symbol: the number of its values, minus one, as a byte cannot hold [`MAX_VALUES`].
    /// Decoding a block reads nothing else of most symbols, so these bytes are stored apart.
    value_counts: Vec<u8>,
}

impl Compression {
    /// Reads the header of a part with `positions` positions, after its flags.
    ///
    /// Returns an error if a value of the header is out of range, if a code has no symbol, or if a
    /// symbol has infinitely many values.
    pub(super) fn read<R: Read>(
        header: &mut HeaderReader<R>,
        block_bits: u8,
        positions: u64,
    ) -> Result<Self, TablebaseFileError> {
        let [interval_bits, spare_blocks] = header.read()?;
        let blocks = u64::from(u32::from_le_bytes(header.read()?));
        let [longest, shortest] = header.read()?;
        let is_valid = (1..=longest).contains(&shortest)
            && usize::from(longest) <= MAX_CODE_BITS
            && block_bits <= 32
            && (1..=32).contains(&interval_bits);
        if !is_valid {
            return Err(TablebaseFileError::Header);
        }
        let mut firsts = Vec::new();
        for _ in shortest..=longest {
            firsts.push(header.read_u16()?);
        }
        let count = header.read_u16()?;
        let mut symbols = Vec::new();
        for _ in 0..count {
            symbols.push(Symbol::new(header.read()?));
        }
        if count >= SYMBOL_LIMIT {
            return Err(TablebaseFileError::Header);
        }
        let codes = Codes::new(shortest, &firsts, count).ok_or(TablebaseFileError::Header)?;
        let value_counts = count_values(&symbols).ok_or(TablebaseFileError::Header)?;
        // The next part begins at an even offset.
        header.align_to_two()?;
        let lengths = [
            INDEX_ENTRY_BYTES * positions.div_ceil(1 << interval_bits),
            BLOCK_LENGTH_BYTES * (blocks + u64::from(spare_blocks)),
            blocks << block_bits,
        ];
        Ok(Self {
            sections: lengths.map(|length| Section { start: 0, length }),
            interval_bits,
            block_bits,
            codes,
            symbols,
            value_counts,
        })
    }

    /// Returns the value at `index`; `None` if the file is damaged.
    #[inline]
    pub(super) fn value(&self, file: &[u8], index: u64) -> Option<u16> {
        let (block, offset) = self.locate(file, index)?;
        let start = usize::try_from(u64::from(block) << self.block_bits).ok()?;
        let bytes = self.sections[2].of(file)?.get(start..)?;
        self.decode(bytes, offset)
    }

    /// Returns the number of the block that contains the value at `index`, and the number of values
    /// in this block before it.
    #[inline]
    fn locate(&self, file: &[u8], index: u64) -> Option<(u32, usize)> {
        let [index_section, length_section, _] = self.sections;
        let (entries, _) = index_section
            .of(file)?
            .as_chunks::<{ INDEX_ENTRY_BYTES as usize }>();
        let interval = usize::try_from(index >> self.interval_bits).ok()?;
        let [b0, b1, b2, b3, o0, o1] = *entries.get(interval)?;
        let mut block = u32::from_le_bytes([b0, b1, b2, b3]);
        let middle = 1 << (self.interval_bits - 1);
        let from_middle = (index & ((1 << self.interval_bits) - 1)) as i64 - middle;
        // The entry gives the block of the middle of the interval, and the offset in the block.
        let mut offset = i64::from(u16::from_le_bytes([o0, o1])) + from_middle;
        let (lengths, _) = length_section
            .of(file)?
            .as_chunks::<{ BLOCK_LENGTH_BYTES as usize }>();
        let length_of = |number: u32| {
            let minus_one = u16::from_le_bytes(*lengths.get(usize::try_from(number).ok()?)?);
            Some(i64::from(minus_one) + 1)
        };
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += length_of(block)?;
        }
        loop {
            let length = length_of(block)?;
            if offset < length {
                return Some((block, offset as usize));
            }
            offset -= length;
            block = block.checked_add(1)?;
        }
    }

    /// Returns value number `offset` of the block at the start of `bytes`.
    #[inline]
    fn decode(&self, bytes: &[u8], mut offset: usize) -> Option<u16> {
        let (words, _) = bytes.as_chunks();
        let mut words = words
            .iter()
            .map(|&word| u64::from(u32::from_be_bytes(word)));
        // Zeros follow the last block. Only the values of damaged files depend on them.
        let mut next_word = || words.next().unwrap_or(0);
        // The highest bits of `code` are the next bits of the block; at least 32 are valid.
        let mut code = next_word() << 32 | next_word();
        let mut used = 0;
        let value_count =
            |number: u16| Some(usize::from(*self.value_counts.get(usize::from(number))?) + 1);
        let mut number = loop {
            let (number, bits) = self.codes.find((code >> 32) as u32)?;
            let values = value_count(number)?;
            if offset < values {
                break number;
            }
            offset -= values;
            code <<= bits;
            used += bits;
            if used >= 32 {
                used -= 32;
                code |= next_word() << used;
            }
        };
        loop {
            let symbol = *self.symbols.get(usize::from(number))?;
            if symbol.is_value() {
                return Some(symbol.left);
            }
            // Both symbols of a pair have fewer values than the pair, so the loop ends.
            let values = value_count(symbol.left)?;
            number = if offset < values {
                symbol.left
            } else {
                offset -= values;
                symbol.right
            };
        }
    }
}

/// The codes of all symbols. The arrays are indexed by the length of a code, less that of the
/// shortest codes.
#[derive(Debug)]
struct Codes {
    /// Length of the shortest codes in bits.
    shortest: u8,
    /// The lowest code of each length, in the highest bits; 0 if no code is as long. Longer codes
    /// are lower.
    lowest: [u32; MAX_CODE_BITS],
    /// The symbol of the lowest code of each length; those of the other codes follow.
    firsts: [u16; MAX_CODE_BITS],
}

impl Codes {
    /// Returns the codes with these lengths; `None` if a code has no symbol.
    ///
    /// `firsts` contains the first symbol of each length, beginning with the shortest. The longest
    /// codes are the lowest and belong to the first symbols.
    fn new(shortest: u8, firsts: &[u16], symbols: u16) -> Option<Self> {
        let mut codes = Self {
            shortest,
            lowest: [0; MAX_CODE_BITS],
            firsts: [0; MAX_CODE_BITS],
        };
        codes
            .firsts
            .get_mut(..firsts.len())?
            .copy_from_slice(firsts);
        let mut lowest = 0;
        for (i, &first) in firsts.iter().enumerate().rev() {
            if let Some(&next) = firsts.get(i + 1) {
                // The codes one bit longer, in pairs, are the lowest codes of this length.
                lowest = (lowest + u64::from(first.checked_sub(next)?)) / 2;
            }
            let unused = MAX_CODE_BITS.checked_sub(usize::from(shortest) + i)?;
            codes.lowest[i] = u32::try_from(lowest << unused).ok()?;
        }
        // A single symbol has the code 0, of one bit.
        let is_valid = if symbols == 1 {
            shortest == 1 && firsts == [0]
        } else {
            let count = 1 << shortest;
            lowest < count && u64::from(*firsts.first()?) + (count - lowest) <= u64::from(symbols)
        };
        is_valid.then_some(codes)
    }

    /// Returns the symbol number of the code in the highest bits of `code`, and its length.
    ///
    /// A lookup by the first bits of the code is not faster: the processor predicts the length of
    /// most codes, but it has to wait for a lookup before it can find the next code.
    #[inline]
    fn find(&self, code: u32) -> Option<(u16, u8)> {
        let i = self.lowest.iter().position(|&lowest| code >= lowest)?;
        let bits = self.shortest + i as u8;
        let above = (code - self.lowest[i]) >> (MAX_CODE_BITS as u8 - bits);
        // Less than the number of symbols, as checked in `new`.
        Some((self.firsts[i] + above as u16, bits))
    }
}

/// The meaning of a code: a value, or a pair of other symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symbol {
    /// The value, or the number of the first symbol of the pair.
    left: u16,
    /// The number of the second symbol of the pair, or [`Symbol::VALUE`].
    right: u16,
}

impl Symbol {
    /// Stored instead of a symbol number if the symbol stands for a single value.
    const VALUE: u16 = 0xFFF;

    /// Returns the symbol that is stored in these bytes of a file: two numbers of 12 bits.
    const fn new([a, b, c]: [u8; 3]) -> Self {
        Self {
            left: (b as u16 & 15) << 8 | a as u16,
            right: (c as u16) << 4 | b as u16 >> 4,
        }
    }

    #[inline]
    const fn is_value(self) -> bool {
        self.right == Self::VALUE
    }
}

/// Returns the number of values of each symbol, minus one; `None` if a symbol has infinitely many
/// or more than [`MAX_VALUES`].
fn count_values(symbols: &[Symbol]) -> Option<Vec<u8>> {
    let mut counts = vec![None; symbols.len()];
    let minus_one = |number| Some((value_count(number, symbols, &mut counts, 0)? - 1) as u8);
    (0..symbols.len()).map(minus_one).collect()
}

/// Returns the number of values of the symbol with this number; `None` if it is invalid. `counts`
/// caches the results, `depth` is the depth of recursion.
fn value_count(
    number: usize,
    symbols: &[Symbol],
    counts: &mut [Option<usize>],
    depth: usize,
) -> Option<usize> {
    if let Some(&Some(count)) = counts.get(number) {
        return Some(count);
    }
    let symbol = *symbols.get(number)?;
    let count = if symbol.is_value() {
        1
    } else if depth > MAX_VALUES {
        // A deeper expansion is a cycle or has too many values.
        return None;
    } else {
        let mut of = |part: u16| value_count(part.into(), symbols, counts, depth + 1);
        of(symbol.left)? + of(symbol.right)?
    };
    counts[number] = Some(count);
    (count <= MAX_VALUES).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bytes of a symbol for two other symbols.
    fn pair(left: u16, right: u16) -> [u8; 3] {
        let [a, b, c, _] = (u32::from(right) << 12 | u32::from(left)).to_le_bytes();
        [a, b, c]
    }

    /// Returns the bytes of a symbol for a single value.
    fn value(value: u16) -> [u8; 3] {
        pair(value, 0xFFF)
    }

    fn counts(symbols: &[[u8; 3]]) -> Option<Vec<u8>> {
        let symbols: Vec<Symbol> = symbols.iter().copied().map(Symbol::new).collect();
        count_values(&symbols)
    }

    #[test]
    fn cyclic_symbols_are_rejected() {
        assert_eq!(counts(&[]), Some(vec![]));
        let symbols = [value(4), pair(0, 0), pair(1, 0), pair(2, 2)];
        assert_eq!(counts(&symbols), Some(vec![0, 1, 2, 5]));
        assert_eq!(counts(&[pair(0, 0)]), None);
        assert_eq!(counts(&[value(0), pair(0, 2), pair(1, 0)]), None);
        assert_eq!(
            counts(&[value(0), pair(0, 2)]),
            None,
            "there is no symbol 2"
        );
    }

    #[test]
    fn a_symbol_has_at_most_256_values() {
        let doubling = |times: u16| -> Vec<[u8; 3]> {
            let pairs = (0..times).map(|i| pair(i, i));
            std::iter::once(value(1)).chain(pairs).collect()
        };
        assert!(counts(&doubling(8)).is_some());
        assert!(counts(&doubling(9)).is_none());
        let chain = |length: u16| -> Vec<[u8; 3]> {
            let pairs = (1..length).map(|i| pair(i - 1, 0));
            let mut chain: Vec<_> = std::iter::once(value(1)).chain(pairs).collect();
            // The first symbol expands the whole chain.
            chain.insert(0, pair(length, 0));
            chain
        };
        assert!(counts(&chain(4_000)).is_none());
    }

    #[test]
    fn codes_without_a_symbol_are_rejected() {
        let is_valid =
            |shortest, firsts: &[u16], symbols| Codes::new(shortest, firsts, symbols).is_some();
        // The codes 1, 01, 001 and 000.
        assert!(is_valid(1, &[3, 2, 0], 4));
        assert!(!is_valid(1, &[3, 2, 0], 3));
        assert!(!is_valid(1, &[4, 2, 0], 4));
        assert!(!is_valid(1, &[2, 3, 0], 4), "wrong order");
        // All four codes of two bits.
        assert!(is_valid(2, &[0], 4));
        assert!(!is_valid(2, &[0], 3));
        assert!(!is_valid(2, &[1], 4));
        // A single symbol.
        assert!(is_valid(1, &[0], 1));
        assert!(!is_valid(1, &[0], 0));
    }

    #[test]
    fn codes_of_all_lengths_are_found() {
        // One code of each length from 1 to 11, and two of length 12.
        let firsts: Vec<u16> = (0..12).map(|i| if i == 11 { 0 } else { 12 - i }).collect();
        let codes = Codes::new(1, &firsts, 13).expect("valid codes");
        for bits in 1..=11 {
            let code = 1 << (32 - u32::from(bits));
            assert_eq!(codes.find(code), Some((13 - u16::from(bits), bits)));
            assert_eq!(
                codes.find(code + (code - 1)),
                Some((13 - u16::from(bits), bits))
            );
        }
        assert_eq!(codes.find(1 << 20), Some((1, 12)));
        assert_eq!(codes.find(0), Some((0, 12)));
    }

    /// A part with 17 values in two blocks of 4 bytes, and an interval of 8 indices.
    struct Example {
        compression: Compression,
        file: Vec<u8>,
    }

    impl Example {
        /// The symbols 2 and 3 stand for the values 7 9 and 7 9 7 9.
        const SYMBOLS: [[u8; 3]; 4] = [[7, 0xF0, 0xFF], [9, 0xF0, 0xFF], [0, 16, 0], [2, 32, 0]];

        fn new() -> Self {
            let mut header = vec![3, 1];
            header.extend(2_u32.to_le_bytes());
            // Lengths from 3 bits to 1, with the codes 1 (symbol 3), 01 (2), 001 (1) and 000 (0).
            header.extend([3, 1, 3, 0, 2, 0, 0, 0, 4, 0]);
            header.extend(Self::SYMBOLS.as_flattened());
            let mut reader = HeaderReader::new(&header[..]);
            let mut compression = Compression::read(&mut reader, 2, 17).expect("a valid header");
            let mut file = Vec::new();
            let index = [(0_u32, 4_u16), (1, 0), (2, 3)].map(|(block, offset)| {
                let [a, b, c, d] = block.to_le_bytes();
                let [e, f] = offset.to_le_bytes();
                [a, b, c, d, e, f]
            });
            // The numbers of values of the blocks, minus one. The last block is a spare one.
            let lengths = [11, 0, 4, 0, 0xFF, 0xFF];
            // The codes 1 01 000 001 1, and the codes 001 1.
            let blocks = [0b1010_0000, 0b1100_0000, 0, 0, 0b0011_0000, 0, 0, 0];
            let parts = [index.as_flattened(), &lengths, &blocks];
            for (section, bytes) in compression.sections.iter_mut().zip(parts) {
                assert_eq!(section.length, bytes.len() as u64);
                section.start = file.len() as u64;
                file.extend(bytes);
            }
            Self { compression, file }
        }
    }

    #[test]
    fn each_value_of_two_blocks_is_found() {
        let Example { compression, file } = Example::new();
        let expected = [7, 9, 7, 9, 7, 9, 7, 9, 7, 9, 7, 9, 9, 7, 9, 7, 9];
        for (index, value) in expected.into_iter().enumerate() {
            let found = compression.value(&file, index as u64);
            assert_eq!(found, Some(value), "index {index}");
        }
    }

    #[test]
    fn damaged_data_have_no_value() {
        let Example { compression, file } = Example::new();
        assert_eq!(compression.value(&file, 24), None, "beyond the index");
        assert_eq!(compression.value(&file[..file.len() - 1], 0), None);
        assert_eq!(compression.value(&[], 0), None);
        let mut damaged = file.clone();
        damaged[0..4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(
            compression.value(&damaged, 4),
            None,
            "there is no such block"
        );
        damaged[0..6].fill(0);
        assert_eq!(
            compression.value(&damaged, 0),
            None,
            "before the first block"
        );
    }
}
