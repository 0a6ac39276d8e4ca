//! Files of records: a header that says how the file was made, and the records.
//!
//! | byte | contents |
//! | --- | --- |
//! | 0 to 7 | [`MAGIC`] |
//! | 8 to 11 | [`VERSION`] |
//! | 12 to 15 | length of the header in bytes |
//! | 16 and following | [`Header`] as JSON, padded with blanks so that the records begin at a multiple of 64 bytes |
//! | from there | the [`Record`]s |
//!
//! All numbers are little-endian. The reader maps the file into memory, so reading a record costs
//! no copy.

use std::fmt;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, ensure};
use serde::{Deserialize, Serialize};

use super::labels::SCALES;
use super::record::Record;
use crate::support::{cannot_read, cannot_write};
use ferz::support::files::open_regular;
use ferz::support::mapped_file::MappedFile;
use ferz::support::quote::{Named, OneLine, Quoted};
use ferz::support::temporary_file::TemporaryFile;

pub const MAGIC: &[u8; 8] = b"FERZDATA";

/// Version 1 also had the score of the hand-crafted evaluation.
const VERSION: u32 = 2;

/// Size of magic, version and header length, in bytes.
const PREFIX: usize = 16;

/// The records begin at a multiple of this, in bytes: two records per cache line.
const ALIGNMENT: usize = 64;

/// Number of records of which [`RecordFile::verify`] computes the checksum before it checks
/// each of them: 128 kB, which stay in the cache.
const VERIFIED_TOGETHER: usize = 1 << 12;

/// The use of a file of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Positions to train with.
    Training,
    /// Positions of other games, to measure the loss on.
    HeldOut,
    /// Held-out positions whose scores are those of long searches.
    Deep,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Training => "training",
            Self::HeldOut => "held-out",
            Self::Deep => "deep",
        })
    }
}

/// The header of a file of records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    pub part: Part,
    /// The number of records. [`RecordWriter`] sets it.
    pub records: u64,
    /// Centipawns in the exponent of the logistic function that converts scores to expected points.
    pub scale: f32,
    /// Weight of the scores after the next one in the mean of later scores; see
    /// [`later_points`](super::later_points).
    pub fade: f32,
    /// The absolute scores of all positions are less than this, in centipawns.
    pub max_score: i32,
    /// Number of plies at the beginning of each game that were skipped.
    pub skip: usize,
    /// Share of the games that are held out.
    pub held_out_share: f64,
    /// Seed of the order of records.
    pub seed: u64,
    /// Nodes of each search; only in [`Part::Deep`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The files of games. Each part of the data lists all of them.
    pub sources: Vec<Source>,
    /// CRC-32C of all records. [`RecordWriter`] sets it.
    pub checksum: u32,
}

/// A file of games that records were made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Name of the file, without its folder.
    pub file: String,
    /// How the file was made, as the user described it; empty if unknown.
    pub origin: String,
    pub bytes: u64,
    /// SHA-256 of the file in hexadecimal digits, as `sha256sum` prints it.
    pub sha256: String,
    pub games: u64,
    /// The number of positions in which a move was played.
    pub positions: u64,
}

/// Creates a file beside `path`.
pub(super) fn create_beside(path: &Path, suffix: &str) -> Result<TemporaryFile> {
    let created = TemporaryFile::beside(path, suffix);
    created.map_err(|(file, error)| cannot_write(&file)(error))
}

/// Returns whether a file is a file of records.
pub fn is_record_file(path: &Path) -> io::Result<bool> {
    let mut first = Vec::new();
    let file = open_regular(path)?;
    file.take(MAGIC.len() as u64).read_to_end(&mut first)?;
    Ok(first == MAGIC)
}

/// A file of records, open for reading.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: MappedFile,
    header: Header,
    /// The offset of the first record, in bytes.
    start: usize,
}

impl RecordFile {
    /// Opens a file, and checks that its header and its length agree. Does not read the records.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self> {
        let path = path.into();
        let file = MappedFile::open(&path).map_err(cannot_read(&path))?;
        let in_file = |error| anyhow!("{}: {error}", Named(&path));
        let (header, start) = read_header(&file).map_err(in_file)?;
        Ok(Self {
            path,
            file,
            header,
            start,
        })
    }

    /// Opens a file, and [verifies](Self::verify) its records.
    pub fn open_verified(path: impl Into<PathBuf>, progress: &mut dyn FnMut(u64)) -> Result<Self> {
        let file = Self::open(path)?;
        file.verify(progress)?;
        Ok(file)
    }

    pub const fn header(&self) -> &Header {
        &self.header
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns all records. [Verify](Self::verify) them first: an index that
    /// [`Record::pieces`] returns may be out of range if the file was changed.
    pub fn records(&self) -> &[Record] {
        bytemuck::cast_slice(&self.file[self.start..])
    }

    /// Reads all records, and checks that their checksum is that of the header and that each is
    /// [well-formed](Record::is_well_formed). Calls `progress` with the number of bytes read.
    pub fn verify(&self, progress: &mut dyn FnMut(u64)) -> Result<()> {
        let (mut found, mut malformed, mut read) = (0, None, 0);
        for (block, records) in self.records().chunks(VERIFIED_TOGETHER).enumerate() {
            found = crc32c::crc32c_append(found, bytemuck::cast_slice(records));
            read += size_of_val(records) as u64;
            progress(read);
            let at = records.iter().position(|record| !record.is_well_formed());
            malformed = malformed.or(at.map(|at| block * VERIFIED_TOGETHER + at));
        }
        let (file, expected) = (Named(&self.path), self.header.checksum);
        // The checksum explains a malformed record, too.
        ensure!(
            found == expected,
            "{file}: the checksum of the records is {found:#010x}; expected {expected:#010x}"
        );
        let record = malformed.map_or(0, |at| at + 1);
        ensure!(
            malformed.is_none(),
            "{file}: record {record} is malformed; expected a position with both kings and a result"
        );
        Ok(())
    }

    /// Checks that the file is this part of the data.
    pub fn expect_part(&self, expected: Part) -> Result<()> {
        let (file, found) = (Named(&self.path), self.header.part);
        ensure!(
            found == expected,
            "{file}: the file has {found} positions; expected {expected} positions"
        );
        Ok(())
    }
}

/// Reads and checks the header of a file. Also returns the offset of the first record.
fn read_header(file: &[u8]) -> Result<(Header, usize)> {
    let first = &file[..file.len().min(MAGIC.len())];
    let text = |bytes| String::from_utf8_lossy(bytes);
    ensure!(
        first == MAGIC,
        "the file begins with {}; expected {}, as in a file that ferz-lab data --out writes",
        Quoted(&text(first)),
        Quoted(&text(MAGIC))
    );
    let found = file.len() as u64;
    let with_header = |length: u32| {
        let expected = PREFIX as u64 + u64::from(length);
        ensure!(
            found >= expected,
            "the file has {found} bytes; expected at least {expected} for the header"
        );
        Ok(expected as usize)
    };
    with_header(0)?;
    let numbers = file[..PREFIX].as_chunks().0;
    let [version, length] = [2, 3].map(|i: usize| u32::from_le_bytes(numbers[i]));
    ensure!(
        version == VERSION,
        "byte 8: the version of the format is {version}; expected {VERSION}; make the data again with ferz-lab data"
    );
    let start = with_header(length)?;
    ensure!(
        start % ALIGNMENT == 0,
        "byte 12: the header has {length} bytes; expected 48 more than a multiple of 64"
    );
    let header: Header = serde_json::from_slice(&file[PREFIX..start]).map_err(|error| {
        let error = error.to_string();
        let error = OneLine(&error);
        anyhow!("byte 16: the header: {error}; expected JSON that ferz-lab data --out writes")
    })?;
    let (scale, records) = (header.scale, header.records);
    let (least, most) = (SCALES.start(), SCALES.end());
    ensure!(
        SCALES.contains(&scale),
        "byte 16: the header: the scale is {scale}; expected a number from {least} to {most}"
    );
    let expected = start as u128 + u128::from(records) * Record::BYTES as u128;
    ensure!(
        u128::from(found) == expected,
        "the file has {found} bytes; expected {expected} for {records} records of {} bytes",
        Record::BYTES
    );
    Ok((header, start))
}

/// Returns the bytes before the records, at least as many as `least`.
fn prefix(header: &Header, least: usize) -> Vec<u8> {
    let json = serde_json::to_string(header).expect("a header has only plain fields");
    let length = least.max(PREFIX + json.len()).next_multiple_of(ALIGNMENT);
    let json_length = u32::try_from(length - PREFIX).expect("headers are short");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(json_length.to_le_bytes());
    bytes.extend(json.bytes());
    bytes.resize(length, b' ');
    bytes
}

/// A file of records, open for writing. The file gets its name in [`finish`](Self::finish); if it
/// is dropped before, it is removed.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    file: TemporaryFile,
    /// The header so far.
    header: Header,
    /// The offset of the first record, in bytes.
    start: usize,
}

impl RecordWriter {
    /// Creates a file. The number of records and the checksum in `header` are ignored.
    pub fn create(path: &Path, mut header: Header) -> Result<Self> {
        // The final header is not known yet. No number has more digits than these.
        (header.records, header.checksum) = (u64::MAX, u32::MAX);
        let placeholder = prefix(&header, 0);
        (header.records, header.checksum) = (0, 0);
        let mut writer = Self {
            path: path.to_owned(),
            file: create_beside(path, ".partial")?,
            header,
            start: placeholder.len(),
        };
        writer.write_bytes(&placeholder)?;
        Ok(writer)
    }

    /// Appends records. Each call writes to the file, so it should be called with many.
    pub fn write(&mut self, records: &[Record]) -> Result<()> {
        let bytes = bytemuck::cast_slice(records);
        self.header.checksum = crc32c::crc32c_append(self.header.checksum, bytes);
        self.header.records += records.len() as u64;
        self.write_bytes(bytes)
    }

    fn write_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        let written = self.file.file.write_all(bytes);
        written.map_err(cannot_write(self.file.path()))
    }

    /// Completes the header and gives the file its name. A file of this name is replaced. Returns
    /// the header.
    pub fn finish(mut self) -> Result<Header> {
        let rewound = self.file.file.rewind();
        rewound.map_err(cannot_write(self.file.path()))?;
        self.write_bytes(&prefix(&self.header, self.start))?;
        let synced = self.file.file.sync_all();
        synced.map_err(cannot_write(self.file.path()))?;
        let renamed = self.file.rename();
        renamed.map_err(cannot_write(&self.path))?;
        Ok(self.header)
    }
}
