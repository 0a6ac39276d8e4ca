//! Endgame tables are found, checked and obeyed.
//!
//! The tables themselves are too large to come with the program. Tests that need them look
//! in the folder that `FERZ_SYZYGY` names, or in `../shared/data/syzygy`; without tables of
//! three and four men there they pass, and say so.

#[path = "../common/mod.rs"]
mod common;
mod engine;
mod files;
mod probing;
mod search;
#[path = "../common/session.rs"]
mod session;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use common::files::syzygy_folder;
use ferz::chess::Board;
use ferz::syzygy::{Opened, Tables};

/// Tables can be open but once in a program: tests wait for each other.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn open(path: &str) -> (Option<Tables>, Vec<String>) {
    let Opened { tables, problems } = Tables::open(path);
    (tables, problems.iter().map(ToString::to_string).collect())
}

/// The tables of three and four men.
fn all_tables() -> Option<Arc<Tables>> {
    let (tables, problems) = open(syzygy_folder()?.to_str()?);
    assert_eq!(problems, [""; 0]);
    tables.map(Arc::new)
}

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{error}: {fen}"))
}

/// A table that says for either side to move that all positions are drawn: a bishop or a
/// knight cannot win. Such files are so small that they can be written here.
fn drawn_table(checksum: u128, piece: u8) -> Vec<u8> {
    let header = [0x71, 0xE8, 0x23, 0x5D, 0x31, 0, 0xEE, 0x66, piece * 0x11, 0];
    let values = [0x80, 2, 0x80, 2];
    [&header[..], &values, &[0; 50], &checksum.to_be_bytes()].concat()
}
