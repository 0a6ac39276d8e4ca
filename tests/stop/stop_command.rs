//! Tests of `stop`.

use crate::session::Session;
use crate::{FORCED, MATE_IN_1, MATED, STALEMATED, assert_goes_on, best_move_after, count};

#[test]
fn a_stop_right_after_go_is_never_lost() {
    let mut session = Session::start();
    for i in 0..200 {
        let go = [
            "go infinite",
            "go",
            "go ponder wtime 60000 btime 60000",
            "go depth 200",
        ][i % 4];
        let lines = session.search(&format!("{go}\nstop"));
        assert_eq!(count(&lines, "bestmove (none)"), 0);
        // A second best move would come before `readyok`.
        session.assert_settled();
    }
    assert_eq!(session.quit().best_moves().len(), 200);
}

#[test]
fn a_stop_right_after_go_is_never_lost_with_several_threads() {
    let mut session = Session::start();
    session.send("setoption name Threads value 3");
    for _ in 0..50 {
        session.search("go infinite\nstop");
        session.assert_settled();
    }
}

#[test]
fn commands_that_arrive_together_are_executed_in_order() {
    let mut session = Session::start();
    session.send(&"go infinite\nstop\n".repeat(100));
    let ended = session.quit();
    assert_eq!((ended.best_moves().len(), ended.status), (100, Some(0)));
}

#[test]
fn a_stop_does_not_end_a_later_search() {
    let mut session = Session::start();
    session.assert_silent("stop\nstop");
    session.send("stop\ngo infinite");
    assert_goes_on(&mut session, "go infinite after stop");
    best_move_after(&mut session, "stop");
    // This stop comes after the search has ended by itself.
    session.search("go depth 1");
    session.assert_silent("stop");
    session.send("go infinite");
    assert_goes_on(&mut session, "go infinite after stop");
    best_move_after(&mut session, "stop\nstop\nstop");
}

#[test]
fn a_search_that_is_stopped_at_once_still_returns_a_legal_move() {
    let mut session = Session::start();
    for (position, answer) in [
        (FORCED, "bestmove a8b8"),
        (MATED, "bestmove (none)"),
        (STALEMATED, "bestmove (none)"),
        // The first iteration finds this mate, and it is always completed.
        (MATE_IN_1, "bestmove a1a8"),
    ] {
        for _ in 0..5 {
            let best = best_move_after(&mut session, &format!("{position}\ngo infinite\nstop"));
            // On a busy machine, the search may have found a ponder move.
            assert_eq!(best.split(" ponder").next(), Some(answer));
        }
    }
}
