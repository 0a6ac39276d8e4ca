//! Tests of `quit`.

use std::time::Duration;

use crate::millis;
use crate::session::{Session, answer_to};

/// Asserts that `quit` ends the program at once while these commands run, and that a running
/// search still gives its best move.
#[track_caller]
fn assert_quits_at_once(running: &str) {
    for pause in [0, 50] {
        let mut session = Session::start();
        session.send(running);
        session.lines_within(millis(pause));
        let ended = session.quit_within(Duration::from_secs(2));
        assert!(
            ended.took < Duration::from_secs(1),
            "{running}: {:?}",
            ended.took
        );
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{running}");
        let is_search = running.contains("go") && !running.contains("perft");
        let best_moves = ended.best_moves().len();
        assert_eq!(best_moves, usize::from(is_search), "{running}");
    }
}

#[test]
fn quit_ends_the_program_at_once() {
    for running in [
        "",
        "go infinite",
        "go depth 100",
        "go ponder wtime 1000 btime 1000",
        "go perft 9\nstop",
        "setoption name Threads value 3\ngo infinite",
        "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\ngo infinite",
    ] {
        assert_quits_at_once(running);
    }
}

#[test]
fn quit_ends_the_program_at_once_after_a_stopped_bench() {
    assert_quits_at_once("bench 20\nstop");
}

#[test]
fn input_after_quit_is_ignored() {
    let ended = answer_to("quit\nisready\ngo depth 1\n");
    assert_eq!((ended.lines, ended.status), (Vec::new(), Some(0)));
}
