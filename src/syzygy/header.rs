//! Parses and validates the header of a table's file.
//!
//! The crate that reads the tables trusts the header. This parser rejects headers that would make
//! the crate access memory out of bounds or loop forever. Errors in the index and the data after
//! the header can have the same effect; only the checksum detects those.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

use std::fs::File;
use std::io::{BufReader, Read};

use super::error::TablebaseFileError;
use super::kind::TableKind;
use super::material::{KING, Material, PAWN};

/// Reader of the header at the start of a table's file.
pub(super) struct Header<'a> {
    bytes: BufReader<&'a File>,
    /// Number of bytes read so far.
    offset: u64,
}

/// The properties of one part of a table, as given in the header. A table has a part for each
/// side to move and, if there are pawns, for each file of the leading pawn from a to d.
#[derive(Default)]
struct Part {
    /// Sizes in bytes of the index, of the list of block sizes, and of the blocks.
    sizes: [u64; 3],
    /// Whether a map converts stored values to real ones.
    mapped: bool,
    /// Whether the entries of the map have two bytes; otherwise they have one.
    wide: bool,
    /// Highest stored value.
    highest: u16,
}

impl<'a> Header<'a> {
    /// Returns a reader for `file`, which must be at its start.
    pub(super) fn new(file: &'a File) -> Self {
        Self {
            bytes: BufReader::new(file),
            offset: 0,
        }
    }

    /// Reads the next `N` bytes.
    fn read<const N: usize>(&mut self) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.bytes.read_exact(&mut bytes)?;
        self.offset += N as u64;
        Ok(bytes)
    }

    /// Skips `count` bytes.
    fn skip(&mut self, count: u64) -> std::io::Result<()> {
        for _ in 0..count {
            self.read::<1>()?;
        }
        Ok(())
    }

    /// Skips to the next even offset.
    fn align_to_two(&mut self) -> std::io::Result<()> {
        self.skip(self.offset % 2)
    }

    /// Returns the minimum length in bytes of a file with this header.
    ///
    /// # Errors
    ///
    /// Returns an error if the header is invalid or belongs to a table of another kind or other
    /// material.
    pub(super) fn length(
        &mut self,
        kind: TableKind,
        material: &Material,
    ) -> Result<u64, TablebaseFileError> {
        let (found, expected) = (self.read()?, kind.magic());
        if found != expected {
            return Err(TablebaseFileError::Magic { found, expected });
        }
        let [layout] = self.read()?;
        let pawns = material.pawns();
        let has_pawns = pawns != [0, 0];
        if (layout & 2 != 0) != has_pawns {
            return Err(TablebaseFileError::OtherPieces);
        }
        // With equal material, a position with Black to move is stored with colors exchanged.
        let is_symmetric = material.exchanged() == *material;
        if kind == TableKind::Wdl && (layout & 1 == 0) != is_symmetric {
            return Err(TablebaseFileError::Header);
        }
        let files = if has_pawns { 4 } else { 1 };
        let sides = if kind == TableKind::Wdl && !is_symmetric {
            2
        } else {
            1
        };
        for _ in 0..files {
            self.piece_order(material, sides)?;
        }
        self.align_to_two()?;
        let mut parts = Vec::new();
        for file in 0..files {
            for _ in 0..sides {
                parts.push(self.part(positions(material, file))?);
            }
        }
        let mut end_of_maps = 0;
        if kind == TableKind::Dtz {
            for part in &parts {
                end_of_maps = self.map(part)?.max(end_of_maps);
            }
            self.align_to_two()?;
        }
        let tables = |i: usize| parts.iter().map(move |part| part.sizes[i]);
        let mut end = tables(0)
            .chain(tables(1))
            .fold(self.offset, u64::saturating_add);
        for blocks in tables(2) {
            let start = end
                .checked_next_multiple_of(64)
                .ok_or(TablebaseFileError::Header)?;
            end = start.saturating_add(blocks);
        }
        Ok(end.max(end_of_maps).saturating_add(16))
    }

    /// Reads and checks the piece order for each side to move. It determines how the index of a
    /// position is computed.
    fn piece_order(&mut self, material: &Material, sides: usize) -> Result<(), TablebaseFileError> {
        let both_have_pawns = !material.pawns().contains(&0);
        let [first] = self.read()?;
        let [second] = if both_have_pawns {
            self.read()?
        } else {
            [0xFF]
        };
        let mut pieces = vec![0; material.piece_count() as usize];
        for piece in &mut pieces {
            [*piece] = self.read()?;
        }
        for shift in [0, 4].into_iter().take(sides) {
            let half = |byte: u8| byte >> shift & 15;
            let pieces: Vec<u8> = pieces.iter().map(|&piece| half(piece)).collect();
            let factors = factors(&pieces, material).ok_or(TablebaseFileError::OtherPieces)?;
            let [first, second] = [first, second].map(|place| usize::from(half(place)));
            if first >= factors || both_have_pawns && (second >= factors || second == first) {
                return Err(TablebaseFileError::Header);
            }
        }
        Ok(())
    }

    /// Reads the header of a part with `positions` positions.
    fn part(&mut self, positions: u64) -> Result<Part, TablebaseFileError> {
        let [flags, block_bits] = self.read()?;
        let mut part = Part {
            mapped: flags & 2 != 0,
            wide: flags & 16 != 0,
            ..Part::default()
        };
        if flags & 128 != 0 {
            // All positions have the same value, so nothing else is stored.
            return Ok(part);
        }
        let [index_bits, spare_blocks] = self.read()?;
        let blocks = u64::from(u32::from_le_bytes(self.read()?));
        let [longest, shortest] = self.read()?;
        let is_valid = (1..=longest).contains(&shortest)
            && longest <= 32
            && block_bits <= 32
            && (1..=32).contains(&index_bits);
        if !is_valid {
            return Err(TablebaseFileError::Header);
        }
        let mut firsts = Vec::new();
        for _ in shortest..=longest {
            firsts.push(u16::from_le_bytes(self.read()?));
        }
        let count = u16::from_le_bytes(self.read()?);
        let mut symbols = Vec::new();
        for _ in 0..count {
            let [a, b, c] = self.read()?.map(u16::from);
            let (left, right) = ((b & 15) << 8 | a, c << 4 | b >> 4);
            symbols.push(if right == 0xFFF {
                Symbol::Value(left)
            } else {
                Symbol::Pair(left, right)
            });
        }
        if count >= 4096 || !codes_are_valid(shortest, &firsts, count) || !all_terminate(&symbols) {
            return Err(TablebaseFileError::Header);
        }
        let values = symbols.iter().map(|symbol| match *symbol {
            Symbol::Value(value) => value,
            Symbol::Pair(..) => 0,
        });
        part.highest = values.max().unwrap_or(0);
        self.skip(u64::from(count % 2))?;
        part.sizes = [
            6 * positions.div_ceil(1 << index_bits),
            2 * (blocks + u64::from(spare_blocks)),
            blocks << block_bits,
        ];
        Ok(part)
    }

    /// Reads past the map of a part, which has four sections: for wins, losses, cursed wins and
    /// blessed losses. Returns the offset of the end of the highest entry that can be looked up.
    fn map(&mut self, part: &Part) -> std::io::Result<u64> {
        let mut end = 0;
        if !part.mapped {
            return Ok(end);
        }
        let width = if part.wide { 2 } else { 1 };
        if part.wide {
            self.align_to_two()?;
        }
        for _ in 0..4 {
            let entries = if part.wide {
                u16::from_le_bytes(self.read()?)
            } else {
                self.read::<1>()?[0].into()
            };
            end = self.offset + width * (u64::from(part.highest) + 1);
            self.skip(width * u64::from(entries))?;
        }
        Ok(end)
    }
}

/// A symbol of the compression: the meaning of a code.
#[derive(Clone, Copy)]
enum Symbol {
    /// A single value.
    Value(u16),
    /// The values of two other symbols, one after the other.
    Pair(u16, u16),
}

/// Returns whether each code belongs to an existing symbol.
///
/// The codes are canonical Huffman codes. `firsts` contains the first symbol of each code length,
/// beginning with the shortest. The longest codes are the lowest and belong to the first symbols.
fn codes_are_valid(shortest: u8, firsts: &[u16], symbols: u16) -> bool {
    // A single symbol has the code 0, of one bit.
    if symbols == 1 {
        return shortest == 1 && firsts == [0];
    }
    let mut lowest = 0;
    for pair in firsts.windows(2).rev() {
        let Some(longer) = pair[0].checked_sub(pair[1]) else {
            return false;
        };
        lowest = (lowest + u64::from(longer)) / 2;
    }
    let codes = 1 << shortest;
    lowest < codes && u64::from(firsts[0]) + (codes - lowest) <= u64::from(symbols)
}

/// Maximum number of values of a symbol.
const MAX_VALUES: usize = 256;

/// Returns whether all symbols expand to a finite number of values, at most [`MAX_VALUES`]: the
/// crate stores the number minus one in a byte.
fn all_terminate(symbols: &[Symbol]) -> bool {
    let mut counts = vec![None; symbols.len()];
    (0..symbols.len()).all(|symbol| values(symbol, symbols, &mut counts, 0).is_some())
}

/// Returns the number of values of `symbol`; `None` if it is invalid. `counts` caches the results,
/// `depth` is the depth of recursion.
fn values(
    symbol: usize,
    symbols: &[Symbol],
    counts: &mut [Option<usize>],
    depth: usize,
) -> Option<usize> {
    if let Some(&Some(count)) = counts.get(symbol) {
        return Some(count);
    }
    let count = match *symbols.get(symbol)? {
        Symbol::Value(_) => 1,
        // A deeper expansion is a cycle or has too many values.
        Symbol::Pair(..) if depth > MAX_VALUES => return None,
        Symbol::Pair(left, right) => {
            let mut of = |part: u16| values(part.into(), symbols, counts, depth + 1);
            of(left)? + of(right)?
        }
    };
    counts[symbol] = Some(count);
    (count <= MAX_VALUES).then_some(count)
}

/// Returns the number of factors of the index of a position. `None` if `pieces` are not those of
/// `material`, or are in an order in which positions cannot be indexed.
///
/// Equal pieces form a group, and each group is one factor. The first factor covers the leading
/// pieces: the pawns of one side, or three different pieces, or both kings.
fn factors(pieces: &[u8], material: &Material) -> Option<usize> {
    let groups: Vec<(u8, u8)> = pieces
        .chunk_by(|a, b| a == b)
        .map(|group| (group[0], group.len() as u8))
        .collect();
    let mut sorted = groups.clone();
    sorted.sort_unstable();
    if sorted != material.numbered_pieces() {
        return None;
    }
    let is = |group: &(u8, u8), kind: u8| group.0 & 7 == kind;
    let [fewer, more] = {
        let [white, black] = material.pawns();
        [white.min(black), white.max(black)]
    };
    let (leading, is_valid) = if more > 0 {
        // First the pawns of the side with fewer pawns, then those of the other side.
        let lead = if fewer > 0 { fewer } else { more };
        let second_is_valid = fewer == 0 || is(&groups[1], PAWN);
        (
            1,
            is(&groups[0], PAWN) && groups[0].1 == lead && second_is_valid,
        )
    } else if groups.iter().filter(|group| group.1 == 1).count() > 2 {
        // Three pieces that exist only once.
        (3, groups[..3].iter().all(|group| group.1 == 1))
    } else {
        (2, groups[..2].iter().all(|group| is(group, KING)))
    };
    is_valid.then_some(groups.len() - leading + 1)
}

/// Returns the number of positions that a part of a table can index. `file` is the file of the
/// leading pawn, 0 to 3, if there are pawns.
fn positions(material: &Material, file: u64) -> u64 {
    let [white, black] = material.pawns().map(u64::from);
    let mut places = 64 - white - black;
    let mut pieces: Vec<u64> = material
        .non_pawn_counts()
        .map(u64::from)
        .filter(|&count| count > 0)
        .collect();
    let leading = if white + black > 0 {
        // The side with fewer pawns leads; the kings are indexed like other pieces.
        let lead = [white, black]
            .into_iter()
            .filter(|&count| count > 0)
            .min()
            .unwrap_or(0);
        pieces.extend([1, 1]);
        let lead_squares = (0..6).map(|rank| 47 - 12 * file - 2 * rank);
        let lead_places = lead_squares
            .map(|squares| choose(squares, lead - 1))
            .sum::<u64>();
        lead_places * choose(48 - lead, white + black - lead)
    } else if let Some(single) = pieces.iter().position(|&count| count == 1) {
        // Both kings and a piece that exists only once, up to symmetry.
        pieces.remove(single);
        places -= 3;
        31_332
    } else {
        places -= 2;
        462
    };
    pieces.into_iter().fold(leading, |product, count| {
        let ways = choose(places, count);
        places -= count;
        product * ways
    })
}

/// Returns the binomial coefficient: the number of ways to choose `k` of `n`.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(name: &str) -> Material {
        Material::from_name(name).expect("the name of a table")
    }

    #[test]
    fn cyclic_symbols_are_rejected() {
        use Symbol::{Pair, Value};
        assert!(all_terminate(&[]));
        assert!(all_terminate(&[
            Value(4),
            Pair(0, 0),
            Pair(1, 0),
            Pair(2, 2)
        ]));
        assert!(!all_terminate(&[Pair(0, 0)]));
        assert!(!all_terminate(&[Value(0), Pair(0, 2), Pair(1, 0)]));
        assert!(
            !all_terminate(&[Value(0), Pair(0, 2)]),
            "there is no symbol 2"
        );
    }

    #[test]
    fn a_symbol_has_at_most_256_values() {
        let doubling = |times: u16| -> Vec<Symbol> {
            let pairs = (0..times).map(|i| Symbol::Pair(i, i));
            std::iter::once(Symbol::Value(1)).chain(pairs).collect()
        };
        assert!(all_terminate(&doubling(8)));
        assert!(!all_terminate(&doubling(9)));
        let chain = |length: u16| -> Vec<Symbol> {
            let pairs = (1..length).map(|i| Symbol::Pair(i - 1, 0));
            let mut chain: Vec<_> = std::iter::once(Symbol::Value(1)).chain(pairs).collect();
            // The first symbol expands the whole chain.
            chain.insert(0, Symbol::Pair(length, 0));
            chain
        };
        assert!(!all_terminate(&chain(4_000)));
    }

    #[test]
    fn codes_without_a_symbol_are_rejected() {
        // The codes 1, 01, 001 and 000.
        assert!(codes_are_valid(1, &[3, 2, 0], 4));
        assert!(!codes_are_valid(1, &[3, 2, 0], 3));
        assert!(!codes_are_valid(1, &[4, 2, 0], 4));
        assert!(!codes_are_valid(1, &[2, 3, 0], 4), "wrong order");
        // All four codes of two bits.
        assert!(codes_are_valid(2, &[0], 4));
        assert!(!codes_are_valid(2, &[0], 3));
        assert!(!codes_are_valid(2, &[1], 4));
        // A single symbol.
        assert!(codes_are_valid(1, &[0], 1));
        assert!(!codes_are_valid(1, &[0], 0));
    }

    /// Piece codes: pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6; Black's are larger by 8.
    #[test]
    fn pieces_must_match_the_name_and_be_in_an_order_that_can_be_indexed() {
        let factors = |pieces: &[u8], name: &str| factors(pieces, &material(name));
        assert_eq!(factors(&[14, 6, 3], "KBvK"), Some(1));
        assert_eq!(factors(&[14, 6, 2], "KBvK"), None);
        assert_eq!(factors(&[6, 14, 4, 12], "KRvKR"), Some(2));
        assert_eq!(factors(&[6, 14, 3, 3], "KBBvK"), Some(2));
        assert_eq!(
            factors(&[3, 3, 6, 14], "KBBvK"),
            None,
            "the kings come first"
        );
        assert_eq!(
            factors(&[6, 3, 14, 3], "KBBvK"),
            None,
            "equal pieces stand together"
        );
        assert_eq!(
            factors(&[6, 3, 3, 14, 4], "KRBBvK"),
            None,
            "three single pieces come first"
        );
        assert_eq!(factors(&[1, 6, 14], "KPvK"), Some(3));
        assert_eq!(factors(&[6, 1, 14], "KPvK"), None, "pawns come first");
        assert_eq!(factors(&[9, 1, 1, 6, 14], "KPPvKP"), Some(4));
        assert_eq!(
            factors(&[1, 1, 9, 6, 14], "KPPvKP"),
            None,
            "the fewer pawns come first"
        );
    }
}
