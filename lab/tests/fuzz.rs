//! Runs the checks in `lab_entry_points` without a fuzzer.

#![allow(clippy::unwrap_used, reason = "these are tests")]

#[path = "../../tests/common/fuzz.rs"]
mod driver;
#[path = "../../tests/entry_points/mod.rs"]
mod entry_points;
#[path = "entry_points/mod.rs"]
mod lab_entry_points;

use driver::{assert_holds, entries};
use entry_points::ENTRY_POINTS;
use lab_entry_points::{LAB_ENTRY_POINTS, data_file, epd};

#[test]
fn seeds_and_findings_pass_every_check() {
    driver::assert_seeds_and_findings_pass(&LAB_ENTRY_POINTS);
}

#[test]
fn every_fuzz_target_and_every_folder_of_seeds_or_findings_has_a_check() {
    let checks = ENTRY_POINTS.iter().chain(&LAB_ENTRY_POINTS);
    let mut known: Vec<&str> = checks.map(|(name, _)| *name).collect();
    known.sort_unstable();
    for part in ["seeds", "findings", "fuzz_targets"] {
        let paths = entries(part);
        let names = paths.iter().map(|path| path.file_stem().unwrap());
        let names: Vec<&str> = names.map(|name| name.to_str().unwrap()).collect();
        assert!(names.iter().all(|name| known.contains(name)), "{names:?}");
        assert!(part == "findings" || names == known, "{part}: {names:?}");
    }
}

#[test]
fn damaged_epd_files_are_read_or_rejected() {
    assert_holds("epd", epd::check, 2_000);
}

#[test]
fn damaged_data_files_contain_legal_games_or_are_rejected() {
    assert_holds("data_file", data_file::check, 2_000);
}
