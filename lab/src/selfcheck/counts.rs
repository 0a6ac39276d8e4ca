//! Counts of the comparisons and of the occurrences in random games.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::check::{Check, Occurrence};

/// The number of comparisons of each kind, and of occurrences of each kind.
///
/// It serializes as two maps, from the names of occurrences (`seen`) and of comparisons
/// (`checks`) to their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckCounts {
    #[serde(rename = "seen", serialize_with = "occurrences_by_name")]
    occurrences: [u64; Occurrence::ALL.len()],
    #[serde(serialize_with = "checks_by_name")]
    checks: [u64; Check::ALL.len()],
}

impl CheckCounts {
    /// Returns the number of these occurrences.
    #[must_use]
    pub const fn occurrences(&self, occurrence: Occurrence) -> u64 {
        self.occurrences[occurrence as usize]
    }

    /// Returns the number of these comparisons.
    #[must_use]
    pub const fn checks(&self, check: Check) -> u64 {
        self.checks[check as usize]
    }

    /// Adds `times` occurrences.
    pub(super) const fn add_occurrences(&mut self, occurrence: Occurrence, times: u64) {
        self.occurrences[occurrence as usize] += times;
    }

    /// Adds a comparison.
    pub(super) const fn add_check(&mut self, check: Check) {
        self.checks[check as usize] += 1;
    }

    /// Adds other counts to these.
    pub(super) fn add(&mut self, other: &Self) {
        let add = |sums: &mut [u64], more: &[u64]| {
            sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
        };
        add(&mut self.occurrences, &other.occurrences);
        add(&mut self.checks, &other.checks);
    }
}

fn occurrences_by_name<S: Serializer>(counts: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    let names = Occurrence::ALL.iter().map(|occurrence| occurrence.name());
    serializer.collect_map(names.zip(counts).collect::<BTreeMap<_, _>>())
}

fn checks_by_name<S: Serializer>(counts: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    let names = Check::ALL.iter().map(|check| check.name());
    serializer.collect_map(names.zip(counts).collect::<BTreeMap<_, _>>())
}
