//! The command `quit`.

use std::time::Duration;

use crate::millis;
use crate::session::{Session, answer_to};

/// What the program must do when it is told to end while this runs.
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
        let searches = running.contains("go") && !running.contains("perft");
        assert_eq!(ended.best_moves().len(), usize::from(searches), "{running}");
    }
}

#[test]
fn the_program_ends_at_once_when_it_is_told_to() {
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
fn the_program_ends_at_once_when_it_is_told_to_and_a_bench_is_stopped() {
    assert_quits_at_once("bench 20\nstop");
}

#[test]
fn nothing_is_read_behind_quit() {
    let ended = answer_to("quit\nisready\ngo depth 1\n");
    assert_eq!((ended.lines, ended.status), (Vec::new(), Some(0)));
}
