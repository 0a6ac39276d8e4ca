//! What a selfcheck counts and finds, as text and as JSON.

use std::collections::BTreeMap;

use ferz::report::to_json;
use serde::{Serialize, Serializer};

use super::inspection::{Check, named_enum};
use crate::support::add_counts;

/// Number of failures after which no more games are played: further failures would probably have
/// the same cause.
pub(super) const MAX_FAILURES: usize = 10;

named_enum! {
    /// An occurrence that a selfcheck counts: games, positions and rare events.
    Occurrence {
        Games "games" "games",
        Standard "standard-starts" "games from the initial position",
        Chess960 "chess960-starts" "games from Chess960 starting positions",
        DoubleFischerRandom "double-fischer-random-starts" "games from double Fischer random starting positions",
        Positions "positions" "positions",
        InCheck "in-check" "positions in check",
        DoubleCheck "double-check" "positions in double check",
        Checkmates "checkmates" "checkmates",
        Stalemates "stalemates" "stalemates",
        Moves "moves" "legal moves in these positions",
        Captures "captures" "captures",
        EnPassant "en-passant" "en passant captures",
        Castles "castles" "castling moves",
        Promotions "promotions" "promotions",
    }
}

/// The result of a selfcheck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The number of occurrences of each kind.
    pub seen: [u64; Occurrence::ALL.len()],
    /// The number of comparisons of each kind.
    pub checks: [u64; Check::ALL.len()],
    /// All mismatches, in the order of the games.
    pub failures: Vec<Failure>,
}

/// A mismatch, and the game that led to it. A single game with its seed reproduces it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The comparison.
    #[serde(serialize_with = "check_name")]
    pub check: Check,
    /// The seed of the game.
    pub seed: u64,
    /// The FEN of the first position.
    pub start: String,
    /// The moves of the game, in UCI notation. That of castling depends on the first position.
    pub moves: Vec<String>,
    /// The FEN of the position with the mismatch.
    pub fen: String,
    /// The expected value.
    pub expected: String,
    /// The value found.
    pub found: String,
}

fn check_name<S: Serializer>(check: &Check, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(check.name())
}

/// The report as a JSON object.
#[derive(Serialize)]
struct JsonReport<'a> {
    format: &'static str,
    /// The version of the format. It changes only with incompatible changes.
    version: u32,
    seed: u64,
    seen: BTreeMap<&'static str, u64>,
    checks: BTreeMap<&'static str, u64>,
    failures: &'a [Failure],
    seconds: f64,
}

impl Report {
    /// Adds the report of other games.
    pub(super) fn add(&mut self, other: Self) {
        add_counts(&mut self.seen, &other.seen);
        add_counts(&mut self.checks, &other.checks);
        self.failures.extend(other.failures);
    }

    /// Formats the counts, then each failure, then the number of failures.
    pub(super) fn text(&self, seed: u64, seconds: f64) -> String {
        let mut text = format!("random games from seed {seed}\n\nplayed:\n");
        for (occurrence, times) in Occurrence::ALL.iter().zip(self.seen) {
            text += &format!("{times:>12} {}\n", occurrence.description());
        }
        text += "\ncompared:\n";
        for (check, times) in Check::ALL.iter().zip(self.checks) {
            text += &format!("{times:>12} {}\n", check.description());
        }
        text.extend(self.failures.iter().map(Failure::text));
        let result = match self.failures.len() {
            0 => "all comparisons agree".to_owned(),
            1 => "1 failure".to_owned(),
            n if n < MAX_FAILURES => format!("{n} failures"),
            n => format!("{n} failures; the remaining games were not played"),
        };
        text + &format!("\n{result}, after {seconds:.1} s\n")
    }

    /// Formats the report as a JSON object.
    pub(super) fn json(&self, seed: u64, seconds: f64) -> String {
        let seen = Occurrence::ALL.iter().map(|occurrence| occurrence.name());
        let checks = Check::ALL.iter().map(|check| check.name());
        to_json(&JsonReport {
            format: "ferz-selfcheck",
            version: 1,
            seed,
            seen: seen.zip(self.seen).collect(),
            checks: checks.zip(self.checks).collect(),
            failures: &self.failures,
            seconds,
        })
    }
}

impl Failure {
    fn text(&self) -> String {
        let (name, description) = (self.check.name(), self.check.description());
        format!(
            "
{name}: {description}
  position  {}
  expected  {}
  found     {}
  start     {}
  moves     {}
  reproduce ferz-lab selfcheck --seed {} --games 1
",
            self.fen,
            self.expected,
            self.found,
            self.start,
            self.moves.join(" "),
            self.seed
        )
    }
}
