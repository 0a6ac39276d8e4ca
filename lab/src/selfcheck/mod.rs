//! `ferz-lab selfcheck`: random games in which the move generator is compared with the reference
//! generator, and with itself.
//!
//! Perft finds errors in the trees of a few chosen positions. Random games reach many others. See
//! <https://www.chessprogramming.org/Engine_Testing#bugs>.

mod game;
mod inspection;
mod report;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use ferz::chess::Board;
use ferz::chess::mailbox::Mailbox;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, Threads, number, print};
use ferz::support::work_queue::map_in_order;

pub use inspection::{Check, Reference};
use report::MAX_FAILURES;
pub use report::{Failure, Occurrence, Report};

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

/// Runs `ferz-lab selfcheck`.
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
        report.json(settings.seed, seconds)
    } else {
        report.text(settings.seed, seconds)
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
            report.add(played);
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

// Not in `inspection.rs`, because the tests of ferz include that file.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfcheck::inspection::{Inspection, Mismatch};
    use ferz::chess::{Move, Position};

    /// Returns the mismatches for this list of moves, correct or not.
    fn found(board: &Board, moves: &[Move], reference: &Board) -> Vec<Mismatch> {
        let mut inspection = Inspection::new(board, moves);
        inspection.compare_all(&mut Position::new(*board), &Mailbox::from(reference));
        inspection.mismatches
    }

    fn checks(mismatches: &[Mismatch]) -> Vec<Check> {
        mismatches.iter().map(|mismatch| mismatch.check).collect()
    }

    fn board(fen: &str) -> Board {
        fen.parse().expect("a valid FEN")
    }

    #[test]
    fn a_missing_move_is_found_by_every_comparison() {
        let (start, list) = (Board::default(), Board::default().legal_moves());
        assert_eq!(found(&start, &list, &start), []);
        let mismatches = found(&start, &list[1..], &start);
        let expected = [
            Check::LegalMoves,
            Check::CapturesAndQuiets,
            Check::PseudoLegal,
            Check::Count,
            Check::IsLegal,
        ];
        assert_eq!(checks(&mismatches), expected);
        // In the comparison with the reference, the list is the found value. In the others, it is
        // the expected value.
        let missing = format!("20 moves; only here {:?}", list[0]);
        let rest = "19 moves; only here nothing";
        let values = |i: usize| [&*mismatches[i].expected, &*mismatches[i].found];
        assert_eq!(values(0), [&*missing, rest]);
        let quiets = "captures: 0 moves; only here nothing; quiet moves: ";
        assert_eq!(
            values(1),
            [rest, &missing].map(|half| format!("{quiets}{half}"))
        );
        assert_eq!(values(2), [rest, &missing]);
        assert_eq!(values(3), ["19", "20"]);
        assert_eq!(values(4), [rest, &missing]);
    }

    #[test]
    fn a_missing_only_move_and_a_repeated_move_are_found() {
        let mated = board("7k/8/8/8/8/8/r7/q6K w - - 0 1");
        assert_eq!(found(&mated, &[], &mated), []);
        let one_move = board("7k/8/8/8/8/8/8/q6K w - - 0 1");
        assert!(checks(&found(&one_move, &[], &one_move)).contains(&Check::AnyMove));
        let (start, mut list) = (Board::default(), Board::default().legal_moves());
        list.push(list[0]);
        assert!(checks(&found(&start, &list, &start)).contains(&Check::LegalMoves));
    }

    #[test]
    fn a_reference_with_another_position_is_found_after_a_move() {
        let (start, other) = (
            Board::default(),
            board(&Board::START_FEN.replace("KQkq", "Kkq")),
        );
        let mismatches = found(&start, &start.legal_moves(), &other);
        let [only] = &mismatches[..] else {
            panic!("{mismatches:?}");
        };
        assert_eq!(only.check, Check::Board);
        let right = "only here castling right of the rook on a1";
        assert!(only.found.ends_with(right) && only.expected.ends_with("only here nothing"));
    }
}
