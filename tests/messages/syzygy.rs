//! Tablebases: messages about folders and files that cannot be used, with the reasons of
//! `TablebaseFileError`.

use std::fs;
use std::io;
use std::path::Path;

use ferz::syzygy::{Opened, TablebaseError, Tablebases};

use crate::variants;

/// The first four bytes of a WDL table.
const MAGIC: [u8; 4] = [0x71, 0xE8, 0x23, 0x5D];

/// The bytes of `KBvK.rtbw` after the magic number, up to the padding with zeros and the checksum.
/// All positions are draws.
const ALL_DRAWN: [u8; 10] = [0x31, 0x00, 0xEE, 0x66, 0x33, 0x00, 0x80, 0x02, 0x80, 0x02];

/// Returns file names, contents, and the reason why each file is not usable.
fn files() -> [(&'static str, Vec<u8>, &'static str); 10] {
    #[rustfmt::skip]
    let files = [
        ("KQvK.rtbw", vec![7; 80],
            "expected the file to begin with 71 e8 23 5d, found 07 07 07 07"),
        ("KQvK.rtbz", vec![7; 80],
            "expected the file to begin with d7 66 0c a5, found 07 07 07 07"),
        ("KRvK.rtbw", vec![1; 81],
            "expected 16 bytes more than a multiple of 64, found 81 bytes"),
        ("KRvK.rtbz", vec![],
            "expected 16 bytes more than a multiple of 64, found 0 bytes"),
        ("KRvK.rtbz", vec![0; 80],
            "expected a checksum in the last 16 bytes, found zeros; the file is incomplete"),
        ("KBvK.rtbw", [&MAGIC, &[0xFF; 76][..]].concat(),
            "expected the pieces in the file name, found others"),
        ("KBvK.rtbw", [&MAGIC[..], &ALL_DRAWN, &[0; 50], &[7; 16]].concat(),
            "expected checksum 4b37ef623e69eadb6756777c16034e6f, found 07070707070707070707070707070707"),
        ("KPvK.rtbw", [&MAGIC, &[0; 60][..], &[7; 16]].concat(),
            "expected the pieces in the file name, found others"),
        ("KNvK.rtbw", [&MAGIC, &[0; 60][..], &[7; 16]].concat(),
            "expected consistent code lengths and symbols in the header, found inconsistent ones"),
        ("KPvK.rtbw", [&MAGIC[..], &[3], &[0, 0x11, 0x66, 0xEE].repeat(3)[..11]].concat(),
            "expected a complete header, found the end of the file"),
    ];
    files
}

/// Returns the messages of opening a list of folders without usable tables.
fn messages(path: &str) -> Vec<String> {
    let Opened { tablebases, errors } = Tablebases::open(path);
    assert!(tablebases.is_none());
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn files_that_are_not_usable_are_named_with_the_reason() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("messages-syzygy");
    // The folder can be left over from another run.
    let _: io::Result<()> = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.to_str().unwrap();
    let none =
        format!("SyzygyPath: found no tables in \"{folder}\"; expected files like KQvK.rtbw");
    assert_eq!(messages(folder), std::slice::from_ref(&none));
    for (name, bytes, reason) in files() {
        let file = Path::new(folder).join(name);
        fs::write(&file, bytes).unwrap();
        let expected = format!("SyzygyPath: ignoring {}: {reason}", file.display());
        assert_eq!(messages(folder), [expected, none.clone()]);
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn each_error_has_its_message() {
    #[rustfmt::skip]
    let table = [
        (TablebaseError::Folder { path: "/no such".into(), error: io::Error::other("not found") },
            "SyzygyPath: cannot read folder /no such: not found"),
        (TablebaseError::File { path: "KQvK.rtbw".into(), reason: "it is too short".to_owned() },
            "SyzygyPath: ignoring KQvK.rtbw: it is too short"),
        (TablebaseError::Incomplete { count: 1, example: "KBvK".to_owned() },
            "SyzygyPath: ignoring 1 table because others are missing, for example KBvK"),
        (TablebaseError::Incomplete { count: 5, example: "KBvK".to_owned() },
            "SyzygyPath: ignoring 5 tables because others are missing, for example KBvK"),
        (TablebaseError::NoTables("/tables".to_owned()),
            "SyzygyPath: found no tables in \"/tables\"; expected files like KQvK.rtbw"),
    ];
    for (error, message) in &table {
        assert_eq!(error.to_string(), *message);
    }
    variants!(TablebaseError: Folder File Incomplete NoTables)
        .assert_all_occur(table.iter().map(|(error, _)| error));
}
