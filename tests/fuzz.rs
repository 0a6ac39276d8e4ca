//! Runs the checks in `entry_points` with the seeds of the fuzzers, with the inputs for which the
//! fuzzers have found errors, and with mutated seeds. The fuzzers themselves are in `fuzz/`.
//! See <https://proptest-rs.github.io/proptest/intro.html>.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod entry_points;

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use entry_points::{Check, ENTRY_POINTS};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

/// Returns the files for a fuzz target, sorted by name. Returns none if there is no folder.
fn files(kind: &str, target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let entries = fs::read_dir(folder.join(kind).join(target));
    let paths = entries
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    paths
}

/// Runs a check with each file. Panics with the name of the first file that fails.
fn replay(check: Check, files: &[PathBuf]) {
    for file in files {
        let data = fs::read(file).unwrap();
        let result = panic::catch_unwind(AssertUnwindSafe(|| check(&data)));
        assert!(result.is_ok(), "{} failed", file.display());
    }
}

#[test]
fn seeds_pass_every_check() {
    for (name, check) in ENTRY_POINTS {
        let seeds = files("seeds", name);
        assert!(
            seeds.len() >= 3,
            "{name}: expected at least 3 seeds, found {}",
            seeds.len()
        );
        replay(check, &seeds);
    }
}

#[test]
fn findings_of_the_fuzzers_pass() {
    for (name, check) in ENTRY_POINTS {
        replay(check, &files("findings", name));
    }
}

#[test]
fn every_fuzz_target_and_every_folder_of_seeds_or_findings_has_a_check() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    for part in ["seeds", "findings", "fuzz_targets"] {
        let mut names: Vec<String> = fs::read_dir(folder.join(part))
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path())
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        names.sort();
        let known = ENTRY_POINTS.map(|(name, _)| name);
        assert!(
            names.iter().all(|name| known.contains(&name.as_str())),
            "{names:?}"
        );
        assert!(part == "findings" || names == known, "{part}: {names:?}");
    }
}

/// An edit that damages data.
#[derive(Clone, Debug)]
enum Damage {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index),
    Flip(Index, u8),
    /// Copies a range of bytes, given by start and length, to another place.
    Repeat(Index, Index, Index),
    /// Removes everything from this index on.
    Cut(Index),
}

impl Damage {
    fn any() -> impl Strategy<Value = Self> {
        prop_oneof![
            4 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Self::Replace(at, byte)),
            4 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Self::Insert(at, byte)),
            4 => any::<Index>().prop_map(Self::Remove),
            4 => (any::<Index>(), 0..8_u8).prop_map(|(at, bit)| Self::Flip(at, 1 << bit)),
            2 => (any::<Index>(), any::<Index>(), any::<Index>())
                .prop_map(|(from, length, to)| Self::Repeat(from, length, to)),
            1 => any::<Index>().prop_map(Self::Cut),
        ]
    }

    fn apply(&self, data: &mut Vec<u8>) {
        /// Maximum number of bytes copied by [`Damage::Repeat`].
        const LONGEST: usize = 64;
        let len = data.len();
        match *self {
            Self::Insert(at, byte) => data.insert(at.index(len + 1), byte),
            _ if len == 0 => {}
            Self::Replace(at, byte) => data[at.index(len)] = byte,
            Self::Remove(at) => drop(data.remove(at.index(len))),
            Self::Flip(at, bit) => data[at.index(len)] ^= bit,
            Self::Repeat(from, length, to) => {
                let from = from.index(len);
                let end = len.min(from + 1 + length.index(LONGEST));
                let (bytes, to) = (data[from..end].to_vec(), to.index(len));
                data.splice(to..to, bytes);
            }
            Self::Cut(at) => data.truncate(at.index(len)),
        }
    }
}

/// Generates a seed with one to seven edits, or, in one case of ten, random bytes.
fn damaged(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let damages = proptest::collection::vec(Damage::any(), 1..8);
    let damaged = (proptest::sample::select(seeds), damages).prop_map(|(mut data, damages)| {
        damages.iter().for_each(|damage| damage.apply(&mut data));
        data
    });
    let anything = proptest::collection::vec(any::<u8>(), 0..300);
    prop_oneof![9 => damaged, 1 => anything]
}

/// Runs the check of a fuzz target with `cases` damaged seeds, or with a quarter as many in builds
/// with debug assertions.
fn assert_holds(name: &str, cases: u32) {
    let (_, check) = ENTRY_POINTS
        .into_iter()
        .find(|(target, _)| *target == name)
        .unwrap();
    let seeds = files("seeds", name)
        .into_iter()
        .map(|file| fs::read(file).unwrap());
    let config = ProptestConfig {
        cases: if cfg!(debug_assertions) {
            cases / 4
        } else {
            cases
        },
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let result = TestRunner::new(config).run(&damaged(seeds.collect()), |data| {
        check(&data);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

#[test]
fn damaged_epd_files_are_read_or_rejected() {
    assert_holds("epd", 2_000);
}

#[test]
fn damaged_fens_are_parsed_or_rejected() {
    assert_holds("fen", 4_000);
}

#[test]
fn damaged_suites_are_read_or_rejected() {
    assert_holds("perft_suite", 1_000);
}

#[test]
fn damaged_replies_of_engines_are_parsed() {
    assert_holds("bisect_reply", 4_000);
}

#[test]
fn damaged_moves_are_legal_or_rejected() {
    assert_holds("move_text", 4_000);
}

#[test]
fn damaged_data_files_contain_legal_games_or_are_rejected() {
    assert_holds("data_file", 2_000);
}

#[test]
fn any_encoding_of_a_move_is_legal_exactly_if_it_is_generated() {
    assert_holds("legality", 2_000);
}

#[test]
fn damaged_uci_sessions_end_with_every_command_answered() {
    assert_holds("uci_session", 200);
}
