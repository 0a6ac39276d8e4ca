//! `go ponder` and `ponderhit`.

use std::time::Instant;

use crate::session::Session;
use crate::{FORCED, MATE_IN_1, MATED, assert_goes_on, best_move_after, millis};

#[test]
fn a_search_on_the_opponents_time_does_not_end_by_itself() {
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
fn a_search_on_the_opponents_time_does_not_end_when_it_has_visited_so_many_nodes() {
    let mut session = Session::start();
    session.send("go ponder nodes 100");
    assert_goes_on(&mut session, "go ponder nodes 100");
    best_move_after(&mut session, "ponderhit");
}

#[test]
fn a_search_on_the_opponents_time_does_not_end_where_the_playing_strength_is_limited() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true");
    session.send("go ponder wtime 60000 btime 60000");
    assert_goes_on(&mut session, "go ponder with UCI_LimitStrength");
    best_move_after(&mut session, "ponderhit");
}

#[test]
fn when_the_opponent_plays_the_move_expected_the_limits_begin_to_hold() {
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
        // Nothing but a ponderhit ends it; the second one has nothing to do.
        best_move_after(&mut session, "ponderhit\nponderhit");
    }
}

#[test]
fn the_time_spent_on_the_opponents_move_is_not_counted() {
    let mut session = Session::start();
    session.send("go ponder movetime 300");
    session.lines_within(millis(350));
    let started = Instant::now();
    session.search("ponderhit");
    let took = started.elapsed();
    assert!((millis(200)..millis(900)).contains(&took), "{took:?}");
}

#[test]
fn what_was_thought_on_the_opponents_time_need_not_be_thought_again() {
    let mut session = Session::start();
    // The king has one move. When that is played, iterations take long already, and the
    // present one must not be waited for.
    session.send(&format!("{FORCED}\ngo ponder wtime 600000 btime 600000"));
    session.lines_within(millis(1500));
    best_move_after(&mut session, "ponderhit");
}

#[test]
fn the_score_is_told_again_behind_a_ponderhit_that_finds_nothing_left_to_search() {
    let mut session = Session::start();
    session.send(&format!("{MATE_IN_1}\ngo ponder wtime 60000 btime 60000"));
    // All depths are done in a moment.
    session.lines_to("info depth 240 ");
    session.settle();
    let lines = session.search("ponderhit");
    let [line, best] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert!(
        line.starts_with("info depth 240 ") && line.contains(" score mate 1 "),
        "{line}"
    );
    assert!(
        line.ends_with(" pv a1a8") && best == "bestmove a1a8",
        "{lines:?}"
    );
}

#[test]
fn a_ponderhit_right_behind_go_is_never_lost() {
    let mut session = Session::start();
    for _ in 0..50 {
        session.search("go ponder depth 1\nponderhit");
        assert_eq!(session.settle(), [""; 0]);
    }
}

#[test]
fn a_ponderhit_means_nothing_to_other_searches() {
    let mut session = Session::start();
    assert_eq!(session.ask("ponderhit"), [""; 0]);
    session.send("go infinite\nponderhit");
    assert_goes_on(&mut session, "go infinite");
    best_move_after(&mut session, "stop");
    // With no limit of its own, it goes on after the ponderhit too.
    session.send("go ponder\nponderhit");
    assert_goes_on(&mut session, "go ponder, ponderhit");
    best_move_after(&mut session, "stop");
}
