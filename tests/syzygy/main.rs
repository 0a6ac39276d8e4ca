//! Tests that tablebase files are found and checked, that probes are correct, and that the search
//! uses them.
//!
//! The tables are too large to be part of the repository. Tests that need them look in the folder
//! that `FERZ_SYZYGY` names, or in `../shared/data/syzygy`. If this folder has no tables of three
//! and four pieces, these tests print a note and pass.

#[path = "../common/mod.rs"]
mod common;
mod engine;
mod files;
mod probing;
mod search;
#[path = "../common/session.rs"]
mod session;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use common::files::syzygy_folder;
use ferz::chess::Board;
use ferz::syzygy::{Opened, Tablebases};

/// Copies a file, but not its permissions: Windows does not delete read-only files.
fn copy_contents(from: &Path, to: &Path) {
    fs::write(to, fs::read(from).unwrap()).unwrap();
}

/// Opens the tablebases in these folders. Returns them with the error messages.
fn open(path: &str) -> (Option<Tablebases>, Vec<String>) {
    let Opened { tablebases, errors } = Tablebases::open(path);
    (tablebases, errors.iter().map(ToString::to_string).collect())
}

/// Opens the tables of three and four pieces, if they are present.
fn all_tables() -> Option<Arc<Tablebases>> {
    let (tables, errors) = open(syzygy_folder()?.to_str()?);
    assert!(errors.is_empty(), "{errors:?}");
    tables.map(Arc::new)
}

/// Returns all combinations of three and four pieces, as letters of a FEN. The stronger side is
/// White.
fn all_materials() -> Vec<String> {
    let pieces = ["Q", "R", "B", "N", "P"];
    let mut all = Vec::new();
    for (i, first) in pieces.into_iter().enumerate() {
        all.push(format!("K{first}k"));
        for second in &pieces[i..] {
            all.push(format!("K{first}{second}k"));
            all.push(format!("K{first}k{}", second.to_lowercase()));
        }
    }
    all
}

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{error}: {fen}"))
}

/// Returns the WDL table of a bishop (piece code 3) or a knight (2) against a lone king. All its
/// positions are drawn, so the file is small enough to be written by a test.
fn drawn_table(checksum: u128, piece: u8) -> Vec<u8> {
    let header = [0x71, 0xE8, 0x23, 0x5D, 0x31, 0, 0xEE, 0x66, piece * 0x11, 0];
    let values = [0x80, 2, 0x80, 2];
    [&header[..], &values, &[0; 50], &checksum.to_be_bytes()].concat()
}
