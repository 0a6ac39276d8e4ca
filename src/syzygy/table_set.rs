//! All tables that can be probed, by material.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::available::AvailableFiles;
use super::index::TableBoard;
use super::kind::TableKind;
use super::table::{StoredDtz, Table};
use super::{Material, Wdl};
use crate::chess::{Board, Color};

/// Hasher of a [`Material`]: a multiplication. The default hasher is slower, because it resists
/// attackers who choose the keys.
#[derive(Clone, Copy, Debug, Default)]
struct MaterialHasher(u64);

impl Hasher for MaterialHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        // The golden ratio, as in Fibonacci hashing.
        let product = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The high bits depend on all bits of the number, and the map uses low bits too.
        self.0 = product ^ (product >> 32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The tables of a material.
#[derive(Debug)]
struct MaterialTables {
    wdl: Table,
    dtz: Option<Table>,
    is_symmetric: bool,
}

/// Where the tables of a material are.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Index of the tables.
    tables: usize,
    /// Whether the colors of the material are exchanged in the tables.
    is_exchanged: bool,
}

/// All tables that can be probed.
#[derive(Debug)]
pub(super) struct TableSet {
    tables: Vec<MaterialTables>,
    places: HashMap<Material, Place, BuildHasherDefault<MaterialHasher>>,
}

impl TableSet {
    /// Creates the set of the tables in these files.
    pub(super) fn new(available: Vec<AvailableFiles>) -> Self {
        let (mut tables, mut places) = (Vec::new(), HashMap::default());
        for AvailableFiles { material, wdl, dtz } in available {
            for (material, is_exchanged) in [(material.exchanged(), true), (material, false)] {
                let place = Place {
                    tables: tables.len(),
                    is_exchanged,
                };
                places.insert(material, place);
            }
            tables.push(MaterialTables {
                wdl: Table::new(wdl, TableKind::Wdl, material),
                dtz: dtz.map(|path| Table::new(path, TableKind::Dtz, material)),
                is_symmetric: material.is_symmetric(),
            });
        }
        Self { tables, places }
    }

    /// Returns the tables of the material of `board`, and the board as they store it.
    #[inline]
    fn find<'a>(&self, board: &'a Board) -> Option<(&MaterialTables, TableBoard<'a>)> {
        let place = self.places.get(&Material::of(board))?;
        let tables = self.tables.get(place.tables)?;
        // Tables with equal material contain only positions with White to move.
        let is_exchanged = if tables.is_symmetric {
            board.side_to_move() == Color::Black
        } else {
            place.is_exchanged
        };
        let board = TableBoard {
            board,
            is_exchanged,
        };
        Some((tables, board))
    }

    /// Returns whether there is a DTZ table for the material of `board`.
    pub(super) fn has_dtz(&self, board: &Board) -> bool {
        has_only_kings(board)
            || self
                .find(board)
                .is_some_and(|(tables, _)| tables.dtz.is_some())
    }

    /// Returns the entry of the WDL table for `board`; see [`Table::wdl`].
    #[inline]
    pub(super) fn wdl(&self, board: &Board) -> Option<Wdl> {
        if has_only_kings(board) {
            return Some(Wdl::Draw);
        }
        let (tables, board) = self.find(board)?;
        tables.wdl.wdl(board)
    }

    /// Returns the entry of the DTZ table for `board`, which must have the result `wdl`; see
    /// [`Table::dtz`].
    pub(super) fn dtz(&self, board: &Board, wdl: Wdl) -> Option<StoredDtz> {
        let (tables, board) = self.find(board)?;
        tables.dtz.as_ref()?.dtz(board, wdl)
    }
}

/// Returns whether `board` has no pieces except kings. There is no table for this draw.
fn has_only_kings(board: &Board) -> bool {
    board.occupied().count() == 2
}
