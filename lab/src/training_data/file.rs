//! Files of records: a header and the records.
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
//! no copy. See <https://www.chessprogramming.org/NNUE>.

use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

use super::error::{FormatError, TrainingDataError};
use super::header::{Header, MAGIC, Part, VERSION};
use super::label::SCALES;
use super::record::Record;
use ferz::eval::evaluate_classical;
use ferz::score::Score;
use ferz::support::mapped_file::MappedFile;
use ferz::support::temporary_file::TemporaryFile;

/// Size of magic, version and header length, in bytes.
const PREFIX: usize = 16;

/// The records begin at a multiple of this, in bytes: two records per cache line.
const ALIGNMENT: usize = 64;

/// Number of records of which [`RecordFile::verify`] computes the checksum before it checks each of
/// them: 128 kB, which stay in the cache.
const VERIFIED_TOGETHER: usize = 1 << 12;

/// Number of records whose evaluation [`RecordFile::expect_this_evaluation`] computes again. The
/// records are in random order, so these show any change of the evaluation that matters.
const EVALUATED_AGAIN: usize = 10_000;

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
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if it is not a complete file of records.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, TrainingDataError> {
        let path = path.into();
        let file = MappedFile::open(&path).map_err(TrainingDataError::read(&path))?;
        match header(&file) {
            Ok((header, start)) => Ok(Self {
                path,
                file,
                header,
                start,
            }),
            Err(error) => Err(TrainingDataError::Format { file: path, error }),
        }
    }

    /// Opens a file, and [verifies](Self::verify) its records.
    ///
    /// # Errors
    ///
    /// Returns an error as [`open`](Self::open) and [`verify`](Self::verify) do.
    pub fn open_verified(
        path: impl Into<PathBuf>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Self, TrainingDataError> {
        let file = Self::open(path)?;
        file.verify_with(progress)?;
        Ok(file)
    }

    /// Returns the header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns all records. Call [`verify`](Self::verify) first: an index that
    /// [`Record::pieces`] returns may be out of range if the file was changed.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        bytemuck::cast_slice(&self.file[self.start..])
    }

    /// Reads all records, and checks each of them and their checksum.
    ///
    /// # Errors
    ///
    /// Returns an error as [`verify_with`](Self::verify_with) does.
    pub fn verify(&self) -> Result<(), TrainingDataError> {
        self.verify_with(&mut |_| ())
    }

    /// Does the same as [`verify`](Self::verify), and calls `progress` with the number of bytes
    /// read.
    ///
    /// # Errors
    ///
    /// Returns an error if the checksum differs from that of the header, or if a record is not
    /// [well-formed](Record::is_well_formed).
    pub fn verify_with(&self, progress: &mut dyn FnMut(u64)) -> Result<(), TrainingDataError> {
        let (mut found, mut malformed, mut read) = (0, None, 0);
        for (block, records) in self.records().chunks(VERIFIED_TOGETHER).enumerate() {
            found = crc32c::crc32c_append(found, bytemuck::cast_slice(records));
            read += size_of_val(records) as u64;
            progress(read);
            let at = records.iter().position(|record| !record.is_well_formed());
            malformed = malformed.or(at.map(|at| block * VERIFIED_TOGETHER + at));
        }
        let expected = self.header.checksum;
        let error = match malformed {
            // The checksum explains a malformed record, too.
            _ if found != expected => FormatError::Checksum { found, expected },
            Some(number) => FormatError::Record(number as u64 + 1),
            None => return Ok(()),
        };
        Err(self.error(error))
    }

    /// Checks that the file is this part of the data.
    ///
    /// # Errors
    ///
    /// Returns an error if it is another part.
    pub fn expect_part(&self, expected: Part) -> Result<(), TrainingDataError> {
        let found = self.header.part;
        if found == expected {
            return Ok(());
        }
        Err(self.error(FormatError::Part { found, expected }))
    }

    /// Checks that this version's hand-crafted evaluation, which a network corrects, is that of the
    /// records. Compares the first records. Call [`verify`](Self::verify) first.
    ///
    /// # Errors
    ///
    /// Returns an error if a record has another evaluation.
    pub fn expect_this_evaluation(&self) -> Result<(), TrainingDataError> {
        let records = self.records().iter().take(EVALUATED_AGAIN);
        for (number, record) in (1..).zip(records) {
            let Ok(board) = record.board() else { continue };
            let found = Score::from(record.static_score());
            let expected = evaluate_classical(&board);
            if found != expected {
                return Err(self.error(FormatError::Evaluation {
                    record: number,
                    found,
                    expected,
                }));
            }
        }
        Ok(())
    }

    /// Adds the name of the file to an error.
    fn error(&self, error: FormatError) -> TrainingDataError {
        TrainingDataError::Format {
            file: self.path.clone(),
            error,
        }
    }
}

/// Reads and checks the header of a file. Also returns the offset of the first record.
fn header(file: &[u8]) -> Result<(Header, usize), FormatError> {
    let first = &file[..file.len().min(MAGIC.len())];
    if first != MAGIC {
        return Err(FormatError::Magic(first.to_owned()));
    }
    let with_header = |length: u64| {
        let (found, expected) = (file.len() as u64, PREFIX as u64 + length);
        if found < expected {
            return Err(FormatError::NoHeader { found, expected });
        }
        Ok(expected as usize)
    };
    with_header(0)?;
    let number =
        |at: usize| u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]);
    let (version, length) = (number(8), number(12));
    if version != VERSION {
        return Err(FormatError::Version(version));
    }
    let start = with_header(length.into())?;
    if start % ALIGNMENT != 0 {
        return Err(FormatError::HeaderLength(length));
    }
    let header: Header =
        serde_json::from_slice(&file[PREFIX..start]).map_err(FormatError::Header)?;
    if !SCALES.contains(&header.scale) {
        return Err(FormatError::Scale {
            found: header.scale,
        });
    }
    let records = header.records;
    let expected = start as u128 + u128::from(records) * Record::BYTES as u128;
    if file.len() as u128 != expected {
        return Err(FormatError::Length {
            found: file.len() as u64,
            expected,
            records,
        });
    }
    Ok((header, start))
}

/// Returns the bytes before the records. `length` is the number of bytes; at least as many as
/// needed if it is `None`.
fn prefix(header: &Header, length: Option<usize>) -> Vec<u8> {
    let json = serde_json::to_string(header).expect("a header has only plain fields");
    let needed = PREFIX + json.len();
    let length = length.unwrap_or_else(|| needed.next_multiple_of(ALIGNMENT));
    let json_length = u32::try_from(length - PREFIX).expect("headers are short");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(json_length.to_le_bytes());
    bytes.extend(json.bytes());
    bytes.resize(length, b' ');
    bytes
}

/// A file of records, open for writing. The file gets its name in [`finish`](Self::finish); if it is
/// dropped before, it is removed.
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
    /// Creates a file. The numbers of records and the checksum in `header` are ignored.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn create(path: &Path, mut header: Header) -> Result<Self, TrainingDataError> {
        // The final header is not known yet. No number has more digits than these.
        (header.records, header.checksum) = (u64::MAX, u32::MAX);
        let placeholder = prefix(&header, None);
        (header.records, header.checksum) = (0, 0);
        let mut writer = Self {
            path: path.to_owned(),
            file: TemporaryFile::beside(path, ".partial").map_err(TrainingDataError::create)?,
            header,
            start: placeholder.len(),
        };
        writer.write_bytes(&placeholder)?;
        Ok(writer)
    }

    /// Appends records. Each call writes to the file, so it should be called with many.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write(&mut self, records: &[Record]) -> Result<(), TrainingDataError> {
        let bytes = bytemuck::cast_slice(records);
        self.header.checksum = crc32c::crc32c_append(self.header.checksum, bytes);
        self.header.records += records.len() as u64;
        self.write_bytes(bytes)
    }

    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), TrainingDataError> {
        let written = self.file.file.write_all(bytes);
        written.map_err(TrainingDataError::write(self.file.path()))
    }

    /// Completes the header and gives the file its name. A file of this name is replaced. Returns
    /// the header.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn finish(mut self) -> Result<Header, TrainingDataError> {
        let bytes = prefix(&self.header, Some(self.start));
        let sought = self.file.file.rewind();
        sought.map_err(TrainingDataError::write(self.file.path()))?;
        self.write_bytes(&bytes)?;
        let synced = self.file.file.sync_all();
        synced.map_err(TrainingDataError::write(self.file.path()))?;
        let renamed = self.file.rename(&self.path);
        renamed.map_err(TrainingDataError::write(&self.path))?;
        Ok(self.header)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use std::fs;

    use super::super::record::Labels;
    use super::*;
    use ferz::chess::Board;

    /// Returns the path of a test's file.
    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("ferz-{}-{name}", std::process::id()))
    }

    fn header() -> Header {
        Header {
            part: Part::HeldOut,
            records: 0,
            scale: 130.0,
            fade: 0.8,
            max_score: 3000,
            skip: 0,
            held_out_share: 0.05,
            seed: 1,
            nodes: None,
            sources: Vec::new(),
            checksum: 0,
        }
    }

    fn records(count: i32) -> Vec<Record> {
        let record = |score: i32| {
            let labels = Labels {
                static_score: -score,
                score,
                later: 0.25,
                result: 0.5,
            };
            Record::new(&Board::default(), &labels)
        };
        (0..count).map(record).collect()
    }

    /// Writes a file with three records, and returns its bytes.
    fn three(path: &Path) -> Vec<u8> {
        let mut writer = RecordWriter::create(path, header()).unwrap();
        let records = records(3);
        writer.write(&records[..2]).unwrap();
        writer.write(&records[2..]).unwrap();
        writer.finish().unwrap();
        fs::read(path).unwrap()
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let path = path("written");
        let bytes = three(&path);
        let file = RecordFile::open(&path).unwrap();
        assert_eq!(file.records(), records(3));
        assert_eq!(file.header().records, 3);
        assert_eq!((bytes.len() - 3 * Record::BYTES) % ALIGNMENT, 0);
        file.verify().unwrap();
        let expected = Header {
            records: 3,
            checksum: crc32c::crc32c(&bytes[bytes.len() - 96..]),
            ..header()
        };
        assert_eq!(*file.header(), expected);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn nothing_is_left_of_a_file_that_is_not_finished() {
        let path = path("unfinished");
        let mut writer = RecordWriter::create(&path, header()).unwrap();
        writer.write(&records(3)).unwrap();
        let partial = writer.file.path().to_owned();
        assert!(partial.exists());
        let second = RecordWriter::create(&path, header()).unwrap_err();
        assert!(
            second
                .to_string()
                .ends_with(".partial: another program is writing it")
        );
        drop(writer);
        assert!(!partial.exists() && !path.exists());
    }

    #[test]
    fn a_changed_file_is_an_error() {
        let path = path("changed");
        let bytes = three(&path);
        let error = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            let opened = RecordFile::open(&path).and_then(|file| file.verify());
            let message = opened.unwrap_err().to_string();
            let message = message.strip_prefix(path.to_str().unwrap()).unwrap();
            message.strip_prefix(": ").unwrap().to_owned()
        };
        let changed = |at: usize, byte: u8| {
            let mut changed = bytes.clone();
            changed[at] = byte;
            error(&changed)
        };
        let length = bytes.len();
        let start = length - 96;
        let writes = "as in a file that ferz data --out writes";
        assert_eq!(
            error(&[]),
            format!("the file begins with \"\"; expected \"FERZDATA\", {writes}")
        );
        assert_eq!(
            changed(3, b'Y'),
            format!("the file begins with \"FERYDATA\"; expected \"FERZDATA\", {writes}")
        );
        assert_eq!(
            changed(8, 2),
            "byte 8: the version of the format is 2; expected 1"
        );
        assert_eq!(
            error(&bytes[..9]),
            "the file has 9 bytes; expected at least 16 for the header"
        );
        let expected = format!("the file has 99 bytes; expected at least {start} for the header");
        assert_eq!(error(&bytes[..99]), expected);
        let expected = "the header has 47 bytes; expected 48 more than a multiple of 64";
        let mut short = bytes.clone();
        short[12..16].copy_from_slice(&47_u32.to_le_bytes());
        assert_eq!(error(&short), format!("byte 12: {expected}"));
        let expected = "byte 16: the header: expected `:` at line 1 column ";
        assert!(
            changed(23, b' ').starts_with("byte 16: the header: "),
            "{expected}"
        );
        let expected = format!("expected {length} for 3 records of 32 bytes");
        assert_eq!(
            error(&bytes[..length - 1]),
            format!("the file has {} bytes; {expected}", length - 1)
        );
        let message = changed(length - 5, 77);
        assert!(
            message.starts_with("the checksum of the records is 0x"),
            "{message}"
        );
        // A well-formed header with a scale out of range.
        let wrong = Header {
            scale: 0.0,
            ..header()
        };
        RecordWriter::create(&path, wrong)
            .unwrap()
            .finish()
            .unwrap();
        let expected = "byte 16: the header: the scale is 0; expected a number from 1 to 10000";
        assert_eq!(error(&fs::read(&path).unwrap()), expected);
        // A wrong record with the right checksum.
        let mut writer = RecordWriter::create(&path, header()).unwrap();
        let mut wrong = records(3);
        bytemuck::bytes_of_mut(&mut wrong[1])[30] = 3;
        writer.write(&wrong).unwrap();
        writer.finish().unwrap();
        let expected = "record 2 is malformed; expected a position with both kings and a result";
        assert_eq!(error(&fs::read(&path).unwrap()), expected);
        fs::remove_file(path).unwrap();
    }
}
