//! `ferz selfcheck`: prints the report of [`crate::selfcheck`] as text or JSON.

use std::fmt::Write;
use std::time::Instant;

use crate::selfcheck::{
    self, Check, CheckCounts, CheckFailure, Occurrence, SelfcheckReport, SelfcheckSettings,
};
use ferz::chess::mailbox::Mailbox;
use ferz::chess::notation::CoordinateMove;
use serde::Serialize;

use super::progress::ProgressBar;
use super::{ExitStatus, Threads, castling_notation, number, print, to_json};

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
#[command(after_help = "Example: ferz selfcheck --games 10000 --seed 42")]
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

/// Runs `ferz selfcheck`.
///
/// # Errors
///
/// Returns an error if the result cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let started = Instant::now();
    let settings = SelfcheckSettings {
        games: arguments.games,
        seed: arguments.seed,
        threads: arguments.threads.number(),
        max_failures: MAX_FAILURES,
    };
    let bar = ProgressBar::new("games");
    let report = selfcheck::run(&settings, |board| Mailbox::from(board), &|done| {
        bar.show(done, settings.games);
    });
    drop(bar);
    let seconds = started.elapsed().as_secs_f64();
    if arguments.json {
        print(&json(&settings, &report, seconds))?;
    } else {
        print(&text(&settings, &report, seconds))?;
    }
    Ok(if report.failures.is_empty() {
        ExitStatus::Success
    } else {
        ExitStatus::Difference
    })
}

/// Formats the counts, then each failure, then the number of failures.
fn text(settings: &SelfcheckSettings, report: &SelfcheckReport, seconds: f64) -> String {
    let mut text = format!("random games from seed {}\n\nplayed:\n", settings.seed);
    for &occurrence in Occurrence::ALL {
        let times = report.counts.occurrences(occurrence);
        text += &format!("{times:>12} {}\n", occurrence.description());
    }
    text += "\ncompared:\n";
    for &check in Check::ALL {
        let times = report.counts.checks(check);
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

fn failure_text(failure: &CheckFailure) -> String {
    let CheckFailure { seed, mismatch, .. } = failure;
    let mut text = format!(
        "\n{}: {}\n",
        mismatch.check.name(),
        mismatch.check.description()
    );
    let mut line = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _: Result<(), _> = writeln!(text, "  {name:9} {value}");
    };
    line("position", &failure.board.to_string());
    line("expected", &mismatch.expected);
    line("found", &mismatch.found);
    line("start", &failure.start.to_string());
    line("moves", &moves(failure).join(" "));
    line(
        "reproduce",
        &format!("ferz selfcheck --seed {seed} --games 1"),
    );
    text
}

/// Returns the moves that led to a failure, in UCI notation.
fn moves(failure: &CheckFailure) -> Vec<String> {
    let castling = castling_notation(&failure.start, false);
    let moves = failure.moves.iter();
    moves
        .map(|&mv| CoordinateMove::new(mv, castling).to_string())
        .collect()
}

/// The report as a JSON object.
#[derive(Serialize)]
struct JsonReport<'a> {
    /// Always `ferz-selfcheck`.
    format: &'static str,
    /// The version of the format. It changes only with incompatible changes.
    version: u32,
    /// The seed of the first game.
    seed: u64,
    #[serde(flatten)]
    counts: &'a CheckCounts,
    /// All differences.
    failures: Vec<JsonFailure<'a>>,
    /// The duration in seconds.
    seconds: f64,
}

/// A [`CheckFailure`] with its positions and moves as text. The notation of castling moves depends
/// on the first position.
#[derive(Serialize)]
struct JsonFailure<'a> {
    /// The name of the comparison.
    check: &'static str,
    /// The seed of the game.
    seed: u64,
    /// The FEN of the first position.
    start: String,
    /// The moves of the game, in UCI notation.
    moves: Vec<String>,
    /// The FEN of the position with the difference.
    fen: String,
    /// The expected value.
    expected: &'a str,
    /// The value found.
    found: &'a str,
}

fn json(settings: &SelfcheckSettings, report: &SelfcheckReport, seconds: f64) -> String {
    fn json_failure(failure: &CheckFailure) -> JsonFailure<'_> {
        JsonFailure {
            check: failure.mismatch.check.name(),
            seed: failure.seed,
            start: failure.start.to_string(),
            moves: moves(failure),
            fen: failure.board.to_string(),
            expected: &failure.mismatch.expected,
            found: &failure.mismatch.found,
        }
    }
    to_json(&JsonReport {
        format: "ferz-selfcheck",
        version: 1,
        seed: settings.seed,
        counts: &report.counts,
        failures: report.failures.iter().map(json_failure).collect(),
        seconds,
    })
}

#[cfg(test)]
mod tests {
    use crate::selfcheck::Mismatch;
    use ferz::chess::{Board, Move, MoveKind, Square};

    use super::*;

    const SETTINGS: SelfcheckSettings = SelfcheckSettings {
        games: 1,
        seed: 7,
        threads: 1,
        max_failures: MAX_FAILURES,
    };

    /// Returns a report with one failure, like one that a bug in the move generator would cause.
    fn failed() -> SelfcheckReport {
        let (start, mv) = (
            Board::default(),
            Move::new(Square::E2, Square::E4, MoveKind::DoublePawnPush),
        );
        let failure = CheckFailure {
            seed: 7,
            start,
            moves: vec![mv],
            board: start.after(mv),
            mismatch: Mismatch {
                check: Check::LegalMoves,
                expected: "20 moves; only here a7a6 (Quiet)".to_owned(),
                found: "19 moves; only here nothing".to_owned(),
            },
        };
        SelfcheckReport {
            failures: vec![failure],
            ..SelfcheckReport::default()
        }
    }

    #[test]
    fn a_failure_is_printed_with_a_command_that_reproduces_it() {
        let text = text(&SETTINGS, &failed(), 1.25);
        let expected = "
legal-moves: legal moves = those of the reference generator
  position  rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
  expected  20 moves; only here a7a6 (Quiet)
  found     19 moves; only here nothing
  start     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
  moves     e2e4
  reproduce ferz selfcheck --seed 7 --games 1

1 failure, after 1.2 s
";
        assert!(text.ends_with(expected), "{text}");
    }

    #[test]
    fn a_failure_is_printed_as_json() {
        let line = json(&SETTINGS, &failed(), 1.25);
        let value: serde_json::Value = serde_json::from_str(&line).expect("valid JSON");
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
