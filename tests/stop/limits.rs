//! Tests of infinite searches and of limits that cannot be parsed.

use crate::session::Session;
use crate::{FORCED, MATE_IN_1, MATED, STALEMATED, assert_goes_on, best_move_after, count};

#[test]
fn an_infinite_search_does_not_end_by_itself() {
    for (position, go) in [
        ("position startpos", "go"),
        ("position startpos", "go infinite"),
        ("position startpos", "go infinite depth"),
        ("position startpos moves e2e4", "go searchmoves e7e5"),
        ("position startpos", "go depth 2 infinite"),
        ("position startpos", "go infinite movetime 10"),
        ("position startpos", "go infinite wtime 20 btime 20"),
        ("position startpos", "go infinite wtime 0 btime 0"),
        (MATE_IN_1, "go infinite mate 1"),
        (MATE_IN_1, "go infinite depth 3"),
        (FORCED, "go infinite depth 1"),
        (FORCED, "go infinite wtime 20 btime 20"),
        (MATED, "go infinite"),
        (MATED, "go infinite depth 2 movetime 10"),
        (STALEMATED, "go infinite"),
    ] {
        let mut session = Session::start();
        session.send(&format!("{position}\n{go}"));
        assert_goes_on(&mut session, &format!("{position}: {go}"));
        best_move_after(&mut session, "stop");
    }
}

#[test]
fn an_infinite_search_does_not_end_at_a_node_limit() {
    let mut session = Session::start();
    session.send("go infinite nodes 100");
    assert_goes_on(&mut session, "go infinite nodes 100");
    best_move_after(&mut session, "stop");
}

#[test]
fn an_infinite_search_does_not_end_with_limited_strength() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true\ngo infinite");
    assert_goes_on(&mut session, "go infinite with UCI_LimitStrength");
    best_move_after(&mut session, "stop");
}

#[test]
fn a_clock_of_the_other_side_alone_limits_the_search() {
    let mut session = Session::start();
    for (position, go, side, other) in [
        (
            "position startpos",
            "go btime 300 binc 10",
            "white",
            "black",
        ),
        (
            "position startpos moves e2e4",
            "go wtime 300",
            "black",
            "white",
        ),
    ] {
        session.send(position);
        let lines = session.search(go);
        let note = format!(
            "info string go: found no clock for {side}; using the clock of {other} for both sides"
        );
        assert!(lines.contains(&note), "{lines:?}");
    }
    // The search has another limit, or it does not end by itself.
    let lines = session.search("go depth 3 wtime 300");
    assert!(
        !lines.iter().any(|line| line.contains("clock")),
        "{lines:?}"
    );
    session.send("go infinite wtime 20");
    assert_goes_on(&mut session, "go infinite wtime 20");
    best_move_after(&mut session, "stop");
}

#[test]
fn a_go_with_only_invalid_limits_is_answered_at_once() {
    let mut session = Session::start();
    for go in [
        "go depth",
        "go depth five",
        "go 5",
        "go movetime",
        "go searchmoves e2e4 depth",
        "go winc 5 movestogo x",
    ] {
        best_move_after(&mut session, go);
    }
    // While pondering, the search goes on whatever its limits are.
    session.send("go ponder depth");
    assert_goes_on(&mut session, "go ponder depth");
    best_move_after(&mut session, "ponderhit");
}

#[test]
fn an_invalid_clock_of_the_side_to_move_is_not_replaced_by_the_other() {
    let mut session = Session::start();
    for (position, go, is_short) in [
        ("position startpos", "go wtime btime 60000", true),
        ("position startpos moves e2e4", "go btime wtime 200", true),
        // Only the clock of the other side is invalid.
        ("position startpos moves e2e4", "go wtime btime 200", false),
    ] {
        session.send(position);
        let lines = session.search(go);
        let notes = count(&lines, "info string go: found no valid limit; ");
        assert_eq!(notes, usize::from(is_short), "{go}: {lines:?}");
    }
}
