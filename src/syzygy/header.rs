//! What the header of a table's file says, and whether it makes sense.
//!
//! The crate that reads the tables trusts the header. What in it would make the crate read or
//! write where it must not, or never end, is refused here. The index and the data behind the
//! header can do that too; only a checksum tells whether they are right.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

use std::fs::File;
use std::io::{BufReader, Read};

use super::error::Broken;
use super::kind::Kind;
use super::material::{KING, Material, PAWN};

/// The start of a table's file, being read.
pub(super) struct Header<'a> {
    bytes: BufReader<&'a File>,
    /// How many bytes have been read.
    offset: u64,
}

/// What the header says of one of the parts of a table.
#[derive(Default)]
struct Part {
    /// Bytes of the index, of the sizes of blocks, and of the blocks.
    sizes: [u64; 3],
    /// Whether values are looked up in a map, and whether it has two bytes an entry.
    mapped: bool,
    wide: bool,
    /// The highest value that is looked up.
    highest: u16,
}

impl<'a> Header<'a> {
    /// A file that is at its beginning.
    pub(super) fn new(file: &'a File) -> Self {
        Self {
            bytes: BufReader::new(file),
            offset: 0,
        }
    }

    fn read<const N: usize>(&mut self) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.bytes.read_exact(&mut bytes)?;
        self.offset += N as u64;
        Ok(bytes)
    }

    fn skip(&mut self, count: u64) -> std::io::Result<()> {
        for _ in 0..count {
            self.read::<1>()?;
        }
        Ok(())
    }

    fn align_to_two(&mut self) -> std::io::Result<()> {
        self.skip(self.offset % 2)
    }

    /// How long a file must be that begins so.
    pub(super) fn length(&mut self, kind: Kind, material: &Material) -> Result<u64, Broken> {
        let (found, expected) = (self.read()?, kind.magic());
        if found != expected {
            return Err(Broken::Magic { found, expected });
        }
        let [layout] = self.read()?;
        let pawns = material.pawns();
        let has_pawns = pawns != [0, 0];
        if (layout & 2 != 0) != has_pawns {
            return Err(Broken::OtherMen);
        }
        // Where both sides have the same men, one side to move stands for the other too.
        let is_symmetric = material.exchanged() == *material;
        if kind == Kind::Wdl && (layout & 1 == 0) != is_symmetric {
            return Err(Broken::Header);
        }
        let files = if has_pawns { 4 } else { 1 };
        let sides = if kind == Kind::Wdl && !is_symmetric {
            2
        } else {
            1
        };
        for _ in 0..files {
            self.order_of_men(material, sides)?;
        }
        self.align_to_two()?;
        let mut parts = Vec::new();
        for file in 0..files {
            for _ in 0..sides {
                parts.push(self.part(positions(material, file))?);
            }
        }
        let mut end_of_maps = 0;
        if kind == Kind::Dtz {
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
            let start = end.checked_next_multiple_of(64).ok_or(Broken::Header)?;
            end = start.saturating_add(blocks);
        }
        Ok(end.max(end_of_maps).saturating_add(16))
    }

    /// In which order positions are numbered by the men in them, for each side to move.
    fn order_of_men(&mut self, material: &Material, sides: usize) -> Result<(), Broken> {
        let both_have_pawns = !material.pawns().contains(&0);
        let [first] = self.read()?;
        let [second] = if both_have_pawns {
            self.read()?
        } else {
            [0xFF]
        };
        let mut men = vec![0; material.men() as usize];
        for man in &mut men {
            [*man] = self.read()?;
        }
        for shift in [0, 4].into_iter().take(sides) {
            let half = |byte: u8| byte >> shift & 15;
            let men: Vec<u8> = men.iter().map(|&man| half(man)).collect();
            let factors = factors(&men, material).ok_or(Broken::OtherMen)?;
            let [first, second] = [first, second].map(|place| usize::from(half(place)));
            if first >= factors || both_have_pawns && (second >= factors || second == first) {
                return Err(Broken::Header);
            }
        }
        Ok(())
    }

    /// One part: for one file of the leading pawn, and one side to move.
    fn part(&mut self, positions: u64) -> Result<Part, Broken> {
        let [flags, block_bits] = self.read()?;
        let mut part = Part {
            mapped: flags & 2 != 0,
            wide: flags & 16 != 0,
            ..Part::default()
        };
        if flags & 128 != 0 {
            // All positions have the same value.
            return Ok(part);
        }
        let [index_bits, spare_blocks] = self.read()?;
        let blocks = u64::from(u32::from_le_bytes(self.read()?));
        let [longest, shortest] = self.read()?;
        let sane = (1..=longest).contains(&shortest)
            && longest <= 32
            && block_bits <= 32
            && (1..=32).contains(&index_bits);
        if !sane {
            return Err(Broken::Header);
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
        if count >= 4096 || !codes_are_good(shortest, &firsts, count) || !all_end(&symbols) {
            return Err(Broken::Header);
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

    /// The map from stored to true values, of wins, losses, and both too late to count.
    /// Returns where the last of its entries that can be looked up ends.
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

/// What a code stands for.
#[derive(Clone, Copy)]
enum Symbol {
    Value(u16),
    /// All that these two stand for.
    Pair(u16, u16),
}

/// Whether each code stands for one of the symbols. `firsts` are the first symbols for each
/// length of codes, from the shortest; the longest codes are the lowest, and have the first
/// symbols.
fn codes_are_good(shortest: u8, firsts: &[u16], symbols: u16) -> bool {
    // The code of a lone symbol is one bit that is 0, and never 1.
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

/// A symbol stands for at most so many values.
const MOST_VALUES: usize = 256;

/// Whether all symbols that stand for others stand for values in the end, and for no more
/// than the crate can count.
fn all_end(symbols: &[Symbol]) -> bool {
    let mut counts = vec![None; symbols.len()];
    (0..symbols.len()).all(|symbol| values(symbol, symbols, &mut counts, 0).is_some())
}

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
        // Deeper are circles, or more values than allowed.
        Symbol::Pair(..) if depth > MOST_VALUES => return None,
        Symbol::Pair(left, right) => {
            let mut of = |part: u16| values(part.into(), symbols, counts, depth + 1);
            of(left)? + of(right)?
        }
    };
    counts[symbol] = Some(count);
    (count <= MOST_VALUES).then_some(count)
}

/// Of how many factors the number of a position is made, if these are the table's men, in an
/// order in which they can be numbered.
fn factors(men: &[u8], material: &Material) -> Option<usize> {
    let groups: Vec<(u8, u8)> = men
        .chunk_by(|a, b| a == b)
        .map(|group| (group[0], group.len() as u8))
        .collect();
    let mut sorted = groups.clone();
    sorted.sort_unstable();
    if sorted != material.numbered() {
        return None;
    }
    let is = |group: &(u8, u8), kind: u8| group.0 & 7 == kind;
    let [fewer, more] = {
        let [white, black] = material.pawns();
        [white.min(black), white.max(black)]
    };
    let (leading, are_good) = if more > 0 {
        // The pawns of the side that has fewer, then the others.
        let lead = if fewer > 0 { fewer } else { more };
        let second_is_good = fewer == 0 || is(&groups[1], PAWN);
        (
            1,
            is(&groups[0], PAWN) && groups[0].1 == lead && second_is_good,
        )
    } else if groups.iter().filter(|group| group.1 == 1).count() > 2 {
        // Three men of which there is but one.
        (3, groups[..3].iter().all(|group| group.1 == 1))
    } else {
        (2, groups[..2].iter().all(|group| is(group, KING)))
    };
    are_good.then_some(groups.len() - leading + 1)
}

/// How many positions a part of a table has places for.
fn positions(material: &Material, file: u64) -> u64 {
    let [white, black] = material.pawns().map(u64::from);
    let mut places = 64 - white - black;
    let mut pieces: Vec<u64> = material
        .pieces()
        .map(u64::from)
        .filter(|&count| count > 0)
        .collect();
    let leading = if white + black > 0 {
        // The side with fewer pawns leads; both kings are pieces like others.
        let lead = [white, black]
            .into_iter()
            .filter(|&count| count > 0)
            .min()
            .unwrap_or(0);
        pieces.extend([1, 1]);
        let lead_squares = (0..6).map(|rank| 47 - 12 * file - 2 * rank);
        let lead_places = lead_squares
            .map(|behind| choose(behind, lead - 1))
            .sum::<u64>();
        lead_places * choose(48 - lead, white + black - lead)
    } else if let Some(single) = pieces.iter().position(|&count| count == 1) {
        // Both kings and a piece of which there is but one, up to symmetry.
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

/// The ways to choose `k` of `n`.
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
    fn symbols_in_a_circle_are_seen() {
        use Symbol::{Pair, Value};
        assert!(all_end(&[]));
        assert!(all_end(&[Value(4), Pair(0, 0), Pair(1, 0), Pair(2, 2)]));
        assert!(!all_end(&[Pair(0, 0)]));
        assert!(!all_end(&[Value(0), Pair(0, 2), Pair(1, 0)]));
        assert!(!all_end(&[Value(0), Pair(0, 2)]), "there is no symbol 2");
    }

    #[test]
    fn symbols_stand_for_at_most_256_values() {
        let doubling = |times: u16| -> Vec<Symbol> {
            let pairs = (0..times).map(|i| Symbol::Pair(i, i));
            std::iter::once(Symbol::Value(1)).chain(pairs).collect()
        };
        assert!(all_end(&doubling(8)));
        assert!(!all_end(&doubling(9)));
        let chain = |length: u16| -> Vec<Symbol> {
            let pairs = (1..length).map(|i| Symbol::Pair(i - 1, 0));
            let mut chain: Vec<_> = std::iter::once(Symbol::Value(1)).chain(pairs).collect();
            // From its end it is looked at in its whole length.
            chain.insert(0, Symbol::Pair(length, 0));
            chain
        };
        assert!(!all_end(&chain(4_000)));
    }

    #[test]
    fn codes_that_stand_for_no_symbol_are_seen() {
        // 1, 01, 001 and 000.
        assert!(codes_are_good(1, &[3, 2, 0], 4));
        assert!(!codes_are_good(1, &[3, 2, 0], 3));
        assert!(!codes_are_good(1, &[4, 2, 0], 4));
        assert!(!codes_are_good(1, &[2, 3, 0], 4), "not in order");
        // All of two bits.
        assert!(codes_are_good(2, &[0], 4));
        assert!(!codes_are_good(2, &[0], 3));
        assert!(!codes_are_good(2, &[1], 4));
        // One symbol alone.
        assert!(codes_are_good(1, &[0], 1));
        assert!(!codes_are_good(1, &[0], 0));
    }

    /// The numbers: pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6; black has 8 more.
    #[test]
    fn men_are_those_of_the_name_in_an_order_that_can_be_numbered() {
        let factors = |men: &[u8], name: &str| factors(men, &material(name));
        assert_eq!(factors(&[14, 6, 3], "KBvK"), Some(1));
        assert_eq!(factors(&[14, 6, 2], "KBvK"), None);
        assert_eq!(factors(&[6, 14, 4, 12], "KRvKR"), Some(2));
        assert_eq!(factors(&[6, 14, 3, 3], "KBBvK"), Some(2));
        assert_eq!(factors(&[3, 3, 6, 14], "KBBvK"), None, "the kings lead");
        assert_eq!(factors(&[6, 3, 14, 3], "KBBvK"), None, "bishops apart");
        assert_eq!(factors(&[6, 3, 3, 14, 4], "KRBBvK"), None, "only one leads");
        assert_eq!(factors(&[1, 6, 14], "KPvK"), Some(3));
        assert_eq!(factors(&[6, 1, 14], "KPvK"), None, "pawns lead");
        assert_eq!(factors(&[9, 1, 1, 6, 14], "KPPvKP"), Some(4));
        assert_eq!(factors(&[1, 1, 9, 6, 14], "KPPvKP"), None, "fewer lead");
    }
}
