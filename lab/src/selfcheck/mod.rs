//! `ferz-lab selfcheck`: random games in which the move generator is compared with the reference
//! generator, and with itself.
//!
//! Perft finds errors in the trees of a few chosen positions. Random games reach many others. See
//! <https://www.chessprogramming.org/Engine_Testing#bugs>.

mod game;
mod inspection;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Error, Result};
use ferz::chess::Board;
use ferz::chess::mailbox::Mailbox;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, Threads, exit_status, number, print, to_json};
use ferz::support::work_queue::map_in_order;
use serde::{Serialize, Serializer};

use crate::support::add_counts;
use inspection::named_enum;
pub use inspection::{Check, Reference};

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

/// Runs `ferz-lab selfcheck`.
pub fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let started = Instant::now();
    let (seed, games, threads) = (arguments.seed, arguments.games, arguments.threads.number());
    let bar = ProgressBar::new("games");
    let show = |done| bar.show(done, games);
    let report = check(seed, games, threads, |board| Mailbox::from(board), show);
    drop(bar);
    let seconds = started.elapsed().as_secs_f64();
    print(&if arguments.json {
        report.json(seed, seconds)
    } else {
        report.text(seed, seconds)
    })
    .map_err(Error::msg)?;
    exit_status(!report.failures.is_empty(), 0).map_err(Error::msg)
}

/// Plays games, and compares the move generator with the reference that `reference` creates for
/// each starting position. The first game has this seed, and each later game the next one. Calls
/// `progress` with the number of finished games, from any of the threads.
///
/// A game ends at its first mismatch, because an error also affects later positions.
pub fn check<R: Reference>(
    seed: u64,
    games: u64,
    threads: usize,
    reference: impl Fn(&Board) -> R + Sync,
    progress: impl Fn(u64) + Sync,
) -> Report {
    let mut report = Report::default();
    let done = AtomicU64::new(0);
    let most = usize::try_from(games).unwrap_or(usize::MAX);
    map_in_order(
        0..games,
        vec![(); threads.min(most)],
        |(), game| {
            let played = game::play(seed.wrapping_add(game), &reference);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            Some(played)
        },
        |played| {
            report.add(played);
            // The games arrive in order, so the report does not depend on the number of threads.
            match report.failures.len() {
                ..MAX_FAILURES => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        },
    );
    report
}

/// Number of failures after which no more games are played: further failures would probably have
/// the same cause.
const MAX_FAILURES: usize = 10;

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
    fn add(&mut self, other: Self) {
        add_counts(&mut self.seen, &other.seen);
        add_counts(&mut self.checks, &other.checks);
        self.failures.extend(other.failures);
    }

    /// Formats the counts, then each failure, then the number of failures.
    fn text(&self, seed: u64, seconds: f64) -> String {
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
    fn json(&self, seed: u64, seconds: f64) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfcheck::inspection::{Inspection, Mismatch};
    use ferz::chess::{Move, Position};

    /// Returns the mismatches for this list of moves, correct or not.
    fn found(board: &Board, moves: &[Move]) -> Vec<Mismatch> {
        let mut inspection = Inspection::new(board, moves);
        inspection.compare_all(&mut Position::new(*board), &Mailbox::from(board));
        inspection.mismatches
    }

    #[test]
    fn a_missing_move_is_found_by_every_comparison() {
        let (start, list) = (Board::default(), Board::default().legal_moves());
        assert_eq!(found(&start, &list), []);
        // In the comparison with the reference, the list is the found value. In the others, it is
        // the expected value.
        let (missing, rest) = (
            format!("20 moves; only here {:?}", list[0]),
            "19 moves; only here nothing".to_owned(),
        );
        let quiet =
            |moves: &str| format!("captures: 0 moves; only here nothing; quiet moves: {moves}");
        let expected = [
            (Check::LegalMoves, &missing, &rest),
            (Check::CapturesAndQuiets, &quiet(&rest), &quiet(&missing)),
            (Check::PseudoLegal, &rest, &missing),
            (Check::Count, &"19".to_owned(), &"20".to_owned()),
            (Check::IsLegal, &rest, &missing),
        ];
        let mismatches = found(&start, &list[1..]);
        let parts = mismatches.iter().map(|m| (m.check, &m.expected, &m.found));
        assert_eq!(Vec::from_iter(parts), expected);
    }

    #[test]
    fn a_missing_only_move_and_a_repeated_move_are_found() {
        let [mated, one_move] = ["7k/8/8/8/8/8/r7/q6K w - -", "7k/8/8/8/8/8/8/q6K w - -"]
            .map(|fen| fen.parse().expect("a valid FEN"));
        assert_eq!(found(&mated, &[]), []);
        let any_move = |mismatch: &Mismatch| mismatch.check == Check::AnyMove;
        assert!(found(&one_move, &[]).iter().any(any_move));
        let mut list = Board::default().legal_moves();
        list.push(list[0]);
        assert_eq!(found(&Board::default(), &list)[0].check, Check::LegalMoves);
    }

    #[test]
    fn a_failure_is_printed_with_a_command_that_reproduces_it() {
        // A failure like one that a bug in the move generator would cause.
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let failure = Failure {
            check: Check::LegalMoves,
            seed: 7,
            start: start.to_owned(),
            moves: vec!["e2e4".to_owned()],
            fen: fen.to_owned(),
            expected: "20 moves; only here a7a6 (Quiet)".to_owned(),
            found: "19 moves; only here nothing".to_owned(),
        };
        let report = Report {
            failures: vec![failure],
            ..Report::default()
        };
        let expected = format!(
            "
legal-moves: legal moves = those of the reference generator
  position  {fen}
  expected  20 moves; only here a7a6 (Quiet)
  found     19 moves; only here nothing
  start     {start}
  moves     e2e4
  reproduce ferz-lab selfcheck --seed 7 --games 1

1 failure, after 1.2 s
"
        );
        let text = report.text(7, 1.25);
        assert!(text.ends_with(&expected), "{text}");
        let json: serde_json::Value =
            serde_json::from_str(&report.json(7, 1.25)).expect("valid JSON");
        let expected = serde_json::json!([{
            "check": "legal-moves", "seed": 7, "start": start, "moves": ["e2e4"], "fen": fen,
            "expected": "20 moves; only here a7a6 (Quiet)", "found": "19 moves; only here nothing",
        }]);
        assert_eq!(json["failures"], expected);
    }
}
