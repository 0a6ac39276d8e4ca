//! Tests of what the program does at the end of input.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::session::{Session, answer_to};
use crate::{assert_pondered_to, count, millis};

#[test]
fn commands_with_a_limit_are_finished_at_the_end_of_input() {
    for (input, last) in [
        ("position startpos\ngo depth 4\n", "bestmove "),
        ("go depth 4", "bestmove "),
        ("go nodes 20000", "bestmove "),
        ("go movetime 150", "bestmove "),
        ("go wtime 300 btime 300", "bestmove "),
        ("go ponder depth 4\nponderhit\n", "bestmove "),
        (
            "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo mate 1",
            "bestmove a1a8",
        ),
        (
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3",
            "bestmove (none)",
        ),
        ("go perft 3", "info string perft"),
        ("bench 1", ""),
    ] {
        let ended = answer_to(input);
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{input:?}");
        let line = ended.lines.last().expect("an answer");
        assert!(line.starts_with(last), "{input:?}: {line}");
        assert_eq!(
            ended.best_moves().len(),
            usize::from(last.starts_with("best")),
            "{input:?}"
        );
        if input.contains("depth 4") {
            if input.contains("ponder") {
                assert_pondered_to(4, &ended.lines);
            } else {
                assert_eq!(count(&ended.lines, "info depth 4 "), 1, "{ended:?}");
            }
        }
        if input.contains("perft 3") {
            assert_eq!(count(&ended.lines, "Nodes searched: 8902"), 1, "{ended:?}");
        }
        if input.contains("movetime") {
            assert!(ended.took > millis(100), "{:?}", ended.took);
        }
    }
}

/// Asserts that a search without a limit stops at the end of input and gives a best move.
#[track_caller]
fn assert_stops_at_the_end_of_input(input: &str) {
    let mut session = Session::start();
    session.send(input);
    session.lines_within(millis(50));
    let ended = session.end_input_within(Duration::from_secs(3));
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{input:?}");
    assert_eq!(ended.best_moves().len(), 1, "{input:?}");
}

#[test]
fn searches_without_a_limit_stop_at_the_end_of_input() {
    for input in [
        "go",
        "go infinite",
        "go infinite depth 2",
        "go infinite movetime 10",
        "go ponder",
        "go ponder wtime 100 btime 100",
        "go ponder depth 2",
        "go ponder\nponderhit",
        "go searchmoves e2e4",
        "go movestogo 3",
        "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\ngo infinite",
    ] {
        assert_stops_at_the_end_of_input(input);
    }
}

#[test]
fn a_mate_search_is_finished_at_the_end_of_input() {
    const FEN: &str = "6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1";
    let ended = answer_to(&format!("position fen {FEN}\ngo mate 2\n"));
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    let [.., line, best] = ended.lines.as_slice() else {
        panic!("{ended:?}");
    };
    assert!(line.contains(" score mate 2 "), "{line}");
    let words: Vec<&str> = best.split(' ').collect();
    assert_eq!(words[..2], ["bestmove", "g2g1"]);
}

#[test]
fn a_mate_search_at_the_end_of_input_proves_that_there_is_no_mate() {
    let ended = answer_to("go mate 1");
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    assert_eq!(count(&ended.lines, "info string there is no mate in 1"), 1);
    assert_eq!(ended.best_moves().len(), 1);
}

#[test]
fn nothing_is_searched_without_go() {
    for input in [
        "",
        "\n\n",
        "uci\nisready\nposition startpos moves e2e4\n",
        "stop\nponderhit",
    ] {
        let ended = answer_to(input);
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{input:?}");
        assert_eq!(count(&ended.lines, "bestmove"), 0, "{input:?}");
        assert_eq!(count(&ended.lines, "info"), 0, "{input:?}");
    }
}

#[test]
fn a_search_ends_if_input_and_output_are_closed() {
    let mut ferz = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env_remove("RUST_LOG")
        .spawn()
        .expect("the program starts");
    drop(ferz.stdout.take());
    let mut input = ferz.stdin.take().expect("a pipe");
    // The end of input does not stop a search to a fixed depth, and this search would take years.
    input.write_all(b"go depth 60\n").expect("a pipe");
    drop(input);
    let started = Instant::now();
    while ferz.try_wait().expect("a process").is_none() {
        let timeout = Duration::from_secs(5);
        if started.elapsed() > timeout {
            ferz.kill().expect("a process");
            panic!("expected the program to end within {timeout:?}");
        }
        thread::sleep(millis(10));
    }
    // A closed output is not an error.
    let mut errors = String::new();
    let mut stderr = ferz.stderr.take().expect("a pipe");
    stderr
        .read_to_string(&mut errors)
        .expect("a pipe can be read");
    assert_eq!(errors, "");
}
