//! Why tables are not used.

use std::io::ErrorKind;
use std::path::PathBuf;

use crate::support::quote::{Named, Quoted};

/// Why tables are not used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum Problem {
    /// A folder cannot be read.
    #[error("SyzygyPath: cannot read the folder {}: {error}", Named(path))]
    Folder {
        path: PathBuf,
        error: std::io::Error,
    },
    /// A file is not what its name says.
    #[error("SyzygyPath: {} is not used: {reason}", Named(path))]
    File { path: PathBuf, reason: String },
    /// Tables that captures or promotions lead to are not there.
    #[error(
        "SyzygyPath: {count} {} not used, for want of others; expected {example} for one",
        if *count == 1 { "table is" } else { "tables are" }
    )]
    Incomplete { count: usize, example: String },
    /// There is no table in any of the folders.
    #[error("SyzygyPath: there are no tables in {}; expected files like KQvK.rtbw", Quoted(.0))]
    NoTables(String),
    /// The crate that reads tables can have them open but once.
    #[error("SyzygyPath: tables are in use by another engine of this program")]
    InUse,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error("{}", if .0.kind() == ErrorKind::UnexpectedEof { "it ends within its header; expected more bytes".to_owned() } else { .0.to_string() })]
    Unreadable(#[from] std::io::Error),
    #[error("it has {0} bytes; expected 16 more than a multiple of 64")]
    Length(u64),
    #[error("it has {length} bytes; expected at least {needed}")]
    TooShort { length: u64, needed: u64 },
    #[error("its last 16 bytes are all zero; expected a checksum, as a file has that is whole")]
    NoChecksum,
    #[error("its checksum is {said:032x}; expected {given:032x}, by what is in it")]
    Checksum { said: u128, given: u128 },
    #[error("it begins with {}; expected {}", hex(found), hex(expected))]
    Magic { found: [u8; 4], expected: [u8; 4] },
    #[error("it is a table of other men; expected those in its name")]
    OtherMen,
    #[error(
        "its header contradicts itself; expected code lengths and symbols that a table can have"
    )]
    Header,
}

/// Bytes as `71 e8 23 5d`.
fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}
