//! The time limits that `debug on` prints for each search.

use crate::session::Session;

#[test]
fn debug_on_prints_the_time_limits_until_debug_off() {
    let mut session = Session::start();
    let has_limits = |lines: &[String]| lines.iter().any(|line| line.contains("hard limit"));
    let go = "go wtime 1000 btime 1000 depth 1";
    assert!(!has_limits(&session.search(go)));
    assert!(has_limits(&session.search(&format!("debug on\n{go}"))));
    assert!(!has_limits(&session.search(&format!("debug off\n{go}"))));
}

/// Searches, and returns the time limits that `debug on` prints.
#[track_caller]
fn time_limits(session: &mut Session, go: &str) -> String {
    let lines = session.search(go);
    let limits = lines.iter().find_map(|line| {
        let (_, limits) = line.split_once("time for this move: ")?;
        Some(limits.to_owned())
    });
    limits.unwrap_or_else(|| panic!("{go}: {lines:?}"))
}

#[test]
fn go_movetime_ignores_the_move_overhead() {
    let mut session = Session::start();
    session.send("debug on\nsetoption name Move Overhead value 1000");
    for (go, limits) in [
        // 3 ms are kept in reserve for the answer.
        (
            "go movetime 300 depth 1",
            "soft limit none, hard limit 297 ms",
        ),
        (
            "go wtime 300 btime 300 depth 1",
            "soft limit 0 ms, hard limit 1 ms",
        ),
    ] {
        assert_eq!(time_limits(&mut session, go), limits, "{go}");
    }
}

/// Some GUIs use one engine process for both sides.
#[test]
fn one_process_that_plays_both_sides_tracks_the_clocks_separately() {
    let mut session = Session::start();
    session.send("debug on");
    let clocks = |white, black| format!("go wtime {white} btime {black} winc 10 binc 10 depth 1");
    let white = time_limits(&mut session, &clocks(1000, 800));
    session.send("position startpos moves e2e4");
    let black = time_limits(&mut session, &clocks(1000, 800));
    // No lag has been measured on either clock, so the limits depend only on the time left.
    let mut other = Session::start();
    other.send("debug on\nposition startpos moves e2e4");
    assert_eq!(black, time_limits(&mut other, &clocks(1000, 800)));
    session.send("position startpos moves e2e4 e7e5");
    assert_eq!(white, time_limits(&mut session, &clocks(1000, 800)));
}
