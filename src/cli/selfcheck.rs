//! `ferz selfcheck`: what [`ferz::tools::selfcheck`] found, as text or JSON.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use ferz::chess::mailbox::Mailbox;
use ferz::chess::notation::CoordinateMove;
use ferz::tools::selfcheck::{self, Check, Failure, Report, Seen, Settings};
use serde::Serialize;

use super::progress::ProgressBar;
use super::{ExitStatus, Threads, castling_notation, number, print, to_json};

/// When so much is wrong, more of it tells nothing new.
const MOST_FAILURES: usize = 10;

/// Hold the move generator against the reference generator in random games
///
/// Plays random games from the initial position, from Chess960 and from double Fischer
/// random starts, and compares at every position what two generators or two ways to
/// the same result say. It prints what it compared, and every position where something
/// differed, with the moves that led there. The exit status is 0 if nothing did, 1 if
/// something did, 2 if the result could not be written.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz selfcheck --games 10000 --seed 42")]
pub struct Arguments {
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u64>(1..=u64::MAX))]
    games: u64,

    /// The seed of the first game; each game after it has the next one
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    #[command(flatten)]
    threads: Threads,

    /// Print one JSON object instead of text
    ///
    /// "format": "ferz-selfcheck", "version": 1, "seed", "seen" (how often each thing was
    /// met, by name), "checks" (how often each two things were compared, by name),
    /// "failures" (a list of {"check", "seed", "start", "moves", "fen", "expected",
    /// "found"}), "seconds".
    ///
    /// Later versions of the format may have more fields, never fewer.
    #[arg(long)]
    json: bool,
}

/// Runs it.
///
/// # Errors
///
/// Where the result cannot be written, in words.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let started = Instant::now();
    let settings = Settings {
        games: arguments.games,
        seed: arguments.seed,
        threads: arguments.threads.number(),
        most_failures: MOST_FAILURES,
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

/// What was met and compared, then each failure, then the verdict.
fn text(settings: &Settings, report: &Report, seconds: f64) -> String {
    let mut text = format!("random games from seed {}\n\nmet:\n", settings.seed);
    for &seen in Seen::ALL {
        let times = report.tally.seen(seen);
        text += &format!("{times:>12} {}\n", seen.description());
    }
    text += "\ncompared:\n";
    for &check in Check::ALL {
        let times = report.tally.checked(check);
        text += &format!("{times:>12} {}\n", check.description());
    }
    for failure in &report.failures {
        text += &failure_text(failure);
    }
    let verdict = match report.failures.len() {
        0 => "all agree".to_owned(),
        1 => "1 failure".to_owned(),
        n if n < settings.most_failures => format!("{n} failures"),
        n => format!("{n} failures, and no more games played"),
    };
    text + &format!("\n{verdict}, after {seconds:.1} s\n")
}

fn failure_text(failure: &Failure) -> String {
    let Failure { seed, mismatch, .. } = failure;
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
        "again by",
        &format!("ferz selfcheck --seed {seed} --games 1"),
    );
    text
}

/// The moves that led to a failure, as a UCI program takes them.
fn moves(failure: &Failure) -> Vec<String> {
    let castling = castling_notation(&failure.start, false);
    let moves = failure.moves.iter();
    moves
        .map(|&mv| CoordinateMove::new(mv, castling).to_string())
        .collect()
}

/// The result as JSON, one object in one line. Names of what was met and compared are
/// those of [`Seen`] and [`Check`].
#[derive(Serialize)]
struct JsonReport {
    /// Always `ferz-selfcheck`.
    format: &'static str,
    /// Of this format: 1. It goes up where a reader of the old one would go wrong.
    version: u32,
    /// The seed of the first game.
    seed: u64,
    /// How often each thing was met; `games` and `positions` among them.
    seen: BTreeMap<&'static str, u64>,
    /// How often each two things were compared.
    checks: BTreeMap<&'static str, u64>,
    /// What differed; empty where all is well.
    failures: Vec<JsonFailure>,
    /// How long it took.
    seconds: f64,
}

/// A position where something differed.
#[derive(Serialize)]
struct JsonFailure {
    /// What was compared.
    check: &'static str,
    /// The seed of the game.
    seed: u64,
    /// The FEN from which the game began.
    start: String,
    /// The moves from there, as a UCI program takes them.
    moves: Vec<String>,
    /// The FEN of the position.
    fen: String,
    /// What it should be, in words.
    expected: String,
    /// What it is, in words.
    found: String,
}

fn json(settings: &Settings, report: &Report, seconds: f64) -> String {
    let failure = |failure: &Failure| JsonFailure {
        check: failure.mismatch.check.name(),
        seed: failure.seed,
        start: failure.start.to_string(),
        moves: moves(failure),
        fen: failure.board.to_string(),
        expected: failure.mismatch.expected.clone(),
        found: failure.mismatch.found.clone(),
    };
    let tally = &report.tally;
    to_json(&JsonReport {
        format: "ferz-selfcheck",
        version: 1,
        seed: settings.seed,
        seen: Seen::ALL
            .iter()
            .map(|&seen| (seen.name(), tally.seen(seen)))
            .collect(),
        checks: Check::ALL
            .iter()
            .map(|&check| (check.name(), tally.checked(check)))
            .collect(),
        failures: report.failures.iter().map(failure).collect(),
        seconds,
    })
}

#[cfg(test)]
mod tests {
    use ferz::chess::{Board, Move, MoveKind, Square};
    use ferz::tools::selfcheck::Mismatch;

    use super::*;

    const SETTINGS: Settings = Settings {
        games: 1,
        seed: 7,
        threads: 1,
        most_failures: MOST_FAILURES,
    };

    /// What an error would look like; the program has none to show.
    fn failed() -> Report {
        let (start, mv) = (
            Board::default(),
            Move::new(Square::E2, Square::E4, MoveKind::DoublePawnPush),
        );
        let failure = Failure {
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
        Report {
            failures: vec![failure],
            ..Report::default()
        }
    }

    #[test]
    fn a_failure_is_told_with_the_way_to_repeat_it() {
        let text = text(&SETTINGS, &failed(), 1.25);
        let expected = "
legal-moves: the legal moves: those of the reference generator
  position  rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
  expected  20 moves; only here a7a6 (Quiet)
  found     19 moves; only here nothing
  start     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
  moves     e2e4
  again by  ferz selfcheck --seed 7 --games 1

1 failure, after 1.2 s
";
        assert!(text.ends_with(expected), "{text}");
    }

    #[test]
    fn a_failure_has_its_place_in_json() {
        let line = json(&SETTINGS, &failed(), 1.25);
        let value: serde_json::Value = serde_json::from_str(&line).expect("it is JSON");
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
