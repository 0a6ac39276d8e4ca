//! Messages about training data for networks.

use std::fs;
use std::path::{Path, PathBuf};

use ferz::chess::Board;
use ferz_lab::data::{Header, Labels, Part, Record, RecordFile, RecordWriter};

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

fn record(score: i32) -> Record {
    let labels = Labels {
        score,
        ..Labels::default()
    };
    Record::new(&Board::default(), &labels)
}

/// Returns the path of a test's file.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("messages-records-{name}"))
}

/// Writes a file of records, and returns its bytes.
fn written(path: &Path, header: Header, records: &[Record]) -> Vec<u8> {
    let mut writer = RecordWriter::create(path, header).unwrap();
    for record in records {
        writer.write(&[*record]).unwrap();
    }
    writer.finish().unwrap();
    fs::read(path).unwrap()
}

#[test]
fn a_file_of_records_is_read_as_it_was_written() {
    let (path, records) = (path("written"), [1, 2, 3].map(record));
    let bytes = written(&path, header(), &records);
    let file = RecordFile::open_verified(&path, &mut |_| ()).unwrap();
    assert_eq!(file.records(), records);
    assert_eq!((bytes.len() - 3 * Record::BYTES) % 64, 0);
    let expected = Header {
        records: 3,
        checksum: crc32c::crc32c(&bytes[bytes.len() - 96..]),
        ..header()
    };
    assert_eq!(*file.header(), expected);
    let error = file.expect_part(Part::Deep).unwrap_err().to_string();
    let other_part = "the file has held-out positions; expected deep positions";
    assert_eq!(error, format!("{}: {other_part}", path.display()));
}

#[test]
fn nothing_is_left_of_a_file_that_is_not_finished() {
    let (path, partial) = (path("unfinished"), path("unfinished.partial"));
    let mut writer = RecordWriter::create(&path, header()).unwrap();
    writer.write(&[record(1)]).unwrap();
    assert!(partial.exists());
    let second = RecordWriter::create(&path, header()).unwrap_err();
    let expected = "another program is writing it";
    let expected = format!("cannot write {}: {expected}", partial.display());
    assert_eq!(second.to_string(), expected);
    drop(writer);
    assert!(!partial.exists() && !path.exists());
}

#[test]
fn errors_in_files_of_records_are_reported() {
    let path = path("changed");
    let error = || {
        let opened = RecordFile::open_verified(&path, &mut |_| ());
        opened.unwrap_err().to_string()
    };
    let mut malformed = [1, 2, 3].map(record);
    bytemuck::bytes_of_mut(&mut malformed[1])[28] = 4;
    let wrong_record = written(&path, header(), &malformed);
    let scaled = |scale| Header { scale, ..header() };
    let wrong_scale = written(&path, scaled(0.5), &[]);
    let bytes = written(&path, header(), &[1, 2, 3].map(record));
    let (length, start) = (bytes.len(), bytes.len() - 96);
    let changed = |at: usize, new: &[u8]| {
        let mut changed = bytes.clone();
        changed[at..at + new.len()].copy_from_slice(new);
        changed
    };
    let checksum = crc32c::crc32c(&bytes[start..]);
    let other_checksum = crc32c::crc32c(&changed(length - 5, &[77])[start..]);
    let writes = "as in a file that ferz-lab data --out writes";
    #[rustfmt::skip]
    let table = [
        (Vec::new(), format!("the file begins with \"\"; expected \"FERZDATA\", {writes}")),
        (b"FERZ\n".to_vec(), format!("the file begins with \"FERZ\\n\"; expected \"FERZDATA\", {writes}")),
        (changed(3, b"Y"), format!("the file begins with \"FERYDATA\"; expected \"FERZDATA\", {writes}")),
        (changed(8, &[1]), "byte 8: the version of the format is 1; expected 2; make the data again with ferz-lab data".to_owned()),
        (bytes[..9].to_vec(), "the file has 9 bytes; expected at least 16 for the header".to_owned()),
        (bytes[..99].to_vec(), format!("the file has 99 bytes; expected at least {start} for the header")),
        (changed(12, &[47, 0]), "byte 12: the header has 47 bytes; expected 48 more than a multiple of 64".to_owned()),
        (changed(23, b" "), "byte 16: the header: expected `:` at line 1 column 9; expected JSON that ferz-lab data --out writes".to_owned()),
        (wrong_scale, "byte 16: the header: the scale is 0.5; expected a number from 1 to 10000".to_owned()),
        (bytes[..length - 1].to_vec(), format!("the file has {} bytes; expected {length} for 3 records of 32 bytes", length - 1)),
        (changed(length - 5, &[77]), format!("the checksum of the records is {other_checksum:#010x}; expected {checksum:#010x}")),
        (wrong_record, "record 2 is malformed; expected a position with both kings and a result".to_owned()),
    ];
    for (content, message) in table {
        fs::write(&path, content).unwrap();
        assert_eq!(error(), format!("{}: {message}", path.display()));
    }
    fs::remove_file(&path).unwrap();
    let expected = format!("cannot read {}: No such file", path.display());
    assert!(error().starts_with(&expected), "{}", error());
}
