//! Errors of tablebases and their files.

use std::io::ErrorKind;
use std::path::PathBuf;

use crate::support::quote::{Named, Quoted};

/// Why some tables, or all, cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum TablebaseError {
    /// A folder cannot be read.
    #[error("SyzygyPath: cannot read folder {}: {error}", Named(path))]
    Folder {
        path: PathBuf,
        error: std::io::Error,
    },
    /// A file is damaged, or contains a different table than its name says.
    #[error("SyzygyPath: ignoring {}: {reason}", Named(path))]
    File { path: PathBuf, reason: String },
    /// Captures or promotions lead from some tables to others that are missing.
    #[error(
        "SyzygyPath: ignoring {count} {} because others are missing, for example {example}",
        if *count == 1 { "table" } else { "tables" }
    )]
    Incomplete { count: usize, example: String },
    /// No folder contains a usable table.
    #[error("SyzygyPath: found no tables in {}; expected files like KQvK.rtbw", Quoted(.0))]
    NoTables(String),
}

/// Why a file is not usable.
#[derive(Debug, thiserror::Error)]
pub(super) enum TablebaseFileError {
    #[error("{}", if .0.kind() == ErrorKind::UnexpectedEof { "expected a complete header, found the end of the file".to_owned() } else { .0.to_string() })]
    Unreadable(#[from] std::io::Error),
    #[error("expected 16 bytes more than a multiple of 64, found {0} bytes")]
    Length(u64),
    #[error("expected at least {needed} bytes, found {length}")]
    TooShort { length: u64, needed: u64 },
    #[error("expected a checksum in the last 16 bytes, found zeros; the file is incomplete")]
    NoChecksum,
    #[error("expected checksum {computed:032x}, found {stored:032x}")]
    Checksum { stored: u128, computed: u128 },
    #[error(
        "expected the file to begin with {}, found {}",
        hex(expected),
        hex(found)
    )]
    Magic { found: [u8; 4], expected: [u8; 4] },
    #[error("expected the pieces in the file name, found others")]
    OtherPieces,
    #[error("expected consistent code lengths and symbols in the header, found inconsistent ones")]
    Header,
}

/// Formats bytes like `71 e8 23 5d`.
fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}
