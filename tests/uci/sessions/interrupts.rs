//! Ctrl-C ends the running search, perft or bench; if nothing runs, it ends the program.

use crate::session::{Session, millis};

/// The exit status after an interrupt, by the convention of shells: 128 + SIGINT.
const INTERRUPTED: Option<i32> = Some(130);

#[test]
fn an_interrupt_ends_a_search_perft_or_bench_and_the_program_continues() {
    let mut session = Session::start();
    session.settle();
    for (running, last) in [
        ("go infinite", "bestmove "),
        ("go ponder wtime 1000 btime 1000", "bestmove "),
        ("go depth 200", "bestmove "),
        ("go perft 12", "info string perft 12 was stopped"),
        ("bench 100", "info string bench was stopped"),
    ] {
        // The answer to `isready` shows that the command before it has started.
        session.ask(running);
        session.signal("INT");
        session.lines_to(last);
        session.assert_settled();
    }
    assert_eq!(session.quit().status, Some(0));
}

#[test]
fn an_interrupt_ends_an_idle_program() {
    for (before, last) in [
        ("position startpos\nisready", "readyok"),
        ("go depth 1", "bestmove "),
        ("go perft 1", "info string perft took"),
        ("go infinite\nstop", "bestmove "),
    ] {
        let mut session = Session::start();
        session.send(before);
        session.lines_to(last);
        // The thread that printed the line needs a moment to end.
        session.lines_within(millis(100));
        session.signal("INT");
        // The input stays open.
        let (_, status) = session.wait_for_exit();
        assert_eq!(status, INTERRUPTED, "{before}");
        assert_eq!(session.ended().errors, "", "{before}");
    }
}

#[test]
fn an_interrupt_after_the_end_of_input_ends_all_queued_commands() {
    for end in ["", "quit\n"] {
        let mut session = Session::start();
        session.ask("go perft 12");
        session.send(&format!("d\ngo perft 11\ngo infinite\n{end}isready"));
        if end.is_empty() {
            session.lines_to("readyok");
        }
        session.close_input();
        // Gives the program time to read the end of its input.
        session.lines_within(millis(100));
        session.signal("INT");
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
fn an_interrupt_ends_a_search_that_continues_after_the_end_of_input() {
    let mut session = Session::start();
    session.ask("go depth 200");
    session.close_input();
    session.lines_within(millis(100));
    session.signal("INT");
    let ended = session.end_input();
    assert_eq!((ended.status, ended.best_moves().len()), (INTERRUPTED, 1));
}

/// An interrupt must also end a program that is blocked on its output.
#[test]
fn an_interrupt_ends_a_program_with_unread_output() {
    let mut session = Session::start();
    session.settle();
    session.stop_reading();
    session.send("uci\nd\nisready\n".repeat(400).trim_end());
    // The output is far more than the 64 kB that a pipe holds by default on Linux.
    std::thread::sleep(millis(300));
    session.signal("INT");
    let (_, status) = session.wait_for_exit();
    assert_eq!(status, INTERRUPTED);
}
