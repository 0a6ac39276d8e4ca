//! Files that are missing, incomplete or damaged. `tests/messages/syzygy.rs` tests the messages
//! about them.

use std::fs;

use ferz::syzygy::Wdl;

use crate::common::files::{empty_folder, syzygy_folder};
use crate::common::random::Rng;
use crate::{board, copy_contents, drawn_table, open};

#[test]
fn files_with_other_names_are_ignored() {
    let folder = empty_folder("names");
    for name in ["KvKQ.rtbw", "README.txt"] {
        fs::write(folder.join(name), [0; 80]).unwrap();
    }
    let (tables, errors) = open(folder.to_str().unwrap());
    assert!(tables.is_none());
    assert!(
        errors.len() == 1 && errors[0].contains("found no tables in"),
        "{errors:?}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn truncated_tables_are_not_used() {
    let Some(source) = syzygy_folder() else {
        return;
    };
    let target = empty_folder("cut");
    for entry in fs::read_dir(&source).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let copy = target.join(path.file_name().unwrap());
        // The length of a file is a multiple of 64, plus the 16 bytes of the checksum.
        let blocks = bytes.len() / 64;
        for left in [0, 1, blocks / 2, blocks - 1]
            .into_iter()
            .filter(|&left| left < blocks)
        {
            fs::write(&copy, &bytes[..left * 64 + 16]).unwrap();
            let (tables, errors) = open(target.to_str().unwrap());
            assert!(
                tables.is_none() && errors.len() == 2,
                "{left} {path:?}: {errors:?}"
            );
        }
        // A file of full size whose end has not been written yet.
        let mut bytes = bytes;
        let end = bytes.len() - 16;
        bytes[end..].fill(0);
        fs::write(&copy, &bytes).unwrap();
        let (tables, errors) = open(target.to_str().unwrap());
        assert!(
            tables.is_none() && errors[0].contains("expected a checksum"),
            "{path:?}: {errors:?}"
        );
        fs::remove_file(copy).unwrap();
    }
    fs::remove_dir_all(target).unwrap();
}

/// This test writes its own tables, so it needs no tablebases.
#[test]
fn a_flipped_bit_disables_only_its_own_table() {
    let folder = empty_folder("bits");
    let bishop = drawn_table(0x4B37_EF62_3E69_EADB_6756_777C_1603_4E6F, 3);
    let knight = drawn_table(0xB9EC_CBFF_19C6_7715_8E92_8B1B_6412_48B7, 2);
    fs::write(folder.join("KNvK.rtbw"), knight).unwrap();
    fs::write(folder.join("KBvK.rtbw"), &bishop).unwrap();
    let [with_bishop, with_knight] = ["B", "N"].map(|piece| {
        let fen = format!("8/8/8/8/8/3k4/8/{piece}2K4 w - - 0 1");
        board(&fen)
    });
    let (intact, no_errors) = open(folder.to_str().unwrap());
    assert!(no_errors.is_empty(), "{no_errors:?}");
    let intact = intact.expect("both tables are usable");
    assert_eq!(intact.probe_wdl(&with_bishop), Some(Wdl::Draw));
    drop(intact);
    for bit in 0..8 * bishop.len() {
        let mut flipped = bishop.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(folder.join("KBvK.rtbw"), flipped).unwrap();
        let (tables, errors) = open(folder.to_str().unwrap());
        assert!(
            errors.len() == 1 && errors[0].contains("KBvK.rtbw: expected"),
            "bit {bit}: {errors:?}"
        );
        let tables = tables.expect("the knight's table is usable");
        assert_eq!(tables.probe_wdl(&with_bishop), None);
        assert_eq!(tables.probe_wdl(&with_knight), Some(Wdl::Draw));
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn flipped_bits_of_real_tables_are_detected() {
    let Some(source) = syzygy_folder() else {
        return;
    };
    let target = empty_folder("flipped");
    let mut rng = Rng::new(6);
    for entry in fs::read_dir(&source).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        let copy = target.join(path.file_name().unwrap());
        let end = bytes.len() - 16;
        // The first bit is in the header, the second in the header or the index, the third anywhere
        // in the content, and the fourth in the checksum.
        for place in [0..end.min(64), 0..end.min(1024), 0..end, end..end + 16] {
            let bit = 8 * place.start + rng.below(8 * place.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(&copy, &bytes).unwrap();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let (tables, errors) = open(target.to_str().unwrap());
            assert!(
                tables.is_none() && errors[0].contains(": expected "),
                "bit {bit} of {path:?}: {errors:?}"
            );
        }
        fs::remove_file(copy).unwrap();
    }
    fs::remove_dir_all(target).unwrap();
}

#[test]
fn tables_are_used_only_if_those_after_captures_are_present() {
    let Some(source) = syzygy_folder() else {
        return;
    };
    let target = empty_folder("some");
    let copy = |name: &str| copy_contents(&source.join(name), &target.join(name));
    copy("KRvKB.rtbw");
    copy("KRvK.rtbw");
    let (incomplete, errors) = open(target.to_str().unwrap());
    assert_eq!(incomplete.expect("KRvK is usable").max_pieces(), 3);
    assert!(
        errors[0].contains("ignoring 1 table because others are missing, for example KBvK"),
        "{errors:?}"
    );
    copy("KBvK.rtbw");
    let (tables, no_errors) = open(target.to_str().unwrap());
    let tables = tables.expect("all tables are usable");
    assert!(no_errors.is_empty(), "{no_errors:?}");
    assert_eq!(
        tables.summary(),
        "tablebases: 2 with 3 pieces, 1 with 4 pieces; 0 have DTZ"
    );
    // Without DTZ tables, the moves have only WDL results.
    let probed = tables.probe_moves(&board("8/8/8/8/8/3k4/8/R2K4 w - - 0 1"));
    let probed = probed.expect("the WDL tables are present");
    assert!(probed.iter().all(|probed| probed.dtz.is_none()));
    assert!(probed.iter().any(|probed| probed.wdl == Wdl::Win));
    assert_eq!(
        tables.probe_wdl(&board("8/8/8/8/8/3k4/8/Q2K4 w - - 0 1")),
        None
    );
    drop(tables);
    fs::remove_dir_all(target).unwrap();
}
