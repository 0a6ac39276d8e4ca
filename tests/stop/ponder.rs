//! Tests of `go ponder` and `ponderhit`.

use std::time::Instant;

use crate::session::Session;
use crate::{FORCED, MATE_IN_1, MATED, assert_goes_on, best_move_after, millis, without_time};

#[test]
fn a_pondering_search_does_not_end_by_itself() {
    for (position, go) in [
        ("position startpos", "go ponder"),
        ("position startpos", "go ponder wtime 20 btime 20"),
        ("position startpos", "go wtime 0 btime 0 ponder"),
        ("position startpos", "go ponder movetime 10"),
        ("position startpos", "go ponder depth 2"),
        (MATE_IN_1, "go ponder mate 1 wtime 1000 btime 1000"),
        (FORCED, "go ponder wtime 1000 btime 1000"),
        (MATED, "go ponder wtime 1000 btime 1000"),
    ] {
        for end in ["stop", "ponderhit\nstop"] {
            let mut session = Session::start();
            session.send(&format!("{position}\n{go}"));
            assert_goes_on(&mut session, &format!("{position}: {go}"));
            best_move_after(&mut session, end);
        }
    }
}

#[test]
fn a_pondering_search_does_not_end_at_a_node_limit() {
    let mut session = Session::start();
    session.send("go ponder nodes 100");
    assert_goes_on(&mut session, "go ponder nodes 100");
    best_move_after(&mut session, "ponderhit");
}

#[test]
fn a_pondering_search_does_not_end_with_limited_strength() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true");
    session.send("go ponder wtime 60000 btime 60000");
    assert_goes_on(&mut session, "go ponder with UCI_LimitStrength");
    best_move_after(&mut session, "ponderhit");
}

#[test]
fn the_limits_apply_from_the_ponderhit_on() {
    for (position, go) in [
        ("position startpos", "go ponder wtime 1000 btime 1000"),
        (
            "position startpos moves e2e4",
            "go ponder wtime 1 btime 1000 winc 5 binc 5",
        ),
        ("position startpos", "go ponder movetime 100"),
        ("position startpos", "go ponder depth 2"),
        (MATE_IN_1, "go ponder mate 1"),
        (MATE_IN_1, "go ponder wtime 60000 btime 60000"),
        (FORCED, "go ponder wtime 60000 btime 60000"),
        (MATED, "go ponder wtime 60000 btime 60000"),
    ] {
        let mut session = Session::start();
        session.send(&format!("{position}\n{go}"));
        assert_goes_on(&mut session, go);
        // The second ponderhit has no effect.
        best_move_after(&mut session, "ponderhit\nponderhit");
    }
}

#[test]
fn the_move_time_starts_at_the_ponderhit() {
    let mut session = Session::start();
    session.send("go ponder movetime 300");
    session.lines_within(millis(350));
    let started = Instant::now();
    session.search("ponderhit");
    let took = started.elapsed();
    assert!((millis(200)..millis(900)).contains(&took), "{took:?}");
}

#[test]
fn a_ponderhit_ends_a_search_that_has_used_its_time() {
    let mut session = Session::start();
    // The king has one legal move. At the ponderhit, an iteration already takes long, and the
    // search must not wait for its end.
    session.send(&format!("{FORCED}\ngo ponder wtime 600000 btime 600000"));
    session.lines_within(millis(1500));
    best_move_after(&mut session, "ponderhit");
}

#[test]
fn a_ponderhit_after_the_last_iteration_repeats_the_last_info_line() {
    let mut session = Session::start();
    session.send(&format!("{MATE_IN_1}\ngo ponder wtime 60000 btime 60000"));
    // The search completes all depths in a moment; 240 is the highest.
    let last = session.lines_to("info depth 240 ").pop();
    session.settle();
    let lines = session.search("ponderhit");
    let [line, best] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert_eq!(
        without_time(line),
        without_time(&last.expect("a line of depth 240"))
    );
    assert!(line.contains(" score mate 1 "), "{line}");
    assert!(
        line.ends_with(" pv a1a8") && best == "bestmove a1a8",
        "{lines:?}"
    );
}

#[test]
fn a_ponderhit_right_after_go_is_never_lost() {
    let mut session = Session::start();
    for _ in 0..50 {
        session.search("go ponder depth 1\nponderhit");
        session.assert_settled();
    }
}

#[test]
fn a_ponderhit_has_no_effect_on_a_search_that_does_not_ponder_or_has_no_limits() {
    let mut session = Session::start();
    session.assert_silent("ponderhit");
    session.send("go infinite\nponderhit");
    assert_goes_on(&mut session, "go infinite");
    best_move_after(&mut session, "stop");
    session.send("go ponder\nponderhit");
    assert_goes_on(&mut session, "go ponder, ponderhit");
    best_move_after(&mut session, "stop");
}
