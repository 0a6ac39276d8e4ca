//! Parses and validates the header of a table's file.
//!
//! A table has a *part* for each side to move and, if there are pawns, for each file of the leading
//! pawn from a to d. WDL tables have both sides to move, except those with equal material, in which
//! a position with Black to move is stored with colors exchanged. DTZ tables have one side.

use std::io::Read;

use super::compression::Compression;
use super::format::{HeaderReader, TableKind, TablebaseFileError};
use super::index::{PieceOrder, TableBoard};
use super::{Material, Wdl};

/// Flag of a table: WDL values are stored for both sides to move.
const BOTH_SIDES: u8 = 1;

/// Flag of a table: there are pawns.
const HAS_PAWNS: u8 = 2;

/// Flag of a DTZ part: the side to move is Black.
const BLACK_TO_MOVE: u8 = 1;

/// Flag of a DTZ part: maps convert stored values to distances.
const MAPPED: u8 = 2;

/// Flag of a DTZ part: the distances of wins are in plies; otherwise they are in moves.
const WINS_IN_PLIES: u8 = 4;

/// Flag of a DTZ part: the distances of losses are in plies; otherwise they are in moves.
const LOSSES_IN_PLIES: u8 = 8;

/// Flag of a DTZ part: the entries of its maps have two bytes; otherwise they have one.
const WIDE: u8 = 16;

/// Flag of a part: all positions have the same value, so nothing else is stored.
const SINGLE_VALUE: u8 = 128;

/// Alignment of the compressed blocks of a part, in bytes.
const BLOCK_ALIGNMENT: u64 = 64;

/// Bytes of the checksum at the end of a file.
const CHECKSUM_BYTES: u64 = 16;

/// The contents of a table, as described by its header.
#[derive(Debug)]
pub(super) struct Layout {
    /// The parts: by file of the leading pawn, then by side to move.
    parts: Vec<Part>,
    /// Number of sides to move that are stored.
    sides: usize,
}

impl Layout {
    /// Reads the header at the start of a file of `length` bytes.
    ///
    /// Returns an error if the header is invalid or belongs to a table of another kind or other
    /// material, or if the file is too short for the contents.
    pub(super) fn read(
        bytes: impl Read,
        length: u64,
        kind: TableKind,
        material: &Material,
    ) -> Result<Self, TablebaseFileError> {
        let mut header = HeaderReader::new(bytes);
        let (found, expected) = (header.read()?, kind.magic());
        if found != expected {
            return Err(TablebaseFileError::Magic { found, expected });
        }
        let [flags] = header.read()?;
        let has_pawns = material.pawns() != [0, 0];
        if (flags & HAS_PAWNS != 0) != has_pawns {
            return Err(TablebaseFileError::OtherPieces);
        }
        let is_symmetric = material.is_symmetric();
        if kind == TableKind::Wdl && (flags & BOTH_SIDES == 0) != is_symmetric {
            return Err(TablebaseFileError::Header);
        }
        let pawn_files = if has_pawns { 4 } else { 1 };
        let sides = 1 + usize::from(kind == TableKind::Wdl && !is_symmetric);
        let mut orders = Vec::new();
        for pawn_file in 0..pawn_files {
            orders.extend(piece_orders(&mut header, material, sides, pawn_file)?);
        }
        header.align_to_two()?;
        let mut parts = Vec::new();
        for order in orders {
            parts.push(Part::read(&mut header, kind, order)?);
        }
        if kind == TableKind::Dtz {
            for part in &mut parts {
                part.read_maps(&mut header)?;
            }
            header.align_to_two()?;
        }
        let needed = place_sections(&mut parts, header.offset)?;
        if length < needed {
            return Err(TablebaseFileError::TooShort { length, needed });
        }
        Ok(Self { parts, sides })
    }

    /// Returns the part that contains a position.
    #[inline]
    pub(super) fn part(&self, board: TableBoard) -> Option<&Part> {
        let pawn_file = self.parts.first()?.order.leading_file(board);
        let side = usize::from(self.sides == 2 && board.is_black_to_move());
        self.parts.get(self.sides * pawn_file + side)
    }
}

/// Reads the piece order for each side to move. `pawn_file` is the file of the leading pawn, 0 to
/// 3, if there are pawns.
fn piece_orders<R: Read>(
    header: &mut HeaderReader<R>,
    material: &Material,
    sides: usize,
    pawn_file: usize,
) -> Result<Vec<PieceOrder>, TablebaseFileError> {
    let both_have_pawns = !material.pawns().contains(&0);
    let [first] = header.read()?;
    // Used only if both sides have pawns.
    let [second] = if both_have_pawns {
        header.read()?
    } else {
        [0xFF]
    };
    let mut pieces = vec![0; material.piece_count() as usize];
    for piece in &mut pieces {
        [*piece] = header.read()?;
    }
    // The low four bits are for White to move, the high ones for Black.
    let order = |shift: u8| {
        let half = |byte: u8| byte >> shift & 15;
        let pieces: Vec<u8> = pieces.iter().map(|&piece| half(piece)).collect();
        PieceOrder::new(&pieces, [first, second].map(half), material, pawn_file)
    };
    [0, 4].into_iter().take(sides).map(order).collect()
}

/// Sets the starts of the sections of all parts, which follow the header. Returns the minimum
/// length of the file.
fn place_sections(parts: &mut [Part], header: u64) -> Result<u64, TablebaseFileError> {
    let mut end = header;
    for (kind, alignment) in [1, 1, BLOCK_ALIGNMENT].into_iter().enumerate() {
        for part in &mut *parts {
            end = end
                .checked_next_multiple_of(alignment)
                .ok_or(TablebaseFileError::Header)?;
            if let Values::Compressed(compression) = &mut part.values {
                let section = &mut compression.sections[kind];
                section.start = end;
                end = end.saturating_add(section.length);
            }
        }
    }
    Ok(end.saturating_add(CHECKSUM_BYTES))
}

/// A distance in a DTZ table, 0 for a zeroing move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoredDistance {
    pub plies: i32,
    /// Whether the table contains moves instead of plies, so that the true distance may be one ply
    /// longer.
    pub is_rounded: bool,
}

/// The values of a part.
#[derive(Debug)]
enum Values {
    /// All positions have this value.
    Single(u16),
    Compressed(Box<Compression>),
}

/// A part of a table.
#[derive(Debug)]
pub(super) struct Part {
    order: PieceOrder,
    flags: u8,
    values: Values,
    /// The maps of a DTZ part from stored values to distances: for wins, losses, cursed wins and
    /// blessed losses.
    maps: Option<[Vec<u16>; 4]>,
}

impl Part {
    /// Reads the header of a part, without its maps.
    fn read<R: Read>(
        header: &mut HeaderReader<R>,
        kind: TableKind,
        order: PieceOrder,
    ) -> Result<Self, TablebaseFileError> {
        // The byte is the single value of the part, or the binary logarithm of its block size.
        let [flags, byte] = header.read()?;
        let values = if flags & SINGLE_VALUE == 0 {
            Values::Compressed(Box::new(Compression::read(header, byte, order.positions)?))
        } else if kind == TableKind::Wdl {
            Values::Single(byte.into())
        } else {
            // The second byte of a DTZ part is padding.
            Values::Single(0)
        };
        Ok(Self {
            order,
            flags,
            values,
            maps: None,
        })
    }

    /// Reads the maps, if the part has them.
    fn read_maps<R: Read>(&mut self, header: &mut HeaderReader<R>) -> std::io::Result<()> {
        if !self.has(MAPPED) {
            return Ok(());
        }
        let is_wide = self.has(WIDE);
        if is_wide {
            header.align_to_two()?;
        }
        let mut entry = || {
            if is_wide {
                header.read_u16()
            } else {
                header.read::<1>().map(|[byte]| byte.into())
            }
        };
        let maps = self.maps.insert(Default::default());
        for map in maps {
            for _ in 0..entry()? {
                map.push(entry()?);
            }
        }
        Ok(())
    }

    const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Returns the stored value of a position; `None` if the file is damaged.
    #[inline]
    pub(super) fn value(&self, file: &[u8], board: TableBoard) -> Option<u16> {
        match &self.values {
            Values::Single(value) => Some(*value),
            Values::Compressed(compression) => compression.value(file, self.order.index(board)),
        }
    }

    /// Returns whether Black is the side to move of a DTZ part.
    pub(super) const fn is_black_to_move(&self) -> bool {
        self.has(BLACK_TO_MOVE)
    }

    /// Converts a stored value of a DTZ part to a distance, for a position with this result.
    /// `None` if the file is damaged.
    pub(super) fn distance(&self, value: u16, wdl: Wdl) -> Option<StoredDistance> {
        let (map, in_plies) = match wdl {
            Wdl::Win => (0, self.has(WINS_IN_PLIES)),
            Wdl::Loss => (1, self.has(LOSSES_IN_PLIES)),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss => (3, false),
            Wdl::Draw => return None,
        };
        let distance = match &self.maps {
            Some(maps) => *maps[map].get(usize::from(value))?,
            None => value,
        };
        Some(StoredDistance {
            plies: i32::from(distance) * if in_plies { 1 } else { 2 },
            is_rounded: !in_plies,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The header of `KBvK.rtbz`: only White to move is stored, and all positions are drawn.
    const DRAWN: [u8; 12] = [0xD7, 0x66, 0x0C, 0xA5, 0x30, 0, 14, 6, 3, 0, 0x80, 0];

    /// Reads a header of a file that consists of a block and a checksum.
    fn read(bytes: &[u8]) -> Result<Layout, TablebaseFileError> {
        read_with_length(bytes, 64 + 16)
    }

    fn read_with_length(bytes: &[u8], length: u64) -> Result<Layout, TablebaseFileError> {
        let material = Material::from_name("KBvK").expect("the name of a table");
        Layout::read(bytes, length, TableKind::Dtz, &material)
    }

    #[test]
    fn each_byte_of_a_header_is_needed() {
        let layout = read(&DRAWN).expect("a valid header");
        assert_eq!(layout.parts.len(), 1);
        for length in 0..DRAWN.len() {
            let error = read(&DRAWN[..length]).expect_err("the header is incomplete");
            assert!(error.to_string().contains("expected a complete header"));
        }
    }

    /// The blocks begin at a multiple of 64 bytes, and the checksum takes 16 bytes.
    #[test]
    fn a_file_must_have_room_for_its_blocks_and_the_checksum() {
        assert!(read_with_length(&DRAWN, 80).is_ok());
        let error = read_with_length(&DRAWN, 79).expect_err("the file is too short");
        let (length, needed) = (79, 80);
        let expected = TablebaseFileError::TooShort { length, needed };
        assert_eq!(error.to_string(), expected.to_string());
    }

    /// Returns the part of a header with these flags and maps.
    fn part(flags: u8, maps: &[u8]) -> Part {
        let mut bytes = DRAWN.to_vec();
        bytes[10] |= flags;
        bytes.extend(maps);
        read(&bytes).expect("a valid header").parts.remove(0)
    }

    /// Returns the distance of a stored value in plies, and whether it is rounded.
    fn distance(part: &Part, value: u16, wdl: Wdl) -> Option<(i32, bool)> {
        let StoredDistance { plies, is_rounded } = part.distance(value, wdl)?;
        Some((plies, is_rounded))
    }

    #[test]
    fn distances_are_in_moves_unless_a_flag_is_set() {
        let results = [Wdl::Win, Wdl::Loss, Wdl::CursedWin, Wdl::BlessedLoss];
        let of_7 = |flags| results.map(|wdl| distance(&part(flags, &[]), 7, wdl));
        let (in_moves, in_plies) = (Some((14, true)), Some((7, false)));
        assert_eq!(of_7(0), [in_moves; 4]);
        assert_eq!(
            of_7(WINS_IN_PLIES),
            [in_plies, in_moves, in_moves, in_moves]
        );
        assert_eq!(
            of_7(LOSSES_IN_PLIES),
            [in_moves, in_plies, in_moves, in_moves]
        );
        assert!(part(BLACK_TO_MOVE, &[]).is_black_to_move());
    }

    #[test]
    fn each_result_has_its_own_map() {
        let results = [Wdl::Win, Wdl::Loss, Wdl::CursedWin, Wdl::BlessedLoss];
        let narrow = part(MAPPED, &[2, 5, 6, 1, 8, 0, 1, 9, 0]);
        let plies =
            |part, value| results.map(|wdl| distance(part, value, wdl).map(|(plies, _)| plies));
        let of_0 = plies(&narrow, 0);
        assert_eq!(of_0, [Some(10), Some(16), None, Some(18)]);
        let of_1 = plies(&narrow, 1);
        assert_eq!(of_1, [Some(12), None, None, None]);
        let wide = part(MAPPED | WIDE, &[1, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0]);
        let of_wide_0 = plies(&wide, 0);
        assert_eq!(of_wide_0, [Some(512), None, Some(1024), None]);
    }
}
