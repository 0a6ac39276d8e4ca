//! The command `stop`.

use crate::session::Session;
use crate::{FORCED, MATE_IN_1, MATED, STALEMATED, assert_goes_on, best_move_after, count};

#[test]
fn a_stop_right_behind_go_is_never_lost() {
    let mut session = Session::start();
    for i in 0..200 {
        let go = [
            "go infinite",
            "go",
            "go ponder wtime 60000 btime 60000",
            "go depth 200",
        ][i % 4];
        let lines = session.search(&format!("{go}\nstop"));
        assert_eq!(count(&lines, "bestmove 0000"), 0);
        // Another best move would stand before the next one's first line.
        assert_eq!(session.settle(), [""; 0], "{go}");
    }
    assert_eq!(session.quit().best_moves().len(), 200);
}

#[test]
fn a_stop_right_behind_go_is_never_lost_with_several_threads() {
    let mut session = Session::start();
    session.send("setoption name Threads value 3");
    for _ in 0..50 {
        session.search("go infinite\nstop");
        assert_eq!(session.settle(), [""; 0]);
    }
}

#[test]
fn commands_that_come_all_at_once_are_obeyed_one_by_one() {
    let mut session = Session::start();
    session.send(&"go infinite\nstop\n".repeat(100));
    let ended = session.quit();
    assert_eq!((ended.best_moves().len(), ended.status), (100, Some(0)));
}

#[test]
fn a_stop_ends_no_search_that_comes_after_it() {
    let mut session = Session::start();
    assert_eq!(session.ask("stop\nstop"), [""; 0]);
    session.send("stop\ngo infinite");
    assert_goes_on(&mut session, "a search behind a stop");
    best_move_after(&mut session, "stop");
    // The search has ended by itself when this stop comes.
    session.search("go depth 1");
    assert_eq!(session.ask("stop"), [""; 0]);
    session.send("go infinite");
    assert_goes_on(&mut session, "a search behind a stop");
    best_move_after(&mut session, "stop\nstop\nstop");
}

#[test]
fn a_search_stopped_before_it_has_begun_still_has_a_legal_move() {
    let mut session = Session::start();
    for (position, answer) in [
        (FORCED, "bestmove a8b8"),
        (MATED, "bestmove 0000"),
        (STALEMATED, "bestmove 0000"),
        // The only look that was taken: one move ahead.
        (MATE_IN_1, "bestmove a1a8"),
    ] {
        for _ in 0..5 {
            let best = best_move_after(&mut session, &format!("{position}\ngo infinite\nstop"));
            // On a busy machine the search may have got far enough to expect an answer.
            assert_eq!(best.split(" ponder").next(), Some(answer));
        }
    }
}
