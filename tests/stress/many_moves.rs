//! Positions with the most legal moves.

use std::time::Instant;

use crate::session::Session;
use crate::{MOST_MOVES, assert_is_legal, board, count, median, millis};

/// Positions with 218 legal moves, and positions with nine or more queens of one color.
const MANY_MOVES: [&str; 7] = [
    MOST_MOVES,
    "r6r/3q4/1q4q1/4q3/2q4q/q4q2/PP1q4/KbnN1kb1 b - - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "k7/qqqqqqqq/q7/8/8/7Q/QQQQQQQQ/7K w - - 0 1",
    "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
    "q1q1q1q1/1q1q1q1q/k6q/8/8/K6Q/1Q1Q1Q1Q/Q1Q1Q1Q1 b - - 0 1",
    "rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w KQkq - 0 1",
];

#[test]
fn positions_with_the_most_moves_and_queens_are_searched_in_time() {
    for multi_pv in [1, 256] {
        // Some positions have such a short mate that the search completes all depths early.
        for (go, max_millis) in [
            ("go movetime 100", 250),
            ("go wtime 100 btime 100", 150),
            ("go wtime 100 btime 100 winc 10 binc 10 movestogo 1", 200),
            ("go infinite\nstop", 100),
        ] {
            let mut times = Vec::new();
            let mut session = Session::start();
            session.send(&format!("setoption name MultiPV value {multi_pv}"));
            for fen in MANY_MOVES {
                session.ask(&format!("ucinewgame\nposition fen {fen}"));
                let started = Instant::now();
                let output = session.search(go);
                times.push(started.elapsed());
                assert_is_legal(&output[output.len() - 1], &board(fen));
            }
            let time = median(times.clone());
            assert!(
                time < millis(max_millis),
                "MultiPV {multi_pv}, {go}: {times:?}"
            );
        }
    }
}

#[test]
fn a_stop_in_positions_with_the_most_moves_ends_the_search_promptly() {
    for (threads, multi_pv) in [(1, 1), (1, 256), (4, 256)] {
        let mut session = Session::start();
        session.send(&format!("setoption name Threads value {threads}"));
        session.send(&format!("setoption name MultiPV value {multi_pv}"));
        let mut times = Vec::new();
        for fen in MANY_MOVES {
            session.send(&format!("position fen {fen}\ngo infinite"));
            session.lines_within(millis(80));
            let started = Instant::now();
            let output = session.search("stop");
            times.push(started.elapsed());
            assert_is_legal(&output[output.len() - 1], &board(fen));
        }
        let time = median(times.clone());
        assert!(time < millis(100), "{threads}, {multi_pv}: {times:?}");
    }
}

#[test]
fn multipv_256_prints_a_line_for_each_of_218_moves() {
    let mut session = Session::start();
    let lines = session.search(&format!(
        "setoption name MultiPV value 256\nposition fen {}\ngo depth 1",
        MOST_MOVES
    ));
    assert_eq!(count(&lines, "info depth 1 "), 218);
}
