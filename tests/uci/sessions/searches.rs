//! The output of searches.

use crate::KIWIPETE;
use crate::output::{Info, game, search};
use crate::session::Session;

/// Positions for searches. In many of them, variations reach the end of the game.
const SEARCH_POSITIONS: [&str; 14] = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
    KIWIPETE,
    // The knights return to their squares, so many moves repeat a position.
    "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3",
    // A perpetual check.
    "fen 6k1/5ppp/8/8/8/7q/8/Q5K1 b - - 0 1",
    // The fifty-move rule is about to end the game.
    "fen 8/8/4k3/8/8/3QK3/8/8 w - - 97 80",
    "fen 4k3/8/8/8/8/8/4P3/4K2R w K - 98 80",
    // Mates and stalemates are only a few plies away.
    "fen 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1",
    "fen 8/8/8/8/8/5k2/5p2/5K2 b - - 0 1",
    "fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    // Promotions.
    "fen 8/P5k1/8/8/8/8/1p4K1/8 w - - 0 1",
    "fen n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    // En passant.
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    // One legal move.
    "fen k7/8/1K6/8/8/8/8/7R b - - 0 1",
];

#[test]
fn every_line_of_a_search_has_the_form_that_match_runners_expect() {
    let mut session = Session::start();
    for setup in SEARCH_POSITIONS {
        let searched = search(&mut session, setup, "go depth 4");
        assert!(searched.infos.iter().all(|info| info.multipv == Some(1)));
    }
}

#[test]
fn multipv_lines_of_one_depth_are_consecutive_and_best_first() {
    let mut session = Session::start();
    session.send("setoption name MultiPV value 4");
    for setup in SEARCH_POSITIONS {
        let searched = search(&mut session, setup, "go depth 4");
        let expected = game(setup).board().legal_moves().len().min(4);
        let last: Vec<&Info> = searched.infos.iter().rev().take(expected).collect();
        assert!(
            last.iter()
                .all(|info| info.depth == last[0].depth && info.multipv.is_some()),
            "{setup}: {last:?}"
        );
        assert_eq!(last[0].multipv, Some(expected as u64), "{setup}");
    }
    session.send("setoption name MultiPV value 1");
    let searched = search(&mut session, "startpos", "go depth 2");
    assert!(searched.infos.iter().all(|info| info.multipv == Some(1)));
}

#[test]
fn several_threads_print_lines_of_the_same_form() {
    let mut session = Session::start();
    session.send("setoption name Threads value 2");
    for setup in SEARCH_POSITIONS {
        search(&mut session, setup, "go depth 3");
    }
    session.send("setoption name MultiPV value 2");
    search(&mut session, KIWIPETE, "go depth 3");
    assert_eq!(session.quit().errors, "");
}

#[test]
fn the_last_line_of_an_interrupted_search_starts_with_the_best_move() {
    let mut session = Session::start();
    for multi_pv in [1, 3] {
        session.send(&format!("setoption name MultiPV value {multi_pv}"));
        for (i, setup) in SEARCH_POSITIONS.iter().enumerate() {
            for nodes in [1, 2, 50 + i, 1_500 + 300 * i] {
                search(&mut session, setup, &format!("go nodes {nodes}"));
            }
        }
    }
}

#[test]
fn wdl_is_printed_only_if_the_option_is_set() {
    let mut session = Session::start();
    let without = search(&mut session, "startpos", "go depth 2");
    assert!(without.infos.iter().all(|info| info.wdl.is_none()));
    session.send("setoption name UCI_ShowWDL value true");
    for (setup, likeliest) in [
        ("startpos", 1),
        ("fen 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", 0),
        ("fen 4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", 2),
    ] {
        for info in search(&mut session, setup, "go depth 2").infos {
            let chances = info.wdl.expect("UCI_ShowWDL is set");
            assert!(
                chances.iter().all(|&chance| chance <= chances[likeliest]),
                "{setup}: {info:?}"
            );
        }
    }
}

#[test]
fn a_search_without_legal_moves_answers_none_and_the_score_of_the_result() {
    for (fen, score) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "mate 0"),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "mate 0",
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        let mut session = Session::start();
        session.send(&format!("position fen {fen}"));
        for go in [
            "go depth 3",
            "go nodes 100",
            "go movetime 10",
            "go wtime 100 btime 100",
            "go mate 2",
            "setoption name MultiPV value 3\ngo depth 3",
            "setoption name Threads value 2\ngo depth 3",
        ] {
            let lines = session.search(go);
            let expected = [
                format!("info depth 0 score {score}"),
                "bestmove (none)".to_owned(),
            ];
            assert_eq!(lines, expected, "{fen}: {go}");
        }
    }
}

#[test]
fn output_is_valid_wherever_a_search_is_interrupted() {
    let mut session = Session::start();
    for (threads, multi_pv) in [(1, 1), (2, 1), (1, 3)] {
        session.send(&format!("setoption name Threads value {threads}"));
        session.send(&format!("setoption name MultiPV value {multi_pv}"));
        for (i, setup) in SEARCH_POSITIONS.iter().enumerate() {
            for nodes in [3_000 + 500 * i, 20_000 + 3_000 * i] {
                search(&mut session, setup, &format!("go nodes {nodes}"));
            }
        }
    }
}
