//! Tables whose files are mapped into memory when they are first probed.
//!
//! Opening a set of tables with seven pieces finds thousands of files. Most are never probed, so
//! mapping them at once would cost time and memory for nothing.
//! See <https://doc.rust-lang.org/std/sync/struct.OnceLock.html>.

use std::path::PathBuf;
use std::sync::OnceLock;

use super::error::TablebaseFileError;
use super::header::{Layout, StoredDistance};
use super::index::TableBoard;
use super::kind::TableKind;
use super::{Material, Wdl};
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

impl MappedTable {
    /// Maps a file. Its header is validated once more, because the file may have been replaced
    /// since it was found.
    fn open(table: &Table) -> Result<Self, TablebaseFileError> {
        let file = MappedFile::open(&table.path)?;
        let layout = Layout::read(&*file, file.len() as u64, table.kind, &table.material)?;
        Ok(Self { file, layout })
    }
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

    /// Returns the mapped file. Maps it if this is the first probe.
    #[inline]
    fn mapped(&self) -> Option<&MappedTable> {
        let open = || match MappedTable::open(self) {
            Ok(mapped) => Some(mapped),
            Err(error) => {
                log::error!("cannot map {}: {error}", Named(&self.path));
                None
            }
        };
        self.mapped.get_or_init(open).as_ref()
    }

    /// Returns the result that a WDL table contains. If a capture is at least as good, it can be
    /// any result that is not better. `None` if the file is damaged.
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
            for (code, count) in material.numbered_pieces() {
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
    fn probe(path: &Path, kind: TableKind, material: Material, random: &mut fastrand::Rng) {
        let table = Table::new(path.to_owned(), kind, material);
        for _ in 0..100 {
            let board = random_board(&material, random);
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

    /// The files of tables with more pieces have no checksum that is verified. They have the same
    /// format, so damaged tables with few pieces stand for them. The tables are those of
    /// `tests/syzygy`.
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
                    let seed = random.u64(..);
                    let probe = || {
                        let mut random = fastrand::Rng::with_seed(seed);
                        probe(&path, kind, material, &mut random);
                    };
                    assert!(
                        catch_unwind(probe).is_ok(),
                        "{name} {kind:?}, round {round}"
                    );
                    // The file may still be mapped, so it is not overwritten.
                    fs::remove_file(&path).expect("the file of this test");
                }
            }
        }
    }
}
