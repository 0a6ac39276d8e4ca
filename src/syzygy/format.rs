//! Table files: their kinds, the reader of their headers, and their errors.

use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;

use crate::support::quote::{Named, Quoted};

/// What a table contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TableKind {
    /// Win, draw or loss (`.rtbw`).
    Wdl,
    /// Distance to zeroing: plies to the next capture or pawn move (`.rtbz`).
    Dtz,
}

impl TableKind {
    pub(super) const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    /// Returns the extension of the file name.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// Returns the first four bytes of the file.
    pub(super) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Self::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

/// Reader of bytes that counts how many it has read.
pub(super) struct HeaderReader<R> {
    bytes: R,
    /// Number of bytes read so far.
    pub offset: u64,
}

impl<R: Read> HeaderReader<R> {
    /// Returns a reader of `bytes`, which must be at the start of the file.
    pub(super) const fn new(bytes: R) -> Self {
        Self { bytes, offset: 0 }
    }

    /// Reads the next `N` bytes.
    pub(super) fn read<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.bytes.read_exact(&mut bytes)?;
        self.offset += N as u64;
        Ok(bytes)
    }

    /// Reads a number of two bytes.
    pub(super) fn read_u16(&mut self) -> io::Result<u16> {
        self.read().map(u16::from_le_bytes)
    }

    /// Skips to the next even offset.
    pub(super) fn align_to_two(&mut self) -> io::Result<()> {
        if !self.offset.is_multiple_of(2) {
            self.read::<1>()?;
        }
        Ok(())
    }
}

/// The reason why some or all tables cannot be used.
#[derive(Debug, thiserror::Error)]
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

/// The reason why a file is not usable.
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
    /// Also pieces in an order in which positions cannot be indexed.
    #[error("expected the pieces in the file name, found others")]
    OtherPieces,
    /// Also an order of the groups of pieces that is out of range; see `index.rs`.
    #[error("expected consistent code lengths and symbols in the header, found inconsistent ones")]
    Header,
}

/// Formats bytes like `71 e8 23 5d`.
fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}
