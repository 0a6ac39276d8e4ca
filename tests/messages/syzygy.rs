//! Endgame tables: folders and files that are not used, and what is `Broken` in them.

use std::fs;
use std::io;
use std::path::Path;

use ferz::syzygy::{Opened, Problem, Tables};

use crate::variants;

/// The first four bytes of a table of outcomes.
const MAGIC: [u8; 4] = [0x71, 0xE8, 0x23, 0x5D];

/// What comes behind that in `KBvK.rtbw`.
const ALL_DRAWN: [u8; 10] = [0x31, 0x00, 0xEE, 0x66, 0x33, 0x00, 0x80, 0x02, 0x80, 0x02];

/// A name and what is in the file, and why it is not used.
fn files() -> [(&'static str, Vec<u8>, &'static str); 10] {
    #[rustfmt::skip]
    let files = [
        ("KQvK.rtbw", vec![7; 80],
            "it begins with 07 07 07 07; expected 71 e8 23 5d"),
        ("KQvK.rtbz", vec![7; 80],
            "it begins with 07 07 07 07; expected d7 66 0c a5"),
        ("KRvK.rtbw", vec![1; 81],
            "it has 81 bytes; expected 16 more than a multiple of 64"),
        ("KRvK.rtbz", vec![],
            "it has 0 bytes; expected 16 more than a multiple of 64"),
        ("KRvK.rtbz", vec![0; 80],
            "its last 16 bytes are all zero; expected a checksum, as a file has that is whole"),
        ("KBvK.rtbw", [&MAGIC, &[0xFF; 76][..]].concat(),
            "it is a table of other men; expected those in its name"),
        ("KBvK.rtbw", [&MAGIC[..], &ALL_DRAWN, &[0; 50], &[7; 16]].concat(),
            "its checksum is 07070707070707070707070707070707; expected 4b37ef623e69eadb6756777c16034e6f, by what is in it"),
        ("KPvK.rtbw", [&MAGIC, &[0; 60][..], &[7; 16]].concat(),
            "it is a table of other men; expected those in its name"),
        ("KNvK.rtbw", [&MAGIC, &[0; 60][..], &[7; 16]].concat(),
            "its header contradicts itself; expected code lengths and symbols that a table can have"),
        ("KPvK.rtbw", [&MAGIC[..], &[3], &[0, 0x11, 0x66, 0xEE].repeat(3)[..11]].concat(),
            "it ends within its header; expected more bytes"),
    ];
    files
}

/// What is said of a list of folders without tables.
fn problems(path: &str) -> Vec<String> {
    let Opened { tables, problems } = Tables::open(path);
    assert!(tables.is_none());
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn folders_and_files() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("messages-syzygy");
    // It may be left from another run.
    let _: io::Result<()> = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.to_str().unwrap();
    let none =
        format!("SyzygyPath: there are no tables in \"{folder}\"; expected files like KQvK.rtbw");
    assert_eq!(problems(folder), std::slice::from_ref(&none));
    for (name, bytes, reason) in files() {
        let file = Path::new(folder).join(name);
        fs::write(&file, bytes).unwrap();
        let expected = format!("SyzygyPath: {} is not used: {reason}", file.display());
        assert_eq!(problems(folder), [expected, none.clone()]);
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn why_tables_are_not_used() {
    #[rustfmt::skip]
    let table = [
        (Problem::Folder { path: "/no such".into(), error: io::Error::other("it is not there") },
            "SyzygyPath: cannot read the folder /no such: it is not there"),
        (Problem::File { path: "KQvK.rtbw".into(), reason: "it is too short".to_owned() },
            "SyzygyPath: KQvK.rtbw is not used: it is too short"),
        (Problem::Incomplete { count: 1, example: "KBvK".to_owned() },
            "SyzygyPath: 1 table is not used, for want of others; expected KBvK for one"),
        (Problem::Incomplete { count: 5, example: "KBvK".to_owned() },
            "SyzygyPath: 5 tables are not used, for want of others; expected KBvK for one"),
        (Problem::NoTables("/tables".to_owned()),
            "SyzygyPath: there are no tables in \"/tables\"; expected files like KQvK.rtbw"),
        (Problem::InUse,
            "SyzygyPath: tables are in use by another engine of this program"),
    ];
    for (problem, message) in &table {
        assert_eq!(problem.to_string(), *message);
    }
    variants!(Problem: Folder File Incomplete NoTables InUse)
        .assert_all_met(table.iter().map(|(problem, _)| problem));
}
