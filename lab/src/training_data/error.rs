//! Errors in the preparation of training data.
//!
//! See <https://docs.rs/thiserror>.

use std::io;
use std::path::{Path, PathBuf};

use super::header::{MAGIC, Part, VERSION};
use super::label::SCALES;
use super::record::Record;
use crate::games::DataError;
use ferz::score::Score;
use ferz::search::pool::TooFewThreads;
use ferz::support::memory::OutOfMemory;
use ferz::support::quote::{Named, OneLine, Quoted};

/// An error that ends the preparation of training data.
#[derive(Debug, thiserror::Error)]
pub enum TrainingDataError {
    /// A file of games contains an error.
    #[error(transparent)]
    Games(#[from] DataError),
    /// A file cannot be read.
    #[error("cannot read {}: {error}", Named(file))]
    Read {
        /// The file.
        file: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {error}", Named(file))]
    Write {
        /// The file.
        file: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A file of records contains an error.
    #[error("{}: {error}", Named(file))]
    Format {
        /// The file.
        file: PathBuf,
        /// The error.
        error: FormatError,
    },
    /// There is not enough memory for the transposition tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system cannot start even one thread.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
}

impl TrainingDataError {
    /// Returns a function that adds the name of the file to an error of reading it.
    pub(super) fn read(file: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Read {
            file: file.to_owned(),
            error,
        }
    }

    /// Returns the error of a file that cannot be created.
    pub(super) fn create((file, error): (PathBuf, io::Error)) -> Self {
        Self::Write { file, error }
    }

    /// Returns a function that adds the name of the file to an error of writing it.
    pub(super) fn write(file: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Write {
            file: file.to_owned(),
            error,
        }
    }
}

/// An error in a file of records.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum FormatError {
    /// The file does not begin with [`MAGIC`].
    #[error(
        "the file begins with {}; expected {}, as in a file that ferz data --out writes",
        Quoted(&String::from_utf8_lossy(.0)),
        Quoted(&String::from_utf8_lossy(MAGIC))
    )]
    Magic(Vec<u8>),
    /// Another version of the format.
    #[error("byte 8: the version of the format is {0}; expected {VERSION}")]
    Version(u32),
    /// The header ends after the end of the file, or the file ends before the header begins.
    #[error("the file has {found} bytes; expected at least {expected} for the header")]
    NoHeader { found: u64, expected: u64 },
    /// The records do not begin at a multiple of 64 bytes.
    #[error("byte 12: the header has {0} bytes; expected 48 more than a multiple of 64")]
    HeaderLength(u32),
    /// The header is not the expected JSON.
    #[error("byte 16: the header: {}; expected JSON that ferz data --out writes", OneLine(&.0.to_string()))]
    Header(serde_json::Error),
    /// The scale of the header is not in [`SCALES`].
    #[error(
        "byte 16: the header: the scale is {found}; expected a number from {} to {}",
        SCALES.start(),
        SCALES.end()
    )]
    Scale { found: f32 },
    /// The length of the file contradicts the header.
    #[error(
        "the file has {found} bytes; expected {expected} for {records} records of {} bytes",
        Record::BYTES
    )]
    Length {
        found: u64,
        expected: u128,
        records: u64,
    },
    /// The records were changed.
    #[error("the checksum of the records is {found:#010x}; expected {expected:#010x}")]
    Checksum { found: u32, expected: u32 },
    /// A record contains a value that the format does not allow.
    #[error("record {0} is malformed; expected a position with both kings and a result")]
    Record(u64),
    /// The file is another part of the data.
    #[error("the file has {found} positions; expected {expected} positions")]
    Part { found: Part, expected: Part },
    /// Another version of the hand-crafted evaluation made the file.
    #[error(
        "the evaluation of record {record} is {found} cp; expected {expected} cp, as in this version of ferz; make the data again with ferz data"
    )]
    Evaluation {
        record: u64,
        found: Score,
        expected: Score,
    },
}
