//! Every entrance through which text or data comes in, fed with the seeds of the fuzzers,
//! with all that they have found, and with damaged seeds. The fuzzers themselves are in
//! `fuzz/`. See <https://proptest-rs.github.io/proptest/intro.html>.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod entrances;

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use entrances::{Check, ENTRANCES};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

/// The files for an entrance, in the order of their names; none where there is no folder.
fn files(kind: &str, entrance: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let entries = fs::read_dir(folder.join(kind).join(entrance));
    let paths = entries
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    paths
}

/// Checks files, and says which it was that failed.
fn replay(check: Check, files: &[PathBuf]) {
    for file in files {
        let data = fs::read(file).unwrap();
        let result = panic::catch_unwind(AssertUnwindSafe(|| check(&data)));
        assert!(result.is_ok(), "{} failed", file.display());
    }
}

#[test]
fn seeds_pass_at_every_entrance() {
    for (name, check) in ENTRANCES {
        let seeds = files("seeds", name);
        assert!(seeds.len() >= 3, "{name} has {} seeds", seeds.len());
        replay(check, &seeds);
    }
}

#[test]
fn whatever_a_fuzzer_has_found_once_passes_now() {
    for (name, check) in ENTRANCES {
        replay(check, &files("findings", name));
    }
}

#[test]
fn every_folder_of_seeds_or_findings_and_every_target_has_its_entrance() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    for part in ["seeds", "findings", "fuzz_targets"] {
        let mut names: Vec<String> = fs::read_dir(folder.join(part))
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path())
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        names.sort();
        let known = ENTRANCES.map(|(name, _)| name);
        assert!(
            names.iter().all(|name| known.contains(&name.as_str())),
            "{names:?}"
        );
        assert!(part == "findings" || names == known, "{part}: {names:?}");
    }
}

/// What is done to bytes to damage them.
#[derive(Clone, Debug)]
enum Damage {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index),
    Flip(Index, u8),
    /// A stretch is there once more, elsewhere.
    Repeat(Index, Index, Index),
    /// Everything from here on is lost.
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
        /// The longest stretch that is repeated.
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
                let (stretch, to) = (data[from..end].to_vec(), to.index(len));
                data.splice(to..to, stretch);
            }
            Self::Cut(at) => data.truncate(at.index(len)),
        }
    }
}

/// A seed with a few damages; sometimes any bytes.
fn damaged(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let damages = proptest::collection::vec(Damage::any(), 1..8);
    let damaged = (proptest::sample::select(seeds), damages).prop_map(|(mut data, damages)| {
        damages.iter().for_each(|damage| damage.apply(&mut data));
        data
    });
    let anything = proptest::collection::vec(any::<u8>(), 0..300);
    prop_oneof![9 => damaged, 1 => anything]
}

/// Checks so many damaged seeds; fewer where the tests are not optimised.
fn assert_holds(name: &str, cases: u32) {
    let (_, check) = ENTRANCES
        .into_iter()
        .find(|(entrance, _)| *entrance == name)
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
fn damaged_epd_files_are_read_or_named() {
    assert_holds("epd", 2_000);
}

#[test]
fn damaged_fens_are_read_or_refused() {
    assert_holds("fen", 4_000);
}

#[test]
fn damaged_suites_are_read_or_named() {
    assert_holds("perft_suite", 1_000);
}

#[test]
fn damaged_replies_are_understood_as_something() {
    assert_holds("bisect_reply", 4_000);
}

#[test]
fn damaged_moves_are_legal_or_refused() {
    assert_holds("move_text", 4_000);
}

#[test]
fn damaged_files_of_games_are_refused_or_hold_legal_games() {
    assert_holds("data_file", 2_000);
}

#[test]
fn any_bits_are_judged_right_in_any_position() {
    assert_holds("legality", 2_000);
}

#[test]
fn damaged_sessions_end_and_are_answered() {
    assert_holds("uci_session", 200);
}
