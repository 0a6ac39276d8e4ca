//! Tests that the selfcheck passes, and that it finds deliberate errors in a move generator.

#![allow(clippy::unwrap_used, reason = "these are tests")]

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/common/session.rs"]
mod session;

use common::Diagram;
use common::broken::{Broken, Variant};
use ferz::chess::mailbox::Mailbox;
use ferz::chess::{Board, Move};
use ferz::perft::KIWIPETE;
use ferz_lab::selfcheck::{Check, Failure, Occurrence, Reference, Report, check};
use session::command_line;

/// Returns the moves that are in exactly one of the lists.
fn only_in_one(a: &[Move], b: &[Move]) -> String {
    let in_a = a.iter().filter(|mv| !b.contains(mv));
    let in_b = b.iter().filter(|mv| !a.contains(mv));
    let mut names: Vec<String> = in_a.chain(in_b).map(ToString::to_string).collect();
    names.sort_unstable();
    names.join(" ")
}

/// Plays `moves`, and then compares the list of the broken generator with the legal moves. Asserts
/// that exactly the `expected` moves are in only one of the two lists.
#[track_caller]
fn assert_differs(variant: Variant, drawing: &str, moves: &str, expected: &str) {
    let start = Diagram::parse(drawing).board();
    let mut broken = Broken::new(&start, Some(variant));
    let mut board = start;
    for name in moves.split_whitespace() {
        let mv = common::find_move(&board, name);
        broken = broken.make_move(mv);
        board = board.after(mv);
    }
    let differing = only_in_one(&broken.legal_moves(), &board.legal_moves());
    assert_eq!(differing, expected, "{}: {board:?}", variant.name());
}

#[test]
fn each_broken_generator_differs_only_in_the_moves_of_its_rule() {
    assert_differs(
        Variant::EnPassantPin,
        "b - -
         . . . . . . . k
         . . . p . . . .
         . . . . . . . .
         K . . . P . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
        "d7d5",
        "e5d6",
    );
    assert_differs(
        Variant::CastlingThroughCheck,
        "w KQ -
         . . . r . . r k
         . . . . . . . p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         R . . . K . . R",
        "",
        "e1c1",
    );
    assert_differs(
        Variant::CastlingRightsOfCapturedRook,
        "b KQ -
         . . . . . . . k
         . b . . . . . p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         R . . . K . . R",
        "b7h1 e1e2 h1d5 e2e1",
        "",
    );
    assert_differs(
        Variant::CastlingRightsOfCapturedRook,
        "b KQ -
         . . . . . . . k
         . b . . . . . p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         P . . . . . . .
         R . . . K . . R",
        "b7h1 a2a3 h1d5",
        "e1g1",
    );
    assert_differs(
        Variant::CastlingOutOfCheck,
        "w KQ -
         . . . . r . r k
         . . . . . . . p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         R . . . K . . R",
        "",
        "e1c1",
    );
    assert_differs(
        Variant::PinnedKnight,
        "w - -
         . . . . r . . k
         . . . . . . . p
         . . . . . . . .
         . . . . . . . .
         b . . . . . . .
         . . . . N . . .
         . . . . . . . .
         R . . . K . . R",
        "",
        "e3c2 e3c4 e3d1 e3d5 e3f1 e3f5 e3g2 e3g4",
    );
    assert_differs(
        Variant::DoublePushOverPiece,
        "w - -
         . . . . . . . k
         . . . . . . . p
         . . . . . . . .
         . . . . . . . .
         . . n . . . . .
         . p n N . . . .
         P P P P . . . .
         R . . . K . . R",
        "",
        "b2b4 d2d4",
    );
    assert_differs(
        Variant::ThreePromotions,
        "w - -
         . . n . . . . k
         . . . P . . . p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         R . . . K . . R",
        "",
        "d7c8b d7d8b",
    );
    assert_differs(
        Variant::DoubleCheckBlock,
        "w - -
         . . . . r . . k
         . . . . . . . p
         . . . . . . . .
         . . . . . . . .
         Q b . . . . . .
         . . . . . . . .
         R . . . . . . .
         . . . . K . . .",
        "",
        "a2d2 a2e2 a4b4 a4e8",
    );
}

#[test]
fn the_broken_generator_without_a_bug_equals_the_reference() {
    let board: Board = KIWIPETE.parse().unwrap();
    assert_eq!(
        Broken::new(&board, None).perft(3),
        Mailbox::from(&board).perft(3)
    );
    for variant in Variant::EARLY {
        assert_eq!(Variant::from_name(variant.name()), Some(variant));
    }
}

impl Reference for Broken {
    fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves()
    }

    fn make_move(&self, mv: Move) -> Self {
        self.make_move(mv)
    }

    fn mailbox(&self) -> &Mailbox {
        &self.mailbox
    }
}

/// A seed for which ten random games reveal the error of each variant in [`Variant::EARLY`].
const SEED: u64 = 395;

/// Runs the selfcheck with this variant as the reference.
fn check_against(variant: Option<Variant>, threads: usize, games: u64) -> Report {
    let reference = |board: &Board| Broken::new(board, variant);
    check(SEED, games, threads, reference, |_| {})
}

#[test]
fn the_generator_passes_and_every_comparison_is_made() {
    let report = check(1, 30, 2, |board| Mailbox::from(board), |_| {});
    assert_eq!(report.failures, []);
    let seen = |occurrence: Occurrence| report.seen[occurrence as usize];
    for &check in Check::ALL {
        let times = match check {
            Check::Fen => 2 * seen(Occurrence::Positions),
            Check::Board | Check::Keys | Check::Checkers | Check::Unmake => seen(Occurrence::Moves),
            _ => seen(Occurrence::Positions),
        };
        assert_eq!(report.checks[check as usize], times, "{check:?}");
    }
    assert_eq!(seen(Occurrence::Games), 30);
    assert!(seen(Occurrence::Positions) > 3000);
    for &kind in Occurrence::ALL {
        // Stalemate occurs only once in hundreds of games.
        assert!(seen(kind) > 0 || kind == Occurrence::Stalemates, "{kind:?}");
    }
}

#[test]
fn every_deliberate_error_is_found() {
    for variant in Variant::EARLY {
        let report = check_against(Some(variant), 2, 10);
        let positions = report.seen[Occurrence::Positions as usize];
        println!("{}: {positions} positions", variant.name());
        let failure = &report.failures[0];
        // The moves lead to the position of the mismatch.
        let mut board: Board = failure.start.parse().unwrap();
        let mut broken = Broken::new(&board, Some(variant));
        for name in &failure.moves {
            let mv = common::find_move(&board, name);
            board = board.after(mv);
            broken = broken.make_move(mv);
        }
        assert_eq!(board.to_string(), failure.fen);
        let differ = !only_in_one(&broken.legal_moves(), &board.legal_moves()).is_empty();
        let expected = if differ {
            Check::LegalMoves
        } else {
            Check::Board
        };
        assert_eq!(failure.check, expected, "{failure:?}");
        // Only these comparisons use the reference, so no other may fail.
        let uses_reference =
            |found: &Failure| [Check::LegalMoves, Check::Board].contains(&found.check);
        assert!(report.failures.iter().all(uses_reference), "{report:?}");
        if variant == Variant::CastlingRightsOfCapturedRook {
            let (of_reference, of_board) = (&failure.expected, &failure.found);
            let right = "; only here castling right of the rook on ";
            assert!(of_reference.contains(right), "{failure:?}");
            assert!(of_board.ends_with("; only here nothing"), "{failure:?}");
        }
    }
}

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    for (variant, games) in [(None, 4), (Some(Variant::ThreePromotions), 10)] {
        let report = check_against(variant, 1, games);
        for threads in [2, 5] {
            let other = check_against(variant, threads, games);
            assert_eq!(other, report, "{threads} threads");
        }
    }
}

#[test]
fn one_game_with_the_seed_of_a_failure_reproduces_it() {
    let variant = Some(Variant::EnPassantPin);
    let failure = check_against(variant, 2, 10).failures.remove(0);
    let reference = |board: &Board| Broken::new(board, variant);
    let again = check(failure.seed, 1, 1, reference, |_| {});
    assert_eq!(again.failures[0], failure);
}

#[test]
fn the_command_prints_the_numbers_of_comparisons() {
    let ended = command_line(&["selfcheck", "--games", "3", "--seed", "7"]);
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert_eq!(ended.errors, "");
    assert_eq!(ended.lines[0], "random games from seed 7");
    let report = check(7, 3, 1, |board| Mailbox::from(board), |_| {});
    let seen = Occurrence::ALL.iter().map(|kind| kind.description());
    let checks = Check::ALL.iter().map(|check| check.description());
    let seen = report.seen.iter().zip(seen);
    let checks = report.checks.iter().zip(checks);
    for (times, description) in seen.chain(checks) {
        let line = format!("{times:>12} {description}");
        assert!(ended.lines.contains(&line), "{line}");
    }
    assert!(
        ended
            .lines
            .last()
            .unwrap()
            .starts_with("all comparisons agree, after ")
    );
}

#[test]
fn the_command_prints_the_report_as_json() {
    let ended = command_line(&["selfcheck", "--games", "2", "--threads", "2", "--json"]);
    assert_eq!((ended.status, ended.lines.len()), (Some(0), 1), "{ended:?}");
    let report: serde_json::Value = serde_json::from_str(&ended.lines[0]).unwrap();
    assert_eq!(report["format"], "ferz-selfcheck");
    assert_eq!(report["version"], 1);
    assert_eq!(report["seed"], 1);
    assert_eq!(report["seen"]["games"], 2);
    assert_eq!(report["failures"], serde_json::json!([]));
    assert!(report["seconds"].as_f64().unwrap() > 0.0);
    for &check in Check::ALL {
        assert!(
            report["checks"][check.name()].as_u64().unwrap() > 0,
            "{check:?}"
        );
    }
}

#[test]
fn invalid_arguments_are_errors() {
    for arguments in [
        ["--games", "0"],
        ["--games", "many"],
        ["--threads", "0"],
        ["--seed", "one"],
        ["--speed", "1"],
    ] {
        let ended = command_line(&["selfcheck", arguments[0], arguments[1]]);
        assert_eq!(
            (ended.status, ended.lines),
            (Some(2), vec![]),
            "{arguments:?}"
        );
        assert!(ended.errors.contains(arguments[0]), "{}", ended.errors);
    }
}
