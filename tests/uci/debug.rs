//! What `debug on` reports: the time limits of a search.

use crate::session::Session;

#[test]
fn debug_tells_more_and_can_be_switched_off() {
    let mut session = Session::start();
    let told = |lines: &[String]| lines.iter().any(|line| line.contains("hard limit"));
    let go = "go wtime 1000 btime 1000 depth 1";
    assert!(!told(&session.search(go)));
    assert!(told(&session.search(&format!("debug on\n{go}"))));
    assert!(!told(&session.search(&format!("debug off\n{go}"))));
}

/// The limits on time that `debug on` tells for this search.
#[track_caller]
fn time_limits(session: &mut Session, go: &str) -> String {
    let lines = session.search(go);
    let told = lines.iter().find_map(|line| {
        let (_, limits) = line.split_once("time for this move: ")?;
        Some(limits.to_owned())
    });
    told.unwrap_or_else(|| panic!("{go}: {lines:?}"))
}

#[test]
fn a_fixed_time_for_a_move_does_not_pay_for_the_move_overhead() {
    let mut session = Session::start();
    session.send("debug on\nsetoption name Move Overhead value 1000");
    let limits = time_limits(&mut session, "go movetime 300 depth 1");
    assert_eq!(limits, "soft limit none, hard limit 297 ms");
    let limits = time_limits(&mut session, "go wtime 300 btime 300 depth 1");
    assert_eq!(limits, "soft limit 0 ms, hard limit 1 ms");
}

/// As some GUIs let one engine process play both sides.
#[test]
fn one_process_that_plays_both_sides_does_not_take_one_clock_for_the_other() {
    let mut session = Session::start();
    session.send("debug on");
    let clocks = |white, black| format!("go wtime {white} btime {black} winc 10 binc 10 depth 1");
    let white = time_limits(&mut session, &clocks(1000, 800));
    session.send("position startpos moves e2e4");
    let black = time_limits(&mut session, &clocks(1000, 800));
    // Nothing has been lost on either clock, so only the time left makes a difference.
    let mut other = Session::start();
    other.send("debug on\nposition startpos moves e2e4");
    assert_eq!(black, time_limits(&mut other, &clocks(1000, 800)));
    session.send("position startpos moves e2e4 e7e5");
    assert_eq!(white, time_limits(&mut session, &clocks(1000, 800)));
}
