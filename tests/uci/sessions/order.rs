//! The order of execution of perft, bench and other commands. Commands after a perft or a bench
//! wait for it, as scripts written for Stockfish expect.

use crate::KIWIPETE;
use crate::session::{Ended, Session, answer_to, count, millis};

/// A perft that takes hours, so that it never ends by itself in a test.
const ENDLESS: &str = "go perft 12";

/// A perft of at least 0.1 s, long enough for the program to read all input in the meantime.
const LONG: &str = "go perft 6";

/// The line with the result of [`LONG`].
const LONG_COUNT: &str = "Nodes searched: 119060324";

/// The time for which the tests assert that there is no output.
const A_WHILE: std::time::Duration = millis(150);

/// For each line that begins with one of `starts`, returns this start.
fn matching_starts<'a>(lines: &[String], starts: &[&'a str]) -> Vec<&'a str> {
    let found = |line: &String| starts.iter().find(|start| line.starts_with(**start));
    lines.iter().filter_map(found).copied().collect()
}

/// Fails unless the program exited with status 0 and printed no errors.
#[track_caller]
fn assert_ended_well(ended: &Ended) {
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{ended:?}");
}

/// Fails unless the output contains one line for each of the `expected` starts, in this order.
#[track_caller]
fn assert_order(input: &str, expected: &[&str]) {
    let ended = answer_to(input);
    assert_ended_well(&ended);
    assert_eq!(
        matching_starts(&ended.lines, expected),
        expected,
        "{input:?}"
    );
}

#[test]
fn quit_waits_for_a_perft() {
    assert_order(
        &format!("position startpos\n{LONG}\nquit\n"),
        &[LONG_COUNT, "info string perft took"],
    );
}

#[test]
fn quit_waits_for_a_bench() {
    let ended = answer_to("bench 6\nquit\n");
    assert_ended_well(&ended);
    let last = ended.lines.last().expect("a result");
    assert!(last.ends_with(" nps"), "{last}");
}

#[test]
fn every_perft_in_piped_input_is_finished() {
    for end in ["", "quit\n"] {
        let input = format!(
            "{LONG}\nposition {KIWIPETE}\ngo perft 3\ngo perft 2\nbench 1\ngo perft 1\n{end}"
        );
        let counts = [LONG_COUNT, "Nodes searched: 97862", "Nodes searched: 2039"];
        assert_order(&input, &[&counts[..], &["Nodes searched: 48"]].concat());
    }
}

#[test]
fn commands_that_print_or_change_something_wait_for_a_perft() {
    let commands = "d\neval\nuci\njoho\nhelp\nsetoption name Hash\nposition startpos moves e2e5";
    assert_order(
        &format!("{LONG}\n{commands}\ngo depth 1\n"),
        &[
            LONG_COUNT,
            "Fen: ",
            "Score for ",
            "uciok",
            "info string error: unknown command \"joho\"",
            "ferz is a UCI chess engine.",
            "info string error: setoption: ",
            "info string error: position: ",
            "bestmove ",
        ],
    );
}

#[test]
fn a_position_and_an_option_after_a_perft_apply_to_later_commands() {
    let mut session = Session::start();
    session.send(&format!(
        "{LONG}\nposition fen 7k/8/8/8/8/8/8/K7 w - - 0 1\nsetoption name MultiPV value 2\n\
         go perft 1\ngo depth 1"
    ));
    session.lines_to(LONG_COUNT);
    session.lines_to("Nodes searched: 3");
    let lines = session.lines_to("bestmove");
    assert!(
        lines.iter().any(|line| line.contains(" multipv 2 ")),
        "{lines:?}"
    );
}

#[test]
fn only_isready_is_answered_during_a_perft_or_a_bench() {
    for running in [ENDLESS, "bench 100"] {
        let mut session = Session::start();
        session.send(&format!("{running}\nd\nisready\neval\njoho\nisready"));
        assert_eq!(session.line(), "readyok", "{running}");
        assert_eq!(session.line(), "readyok", "{running}");
        let output = session.lines_within(A_WHILE);
        assert!(output.is_empty(), "{running}: {output:?}");
        session.send("stop\nisready");
        let lines = session.lines_to("info string error: unknown command");
        let starts = [" was stopped", "Fen: ", "Score for ", "info string error"];
        let found = |line: &String| starts.iter().position(|start| line.contains(start));
        let order: Vec<usize> = lines.iter().filter_map(found).collect();
        assert_eq!(order, [0, 1, 2, 3], "{running}: {lines:?}");
    }
}

#[test]
fn a_search_that_waited_for_a_perft_has_its_full_time() {
    let mut session = Session::start();
    session.send(&format!("{LONG}\ngo movetime 400"));
    session.lines_to("info string perft took");
    let started = std::time::Instant::now();
    session.lines_to("bestmove");
    // The clock starts with the search, not when the line is read.
    let took = started.elapsed();
    assert!(took > millis(250), "{took:?}");
}

#[test]
fn stop_ends_a_perft_and_all_commands_queued_before_the_stop() {
    let mut session = Session::start();
    session.send(&format!(
        "{ENDLESS}\nd\ngo infinite\n{ENDLESS}\nbench 100\ngo ponder\nstop"
    ));
    let lines = session.lines_to("info string bench was stopped");
    let starts = [
        "info string perft 12 was stopped",
        "Fen: ",
        "bestmove ",
        "info string bench was stopped",
    ];
    let expected = [0, 1, 2, 0, 3].map(|i: usize| starts[i]);
    assert_eq!(matching_starts(&lines, &starts), expected, "{lines:?}");
    session.lines_to("bestmove");
    // A `stop` does not end later commands.
    session.send(&format!("{ENDLESS}\nstop\ngo perft 3\ngo infinite"));
    session.lines_to("info string perft 12 was stopped");
    session.lines_to("Nodes searched: 8902");
    let early = session.lines_within(A_WHILE);
    assert_eq!(count(&early, "bestmove"), 0, "{early:?}");
    session.search("stop");
    assert_ended_well(&session.quit());
}

#[test]
fn a_stop_or_a_second_quit_ends_each_perft_that_a_quit_waits_for() {
    for command in ["stop", "quit", "d\nquit\ngo infinite"] {
        let mut session = Session::start();
        session.send(&format!("{ENDLESS}\ngo perft 11\nquit"));
        let output = session.lines_within(A_WHILE);
        assert!(output.is_empty(), "{command}: {output:?}");
        session.send(command);
        let (time, status) = session.wait_for_exit();
        assert!(time < millis(2_000), "{command}: {time:?}");
        let ended = session.ended();
        assert_eq!((status, &*ended.errors), (Some(0), ""), "{command}");
        let expected = ["perft 12 was stopped", "perft 11 was stopped"]
            .map(|text| format!("info string {text}"));
        assert_eq!(ended.lines, expected, "{command}");
    }
}
