//! `ferz-lab selfcheck`: random games in which the move generator is compared with the reference
//! generator, and with itself.
//!
//! Perft finds errors in the trees of a few chosen positions. Random games reach many others. See
//! <https://www.chessprogramming.org/Engine_Testing#bugs>.

mod game;
mod inspection;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use ferz::chess::Board;
use ferz::chess::mailbox::Mailbox;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, Threads, number, print, to_json};
use ferz::support::work_queue::map_in_order;
use serde::{Serialize, Serializer};

pub use game::Occurrence;
pub use inspection::{Check, Reference};

/// Number of failures after which no more games are played: further failures would probably have
/// the same cause.
const MAX_FAILURES: usize = 10;

/// Compare the move generator with the reference generator in random games
///
/// Plays random games from the initial position and from starting positions of Chess960 and
/// double Fischer random. In every position, compares the results of two generators, and other
/// pairs of values that must be equal. Prints the number of comparisons, and every position with
/// a difference, with the moves that led to it. The exit status is 0 if nothing differs, 1 if
/// something differs, 2 if the result cannot be written.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz-lab selfcheck --games 10000 --seed 42")]
pub struct Arguments {
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u64>(1..=u64::MAX))]
    games: u64,

    /// Seed of the first game; each later game has the next seed
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    #[command(flatten)]
    threads: Threads,

    /// Print one JSON object instead of text
    ///
    /// Its fields are "format": "ferz-selfcheck", "version": 1, "seed", "seen" (the numbers of
    /// games, positions and rare events, by name), "checks" (the numbers of comparisons, by
    /// name), "failures" (a list of {"check", "seed", "start", "moves", "fen", "expected",
    /// "found"}) and "seconds".
    ///
    /// Later versions of the format may add fields, but remove none.
    #[arg(long)]
    json: bool,
}

/// The settings of a selfcheck.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The number of games.
    pub games: u64,
    /// The seed of the first game; each later game has the next seed. A game depends only on its
    /// seed.
    pub seed: u64,
    /// The number of threads. The report does not depend on it.
    pub threads: usize,
    /// The number of failures after which no more games are played.
    pub max_failures: usize,
}

/// The result of a selfcheck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The number of occurrences of each kind.
    #[serde(serialize_with = "seen_by_name")]
    pub seen: [u64; Occurrence::ALL.len()],
    /// The number of comparisons of each kind.
    #[serde(serialize_with = "checks_by_name")]
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

fn seen_by_name<S: Serializer>(seen: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    let names = Occurrence::ALL.iter().map(|occurrence| occurrence.name());
    serializer.collect_map(names.zip(seen).collect::<BTreeMap<_, _>>())
}

fn checks_by_name<S: Serializer>(checks: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    let names = Check::ALL.iter().map(|check| check.name());
    serializer.collect_map(names.zip(checks).collect::<BTreeMap<_, _>>())
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
    #[serde(flatten)]
    report: &'a Report,
    seconds: f64,
}

/// Runs `ferz-lab selfcheck`.
///
/// # Errors
///
/// Returns an error if the result cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let started = Instant::now();
    let settings = Settings {
        games: arguments.games,
        seed: arguments.seed,
        threads: arguments.threads.number(),
        max_failures: MAX_FAILURES,
    };
    let bar = ProgressBar::new("games");
    let report = check(&settings, |board| Mailbox::from(board), &|done| {
        bar.show(done, settings.games);
    });
    drop(bar);
    let seconds = started.elapsed().as_secs_f64();
    print(&if arguments.json {
        json(settings.seed, &report, seconds)
    } else {
        text(&settings, &report, seconds)
    })?;
    Ok(if report.failures.is_empty() {
        ExitStatus::Success
    } else {
        ExitStatus::Difference
    })
}

/// Plays games, and compares the move generator with the reference that `reference` creates for
/// each starting position. Calls `progress` with the number of finished games, from any of
/// the threads.
///
/// A game ends at its first mismatch, because an error also affects later positions.
pub fn check<R: Reference>(
    settings: &Settings,
    reference: impl Fn(&Board) -> R + Sync,
    progress: &(dyn Fn(u64) + Sync),
) -> Report {
    let mut report = Report::default();
    let done = AtomicU64::new(0);
    let most = usize::try_from(settings.games).unwrap_or(usize::MAX);
    map_in_order(
        0..settings.games,
        vec![(); settings.threads.min(most)],
        |(), game| {
            let played = game::play(settings.seed.wrapping_add(game), &reference);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            Some(played)
        },
        |played| {
            add(&mut report.seen, &played.seen);
            add(&mut report.checks, &played.checks);
            report.failures.extend(played.failures);
            // The games arrive in order, so the report does not depend on the number of threads.
            if report.failures.len() < settings.max_failures {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    );
    report
}

fn add(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}

/// Formats the counts, then each failure, then the number of failures.
fn text(settings: &Settings, report: &Report, seconds: f64) -> String {
    let mut text = format!("random games from seed {}\n\nplayed:\n", settings.seed);
    for (&occurrence, times) in Occurrence::ALL.iter().zip(report.seen) {
        text += &format!("{times:>12} {}\n", occurrence.description());
    }
    text += "\ncompared:\n";
    for (&check, times) in Check::ALL.iter().zip(report.checks) {
        text += &format!("{times:>12} {}\n", check.description());
    }
    for failure in &report.failures {
        text += &failure_text(failure);
    }
    let result = match report.failures.len() {
        0 => "all comparisons agree".to_owned(),
        1 => "1 failure".to_owned(),
        n if n < settings.max_failures => format!("{n} failures"),
        n => format!("{n} failures; the remaining games were not played"),
    };
    text + &format!("\n{result}, after {seconds:.1} s\n")
}

fn failure_text(failure: &Failure) -> String {
    let (check, seed) = (failure.check, failure.seed);
    let mut text = format!("\n{}: {}\n", check.name(), check.description());
    for (name, value) in [
        ("position", &failure.fen),
        ("expected", &failure.expected),
        ("found", &failure.found),
        ("start", &failure.start),
        ("moves", &failure.moves.join(" ")),
        (
            "reproduce",
            &format!("ferz-lab selfcheck --seed {seed} --games 1"),
        ),
    ] {
        // Writing to a string cannot fail.
        let _: Result<(), _> = writeln!(text, "  {name:9} {value}");
    }
    text
}

fn json(seed: u64, report: &Report, seconds: f64) -> String {
    to_json(&JsonReport {
        format: "ferz-selfcheck",
        version: 1,
        seed,
        report,
        seconds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_printed_with_a_command_that_reproduces_it() {
        let settings = Settings {
            games: 1,
            seed: 7,
            threads: 1,
            max_failures: MAX_FAILURES,
        };
        // A failure like one that a bug in the move generator would cause.
        let failure = Failure {
            check: Check::LegalMoves,
            seed: 7,
            start: Board::START_FEN.to_owned(),
            moves: vec!["e2e4".to_owned()],
            fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".to_owned(),
            expected: "20 moves; only here a7a6 (Quiet)".to_owned(),
            found: "19 moves; only here nothing".to_owned(),
        };
        let report = Report {
            failures: vec![failure],
            ..Report::default()
        };
        let expected = "
legal-moves: legal moves = those of the reference generator
  position  rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
  expected  20 moves; only here a7a6 (Quiet)
  found     19 moves; only here nothing
  start     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
  moves     e2e4
  reproduce ferz-lab selfcheck --seed 7 --games 1

1 failure, after 1.2 s
";
        let text = text(&settings, &report, 1.25);
        assert!(text.ends_with(expected), "{text}");
        let value: serde_json::Value =
            serde_json::from_str(&json(7, &report, 1.25)).expect("valid JSON");
        let expected = serde_json::json!([{
            "check": "legal-moves",
            "seed": 7,
            "start": Board::START_FEN,
            "moves": ["e2e4"],
            "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "expected": "20 moves; only here a7a6 (Quiet)",
            "found": "19 moves; only here nothing",
        }]);
        assert_eq!(value["failures"], expected);
    }
}
