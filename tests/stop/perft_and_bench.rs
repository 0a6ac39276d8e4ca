//! Tests of stopping `go perft` and `bench`.

use crate::session::Session;
use crate::{MAX_READY_TIME, OBSERVATION_TIME, count, millis, time_to_be_ready};

/// Other queries wait until the perft or the bench has ended; see `tests/uci/sessions/order.rs`.
#[test]
fn isready_is_answered_at_once_during_a_perft_or_a_bench() {
    for threads in [1, 3] {
        for running in ["go perft 9", "bench 20"] {
            let mut session = Session::start();
            session.send(&format!(
                "setoption name Threads value {threads}\n{running}"
            ));
            session.lines_within(millis(30));
            let time = time_to_be_ready(&mut session);
            assert!(time < MAX_READY_TIME, "{running}: {time:?}");
        }
    }
}

/// Asserts that `stop` ends the running perft or bench within 700 ms, that one message reports
/// this, and that the next command is not affected.
#[track_caller]
fn assert_stops(running: &str) {
    let mut session = Session::start();
    session.send(running);
    let early = session.lines_within(OBSERVATION_TIME);
    assert!(early.is_empty(), "{running}: {early:?}");
    session.send("stop");
    let lines = session.lines_within(millis(700));
    let is_message = |line: &String| line.starts_with("info string ") && line.contains("stopped");
    assert!(
        lines.len() == 1 && lines.iter().all(is_message),
        "{running}: {lines:?}"
    );
    session.send("go perft 2");
    let next = session.lines_to("info string");
    assert_eq!(count(&next, "Nodes searched: 400"), 1, "{next:?}");
    assert_eq!(count(&session.quit().lines, "bestmove"), 0);
}

#[test]
fn a_long_perft_can_be_stopped() {
    assert_stops("go perft 9");
    assert_stops("setoption name Threads value 2\ngo perft 9");
}

#[test]
fn a_long_bench_can_be_stopped() {
    assert_stops("bench 20");
}

#[test]
fn a_stop_right_after_go_perft_is_never_lost() {
    let mut session = Session::start();
    for _ in 0..50 {
        session.send("go perft 9\nstop");
        session.lines_to("info string");
        session.assert_settled();
    }
}

#[test]
fn a_perft_ends_a_search_and_a_search_waits_for_a_perft() {
    let mut session = Session::start();
    session.send("go infinite\ngo perft 5\ngo depth 1\ngo perft 1");
    let mut lines = session.lines_to("info string perft took");
    lines.extend(session.lines_to("info string perft took"));
    let notable = ["bestmove", "Nodes", "info string"];
    lines.retain(|line| notable.iter().any(|start| line.starts_with(start)));
    let expected = [
        "bestmove",
        "Nodes searched: 4865609",
        "info string perft took",
        "bestmove",
        "Nodes searched: 20",
        "info string perft took",
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    let mut pairs = lines.iter().zip(expected);
    assert!(
        pairs.all(|(line, start)| line.starts_with(start)),
        "{lines:?}"
    );
    session.assert_settled();
}
