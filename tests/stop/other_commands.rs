//! Tests of other commands during a search.

use std::time::Instant;

use crate::session::Session;
use crate::{
    FORCED, MAX_READY_TIME, assert_goes_on, best_move_after, count, millis, time_to_be_ready,
};

#[test]
fn a_go_during_a_search_ends_it_and_starts_another() {
    let mut session = Session::start();
    session.send("position startpos\ngo infinite");
    session.lines_to("info depth 2 ");
    session.send(&format!("{FORCED}\ngo depth 2"));
    let first = session.lines_to("bestmove").pop().expect("a best move");
    assert_ne!(first, "bestmove a8b8");
    let second = session.lines_to("bestmove");
    assert!(
        second
            .last()
            .is_some_and(|line| line.starts_with("bestmove a8b8")),
        "{second:?}"
    );
    session.assert_settled();
    session.send("go ponder\ngo infinite\ngo depth 1\ngo ponder\ngo depth 1");
    for _ in 0..5 {
        session.lines_to("bestmove");
    }
    assert_eq!(session.quit().best_moves().len(), 7);
}

#[test]
fn a_position_set_during_a_search_applies_to_the_next_search() {
    let mut session = Session::start();
    session.send(&format!("{FORCED}\ngo infinite"));
    let lines = session.ask("position startpos moves e2e4");
    assert_eq!(count(&lines, "bestmove"), 0);
    let shown = session.ask("d");
    let fen = "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert!(shown.iter().any(|line| line == fen), "{shown:?}");
    assert_goes_on(&mut session, "the search of the old position");
    assert!(best_move_after(&mut session, "stop").starts_with("bestmove a8b8"));
    assert_ne!(best_move_after(&mut session, "go depth 1"), "bestmove a8b8");
}

#[test]
fn ucinewgame_does_not_end_a_search() {
    let mut session = Session::start();
    session.send("go infinite\nucinewgame");
    assert_goes_on(&mut session, "go infinite before ucinewgame");
    best_move_after(&mut session, "stop");
    best_move_after(&mut session, "ucinewgame\ngo depth 2");
}

#[test]
fn options_set_during_a_search_take_effect_after_it() {
    let mut session = Session::start();
    session.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo infinite");
    for option in [
        "MultiPV value 3",
        "UCI_ShowWDL value true",
        "UCI_Chess960 value true",
        "Threads value 2",
        "Hash value 32",
    ] {
        session.send(&format!(
            "setoption name {option}\nsetoption name Clear Hash"
        ));
        let mut lines = session.lines_within(millis(20));
        lines.extend(session.settle());
        for line in lines {
            assert!(line.starts_with("info depth "), "{option}: {line}");
            let effects = [" multipv 2 ", " wdl ", "e1h1", "e1a1"];
            assert!(
                !effects.iter().any(|text| line.contains(text)),
                "{option}: {line}"
            );
        }
    }
    best_move_after(&mut session, "stop");
    let lines = session.search("go depth 2 searchmoves e1g1 e1c1");
    assert!(
        lines.iter().any(|line| line.contains(" multipv 2 ")),
        "{lines:?}"
    );
    assert!(lines[0].contains(" wdl "), "{lines:?}");
    assert!(
        lines[0].contains(" e1h1") || lines[0].contains(" e1a1"),
        "{lines:?}"
    );
}

#[test]
fn queries_are_answered_at_once_during_a_search() {
    for threads in [1, 3] {
        let mut session = Session::start();
        session.send(&format!("setoption name Threads value {threads}"));
        for running in ["go infinite", "go ponder wtime 1000 btime 1000"] {
            session.send(running);
            session.lines_within(millis(30));
            let time = time_to_be_ready(&mut session);
            assert!(time < MAX_READY_TIME, "{running}: {time:?}");
            for (query, answer) in [("uci", "uciok"), ("d", "Checkers"), ("eval", "Score")] {
                let started = Instant::now();
                session.send(query);
                session.lines_to(answer);
                let took = started.elapsed();
                assert!(took < 5 * MAX_READY_TIME, "{running}: {query}: {took:?}");
            }
        }
    }
}
