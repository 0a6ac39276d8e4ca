//! All tables that can be probed, by material. Their files are mapped into memory when they are
//! first probed.
//!
//! Opening a set of tables with seven pieces finds thousands of files. Most are never probed, so
//! mapping them at once would cost time and memory for nothing.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::path::PathBuf;
use std::sync::OnceLock;

use super::files::AvailableFiles;
use super::format::{TableKind, TablebaseFileError};
use super::header::{Layout, StoredDistance};
use super::index::TableBoard;
use super::{Material, Wdl};
use crate::chess::{Board, Color};
use crate::support::mapped_file::MappedFile;
use crate::support::quote::Named;

/// A table whose file has been found and checked.
#[derive(Debug)]
pub(super) struct Table {
    path: PathBuf,
    kind: TableKind,
    material: Material,
    /// The mapped file, from the first probe on; `None` if it cannot be mapped.
    mapped: OnceLock<Option<MappedTable>>,
}

/// The file of a table in memory, with its header parsed.
#[derive(Debug)]
struct MappedTable {
    file: MappedFile,
    layout: Layout,
}

/// An entry of a DTZ table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StoredDtz {
    /// The distance of the position.
    Distance(StoredDistance),
    /// The table contains only positions with the other side to move.
    OtherSideToMove,
}

impl Table {
    pub(super) const fn new(path: PathBuf, kind: TableKind, material: Material) -> Self {
        Self {
            path,
            kind,
            material,
            mapped: OnceLock::new(),
        }
    }

    /// Maps the file. Its header is validated once more, because the file may have been replaced
    /// since it was found.
    fn open(&self) -> Result<MappedTable, TablebaseFileError> {
        let file = MappedFile::open(&self.path)?;
        let layout = Layout::read(&*file, file.len() as u64, self.kind, &self.material)?;
        Ok(MappedTable { file, layout })
    }

    /// Returns the mapped file. Maps it if this is the first probe.
    #[inline]
    fn mapped(&self) -> Option<&MappedTable> {
        let log = |error: &_| log::error!("cannot map {}: {error}", Named(&self.path));
        let open = || self.open().inspect_err(log).ok();
        self.mapped.get_or_init(open).as_ref()
    }

    /// Returns the result that a WDL table contains. `None` if the file is damaged. The stored
    /// result is exact unless a capture achieves the position's true result; then it may be any
    /// result that is not better than that.
    #[inline]
    pub(super) fn wdl(&self, board: TableBoard) -> Option<Wdl> {
        let MappedTable { file, layout } = self.mapped()?;
        Some(match layout.part(board)?.value(file, board)? {
            0 => Wdl::Loss,
            1 => Wdl::BlessedLoss,
            2 => Wdl::Draw,
            3 => Wdl::CursedWin,
            4 => Wdl::Win,
            _ => return None,
        })
    }

    /// Returns the entry of a DTZ table for a position with the result `wdl`, which must not be a
    /// draw. `None` if the file is damaged.
    pub(super) fn dtz(&self, board: TableBoard, wdl: Wdl) -> Option<StoredDtz> {
        let MappedTable { file, layout } = self.mapped()?;
        let part = layout.part(board)?;
        if part.is_black_to_move() != board.is_black_to_move() && !self.material.is_symmetric() {
            return Some(StoredDtz::OtherSideToMove);
        }
        let value = part.value(file, board)?;
        part.distance(value, wdl).map(StoredDtz::Distance)
    }
}

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
            for (key, is_exchanged) in [(material.exchanged(), true), (material, false)] {
                let place = Place {
                    tables: tables.len(),
                    is_exchanged,
                };
                places.insert(key, place);
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::panic::catch_unwind;
    use std::path::Path;

    use super::*;
    use crate::chess::{Board, Piece, Square};
    use crate::syzygy::material::piece_with_code;

    /// Returns a random legal board with this material, as the table of the material stores it.
    fn random_board(material: &Material, random: &mut fastrand::Rng) -> Board {
        loop {
            let mut builder = Board::builder();
            for (code, count) in material.counts_by_code() {
                for _ in 0..count {
                    let Piece { color, kind } = piece_with_code(code).expect("a piece");
                    builder = builder.piece(color, kind, Square::from_index(random.usize(..64)));
                }
            }
            // Two pieces on the same square are one.
            if let Ok(board) = builder.build()
                && Material::of(&board) == *material
            {
                return board;
            }
        }
    }

    /// Probes random positions in the table of this file.
    fn probe(path: &Path, kind: TableKind, material: Material, seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let table = Table::new(path.to_owned(), kind, material);
        for _ in 0..100 {
            let board = random_board(&material, &mut random);
            let board = TableBoard {
                board: &board,
                is_exchanged: false,
            };
            match kind {
                TableKind::Wdl => {
                    table.wdl(board);
                }
                TableKind::Dtz => {
                    table.dtz(board, Wdl::Win);
                    table.dtz(board, Wdl::BlessedLoss);
                }
            }
        }
    }

    /// Checksums are verified only for tables with up to five pieces (`MAX_PIECES_VERIFIED`), so a
    /// damaged larger table can be probed. Small damaged tables, opened without that check, stand
    /// for them. They are damaged copies of the tables of `tests/syzygy`.
    #[test]
    fn damaged_tables_neither_panic_nor_block() {
        let source = std::env::var_os("FERZ_SYZYGY").map_or_else(
            || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/syzygy"),
            PathBuf::from,
        );
        let path = std::env::temp_dir().join(format!("ferz {} damaged", std::process::id()));
        for (seed, name) in ["KPvKP", "KBBvK", "KRvKN", "KQvKP"].into_iter().enumerate() {
            let material = Material::from_name(name).expect("the name of a table");
            for kind in TableKind::ALL {
                let Ok(good) = fs::read(source.join(name).with_extension(kind.extension())) else {
                    println!("skipped: found no tablebases in {}", source.display());
                    return;
                };
                let mut random = fastrand::Rng::with_seed(seed as u64);
                for round in 0..20 {
                    let mut bytes = good.clone();
                    // The header, the header and the indices, or the whole file.
                    let end = [64, 2000, usize::MAX][round % 3].min(bytes.len());
                    for _ in 0..random.usize(1..10) {
                        bytes[random.usize(4..end)] ^= 1 << random.u8(..8);
                    }
                    fs::write(&path, &bytes).expect("a file for this test");
                    let probe_seed = random.u64(..);
                    let result = catch_unwind(|| probe(&path, kind, material, probe_seed));
                    assert!(result.is_ok(), "{name} {kind:?}, round {round}");
                    fs::remove_file(&path).expect("the file of this test");
                }
            }
        }
    }
}
