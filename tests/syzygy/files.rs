//! Files that are incomplete or damaged.

use std::fs;

use ferz::syzygy::Outcome;

use crate::common::files::{empty_folder, syzygy_folder};
use crate::common::random::Rng;
use crate::{board, drawn_table, open, turn};

/// What is said of files with such names that are wrong is in `messages/syzygy.rs`.
#[test]
fn files_with_other_names_are_not_looked_at() {
    let _turn = turn();
    let folder = empty_folder("names");
    for name in ["KvKQ.rtbw", "README.txt"] {
        fs::write(folder.join(name), [0; 80]).unwrap();
    }
    let (tables, problems) = open(folder.to_str().unwrap());
    assert!(tables.is_none());
    assert!(
        problems.len() == 1 && problems[0].contains("no tables in"),
        "{problems:?}"
    );
    fs::remove_dir_all(folder).unwrap();
}

/// Copies of files that are cut short anywhere must be seen through.
#[test]
fn tables_that_are_cut_short_are_not_used() {
    let _turn = turn();
    let Some(source) = syzygy_folder() else {
        return;
    };
    let target = empty_folder("cut");
    for entry in fs::read_dir(&source).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let copy = target.join(path.file_name().unwrap());
        let blocks = bytes.len() / 64;
        for left in [0, 1, blocks / 2, blocks - 1]
            .into_iter()
            .filter(|&left| left < blocks)
        {
            fs::write(&copy, &bytes[..left * 64 + 16]).unwrap();
            let (tables, problems) = open(target.to_str().unwrap());
            assert!(
                tables.is_none() && problems.len() == 2,
                "{left} {path:?}: {problems:?}"
            );
        }
        // Made in its whole size, but not filled to the end.
        let mut bytes = bytes;
        let end = bytes.len() - 16;
        bytes[end..].fill(0);
        fs::write(&copy, &bytes).unwrap();
        let (tables, problems) = open(target.to_str().unwrap());
        assert!(
            tables.is_none() && problems[0].contains("expected a checksum"),
            "{path:?}: {problems:?}"
        );
        fs::remove_file(copy).unwrap();
    }
    fs::remove_dir_all(target).unwrap();
}

/// This and the next one need no tables from elsewhere.
#[test]
fn a_flipped_bit_costs_one_table_and_the_others_are_used() {
    let _turn = turn();
    let folder = empty_folder("bits");
    let bishop = drawn_table(0x4B37_EF62_3E69_EADB_6756_777C_1603_4E6F, 3);
    let knight = drawn_table(0xB9EC_CBFF_19C6_7715_8E92_8B1B_6412_48B7, 2);
    fs::write(folder.join("KNvK.rtbw"), knight).unwrap();
    fs::write(folder.join("KBvK.rtbw"), &bishop).unwrap();
    let [with_bishop, with_knight] = ["B", "N"].map(|piece| {
        let fen = format!("8/8/8/8/8/3k4/8/{piece}2K4 w - - 0 1");
        board(&fen)
    });
    let (tables, problems) = open(folder.to_str().unwrap());
    assert_eq!(problems, [""; 0]);
    let tables = tables.expect("two tables");
    assert_eq!(tables.outcome(&with_bishop), Some(Outcome::Draw));
    drop(tables);
    let mut random = Rng::new(5);
    for place in [0..64, 64..80] {
        for _ in 0..20 {
            let bit = 8 * place.start + random.below(8 * place.len());
            let mut flipped = bishop.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            fs::write(folder.join("KBvK.rtbw"), flipped).unwrap();
            let (tables, problems) = open(folder.to_str().unwrap());
            assert!(
                problems.len() == 1 && problems[0].contains("KBvK.rtbw is not used: it"),
                "bit {bit}: {problems:?}"
            );
            let tables = tables.expect("the table with a knight");
            assert_eq!(tables.outcome(&with_bishop), None);
            assert_eq!(tables.outcome(&with_knight), Some(Outcome::Draw));
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn flipped_bits_of_real_tables_are_seen() {
    let _turn = turn();
    let Some(source) = syzygy_folder() else {
        return;
    };
    let target = empty_folder("flipped");
    let mut random = Rng::new(6);
    for entry in fs::read_dir(&source).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        let copy = target.join(path.file_name().unwrap());
        let end = bytes.len() - 16;
        // The header, the index and what follows it, anywhere, and the checksum.
        for place in [0..end.min(64), 0..end.min(1024), 0..end, end..end + 16] {
            let bit = 8 * place.start + random.below(8 * place.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(&copy, &bytes).unwrap();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let (tables, problems) = open(target.to_str().unwrap());
            assert!(
                tables.is_none() && problems[0].contains("is not used: it"),
                "bit {bit} of {path:?}: {problems:?}"
            );
        }
        fs::remove_file(copy).unwrap();
    }
    fs::remove_dir_all(target).unwrap();
}

#[test]
fn tables_that_need_others_wait_for_them() {
    let _turn = turn();
    let Some(source) = syzygy_folder() else {
        return;
    };
    let target = empty_folder("some");
    let copy = |name: &str| fs::copy(source.join(name), target.join(name)).unwrap();
    copy("KRvKB.rtbw");
    copy("KRvK.rtbw");
    let (tables, problems) = open(target.to_str().unwrap());
    assert_eq!(tables.expect("one of them").most_men(), 3);
    assert!(
        problems[0].contains("1 table is not used, for want of others; expected KBvK"),
        "{problems:?}"
    );
    copy("KBvK.rtbw");
    let (tables, problems) = open(target.to_str().unwrap());
    let tables = tables.expect("all of them");
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        tables.summary(),
        "endgame tables: 2 of 3 men, 1 of 4 men; with distances: 0"
    );
    // Outcomes alone rank the moves where there are no distances.
    let judged = tables.judge_moves(&board("8/8/8/8/8/3k4/8/R2K4 w - - 0 1"));
    let judged = judged.expect("outcomes");
    assert!(judged.iter().all(|judged| judged.distance.is_none()));
    assert!(judged.iter().any(|judged| judged.outcome == Outcome::Win));
    assert_eq!(
        tables.outcome(&board("8/8/8/8/8/3k4/8/Q2K4 w - - 0 1")),
        None
    );
    drop(tables);
    fs::remove_dir_all(target).unwrap();
}
