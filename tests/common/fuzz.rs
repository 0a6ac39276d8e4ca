//! Runs the checks of fuzz targets with the seeds of the fuzzers, with the inputs for which the
//! fuzzers have found errors, and with mutated seeds. The fuzzers themselves are in `fuzz/`.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

use crate::entry_points::Check;

/// Returns the entries of a subfolder of `fuzz/`, sorted by name. Returns none if there is no such
/// folder.
pub fn entries(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let root = folders.find(|root| root.join("fuzz").is_dir()).unwrap();
    let entries = fs::read_dir(root.join("fuzz").join(folder));
    let paths = entries
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    paths
}

/// Asserts that every target passes the seeds, of which there are at least 3, and all findings of
/// the fuzzers.
pub fn assert_seeds_and_findings_pass(entry_points: &[(&str, Check)]) {
    for (name, check) in entry_points {
        let seeds = entries(Path::new("seeds").join(name));
        let found = seeds.len();
        assert!(
            found >= 3,
            "{name}: expected at least 3 seeds, found {found}"
        );
        for file in [seeds, entries(Path::new("findings").join(name))].concat() {
            let data = fs::read(&file).unwrap();
            let result = panic::catch_unwind(AssertUnwindSafe(|| check(&data)));
            assert!(result.is_ok(), "{} failed", file.display());
        }
    }
}

/// An edit that damages data.
#[derive(Clone, Debug)]
enum Damage {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index),
    /// Flips the bits of this mask.
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
            Self::Flip(at, mask) => data[at.index(len)] ^= mask,
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
pub fn assert_holds(name: &str, check: Check, cases: u32) {
    let seeds = entries(Path::new("seeds").join(name));
    let seeds = seeds.into_iter().map(|file| fs::read(file).unwrap());
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
