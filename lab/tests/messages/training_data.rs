//! Messages about training data for networks.

use std::io;
use std::path::PathBuf;

use ferz::search::pool::TooFewThreads;
use ferz::support::memory::OutOfMemory;
use ferz_lab::games::{DataError, DataErrorKind};
use ferz_lab::training_data::{FormatError, Part, TrainingDataError};

use crate::variants;

#[test]
fn errors_in_files_of_records() {
    let json = || serde_json::from_str::<u8>("{").unwrap_err();
    #[rustfmt::skip]
    let table = [
        (FormatError::Magic(b"FERZ\n".to_vec()),
            r#"the file begins with "FERZ\n"; expected "FERZDATA", as in a file that ferz-lab data --out writes"#),
        (FormatError::Version(2),
            "byte 8: the version of the format is 2; expected 1"),
        (FormatError::NoHeader { found: 99, expected: 128 },
            "the file has 99 bytes; expected at least 128 for the header"),
        (FormatError::HeaderLength(47),
            "byte 12: the header has 47 bytes; expected 48 more than a multiple of 64"),
        (FormatError::Header(json()),
            "byte 16: the header: invalid type: map, expected u8 at line 1 column 0; expected JSON that ferz-lab data --out writes"),
        (FormatError::Scale { found: 0.5 },
            "byte 16: the header: the scale is 0.5; expected a number from 1 to 10000"),
        (FormatError::Length { found: 100, expected: 128, records: 2 },
            "the file has 100 bytes; expected 128 for 2 records of 32 bytes"),
        (FormatError::Checksum { found: 1, expected: 0x1234_5678 },
            "the checksum of the records is 0x00000001; expected 0x12345678"),
        (FormatError::Record(7),
            "record 7 is malformed; expected a position with both kings and a result"),
        (FormatError::Part { found: Part::Training, expected: Part::HeldOut },
            "the file has training positions; expected held-out positions"),
        (FormatError::Evaluation { record: 3, found: -12, expected: 40 },
            "the evaluation of record 3 is -12 cp; expected 40 cp, as in this version of ferz; make the data again with ferz-lab data"),
    ];
    for (error, message) in &table {
        assert_eq!(error.to_string(), *message);
    }
    variants!(FormatError: Magic Version NoHeader HeaderLength Header Scale Length Checksum Record Part Evaluation)
        .assert_all_occur(table.iter().map(|(error, _)| error));
}

#[test]
fn errors_in_the_preparation_of_training_data() {
    let file = || PathBuf::from("x.bin");
    let reason = || io::Error::other("a reason");
    let games = DataError {
        file: "a.vf".into(),
        game: 2,
        offset: 36,
        kind: DataErrorKind::Outcome(3),
    };
    let threads = TooFewThreads {
        asked: 8,
        started: 0,
    };
    #[rustfmt::skip]
    let table = [
        (TrainingDataError::Games(games),
            "a.vf: game 2, byte 36: the result is 3; expected 0 (Black won), 1 (draw) or 2 (White won)"),
        (TrainingDataError::Read { file: file(), error: reason() },
            "cannot read x.bin: a reason"),
        (TrainingDataError::Write { file: file(), error: reason() },
            "cannot write x.bin: a reason"),
        (TrainingDataError::Format { file: file(), error: FormatError::Version(2) },
            "x.bin: byte 8: the version of the format is 2; expected 1"),
        (TrainingDataError::Memory(OutOfMemory { megabytes: 16 }),
            "not enough memory for a hash table of 16 MB"),
        (TrainingDataError::Threads(threads),
            "cannot start 8 threads; the system provides only 0"),
    ];
    for (error, message) in &table {
        assert_eq!(error.to_string(), *message);
    }
    variants!(TrainingDataError: Games Read Write Format Memory Threads)
        .assert_all_occur(table.iter().map(|(error, _)| error));
}
