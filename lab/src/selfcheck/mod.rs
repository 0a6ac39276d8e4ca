//! `ferz-lab selfcheck`: random games in which the move generator is compared with the reference
//! generator, and with itself.
//!
//! Perft finds errors in the trees of a few chosen positions. Random games reach many others.

mod game;
mod inspection;
mod report;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Error, Result};
use ferz::chess::Board;
use ferz::chess::mailbox::Mailbox;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, Threads, exit_status, number, print};
use ferz::support::work_queue::map_in_order;

pub use inspection::{Check, Reference};
use report::MAX_FAILURES;
pub use report::{Failure, Occurrence, Report};

use crate::self_play::useful_threads;

/// Compare the move generator with the mailbox generator in random games
///
/// Plays random games from the initial position and from starting positions of Chess960 and
/// double Fischer random. In every position, compares the results of two generators, and other
/// pairs of values that must be equal. Prints the number of comparisons, and the first
/// position of a game with a difference, with the moves that led to it. The exit status is 0 if
/// nothing differs, 1 if something differs, 2 if the result cannot be written.
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
    map_in_order(
        0..games,
        vec![(); useful_threads(threads, games)],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfcheck::inspection::{Inspection, Mismatch};
    use ferz::chess::{Move, Position};

    /// Returns the mismatches for this list of moves, correct or not.
    fn mismatches_of(board: &Board, moves: &[Move]) -> Vec<Mismatch> {
        let mut inspection = Inspection::new(board, moves);
        inspection.compare_all(&mut Position::new(*board), &Mailbox::from(board));
        inspection.mismatches
    }

    #[test]
    fn a_missing_move_is_found_by_every_comparison() {
        let (start, list) = (Board::default(), Board::default().legal_moves());
        assert_eq!(mismatches_of(&start, &list), []);
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
        let mismatches = mismatches_of(&start, &list[1..]);
        let parts = mismatches.iter().map(|m| (m.check, &m.expected, &m.found));
        assert_eq!(Vec::from_iter(parts), expected);
    }

    #[test]
    fn a_missing_only_move_and_a_repeated_move_are_found() {
        let [mated, one_move] = ["7k/8/8/8/8/8/r7/q6K w - -", "7k/8/8/8/8/8/8/q6K w - -"]
            .map(|fen| fen.parse().expect("a valid FEN"));
        assert_eq!(mismatches_of(&mated, &[]), []);
        let any_move = |mismatch: &Mismatch| mismatch.check == Check::AnyMove;
        assert!(mismatches_of(&one_move, &[]).iter().any(any_move));
        let mut list = Board::default().legal_moves();
        list.push(list[0]);
        assert_eq!(
            mismatches_of(&Board::default(), &list)[0].check,
            Check::LegalMoves
        );
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
legal-moves: legal moves = those of the mailbox generator
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
        let objects = serde_json::json!([{
            "check": "legal-moves", "seed": 7, "start": start, "moves": ["e2e4"], "fen": fen,
            "expected": "20 moves; only here a7a6 (Quiet)", "found": "19 moves; only here nothing",
        }]);
        assert_eq!(json["failures"], objects);
    }
}
