//! Ctrl-C: it ends what runs first, and the program where nothing does.
//! See <https://man7.org/linux/man-pages/man7/signal.7.html>.

use std::process::Command;

use crate::parsed::millis;
use crate::session::Session;

/// The exit status of a program that was interrupted, as shells tell it.
const INTERRUPTED: Option<i32> = Some(130);

fn interrupt(session: &Session) {
    let script = format!("kill -INT {}", session.process());
    let sent = Command::new("sh").args(["-c", &script]).status();
    assert!(sent.expect("a shell").success());
}

#[test]
fn an_interrupt_ends_a_search_or_a_count_and_the_program_goes_on() {
    let mut session = Session::start();
    session.settle();
    for (running, last) in [
        ("go infinite", "bestmove "),
        ("go ponder wtime 1000 btime 1000", "bestmove "),
        ("go depth 200", "bestmove "),
        ("go perft 12", "info string perft 12 was stopped"),
        ("bench 100", "info string bench was stopped"),
    ] {
        // An answer shows that what was sent before is being done.
        session.ask(running);
        interrupt(&session);
        session.lines_to(last);
        assert_eq!(session.settle(), [""; 0], "{running}");
    }
    assert_eq!(session.quit().status, Some(0));
}

#[test]
fn an_interrupt_ends_the_program_where_nothing_runs() {
    for (before, last) in [
        ("position startpos\nisready", "readyok"),
        ("go depth 1", "bestmove "),
        ("go perft 1", "info string perft took"),
        ("go infinite\nstop", "bestmove "),
    ] {
        let mut session = Session::start();
        session.send(before);
        session.lines_to(last);
        // The thread that has said this has still to end.
        session.lines_within(millis(100));
        interrupt(&session);
        // The input stays open.
        let (_, status) = session.wait_for_exit();
        assert_eq!(status, INTERRUPTED, "{before}");
        assert_eq!(session.ended().errors, "", "{before}");
    }
}

#[test]
fn an_interrupt_after_the_end_of_input_ends_all_that_still_waits() {
    for end in ["", "quit\n"] {
        let mut session = Session::start();
        session.ask("go perft 12");
        session.send(&format!("d\ngo perft 11\ngo infinite\n{end}isready"));
        if end.is_empty() {
            session.lines_to("readyok");
        }
        session.close_input();
        // Time for the end of the input to be read.
        session.lines_within(millis(100));
        interrupt(&session);
        let ended = session.end_input();
        assert_eq!(
            (ended.status, &*ended.errors),
            (INTERRUPTED, ""),
            "{ended:?}"
        );
        let starts = [
            "info string perft 12 was stopped",
            "Fen: ",
            "info string perft 11 was stopped",
            "bestmove ",
        ];
        let found = |line: &String| starts.iter().position(|start| line.starts_with(start));
        let order: Vec<usize> = ended.lines.iter().filter_map(found).collect();
        assert_eq!(order, [0, 1, 2, 3], "{ended:?}");
    }
}

#[test]
fn an_interrupt_ends_a_search_that_is_finished_at_the_end_of_input() {
    let mut session = Session::start();
    session.ask("go depth 200");
    session.close_input();
    session.lines_within(millis(100));
    interrupt(&session);
    let ended = session.end_input();
    assert_eq!((ended.status, ended.best_moves().len()), (INTERRUPTED, 1));
}

/// Else a program that has to wait for its reader could not be interrupted at all.
#[test]
fn an_interrupt_ends_a_program_whose_output_nobody_takes() {
    let mut session = Session::start();
    session.settle();
    session.stop_reading();
    session.send("uci\nd\nisready\n".repeat(400).trim_end());
    // Pipes hold 64 kB by default on Linux, and this is far more.
    std::thread::sleep(millis(300));
    interrupt(&session);
    let (_, status) = session.wait_for_exit();
    assert_eq!(status, INTERRUPTED);
}
