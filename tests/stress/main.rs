//! Stress tests of an engine that runs for a long time. It must answer every `go` once with a
//! legal move, must never hang, and must exit on `quit`.
//!
//! The tests communicate with the real program over pipes. `tests/stop/` tests how a single search
//! ends.

#[path = "../common/mod.rs"]
mod common;
#[cfg(target_os = "linux")]
mod damaged_tablebases;
mod endings;
mod floods;
#[cfg(target_os = "linux")]
mod leaks;
#[cfg(target_os = "linux")]
mod logs;
mod long_games;
mod long_lines;
mod many_moves;
#[cfg(target_os = "linux")]
mod memory_and_threads;
mod random_commands;
#[path = "../common/session.rs"]
mod session;
mod slow_readers;
#[cfg(target_os = "linux")]
mod stopped_process;

use std::time::{Duration, Instant};

use ferz::chess::Board;
use ferz::chess::notation::CoordinateMove;
use session::{Session, TIMEOUT, count, median, millis};

/// The maximum time from `quit` until the process is gone.
const AT_ONCE: Duration = Duration::from_millis(200);

/// A position with 218 legal moves, the maximum
/// (<https://www.chessprogramming.org/Encoding_Moves>).
const MOST_MOVES: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

/// The number of attempts for each measurement.
const ATTEMPTS: usize = 5;

/// Fails unless a `bestmove` line has a legal move, or `(none)` if there is no legal move.
#[track_caller]
fn assert_is_legal(line: &str, board: &Board) {
    let mv = line.split(' ').nth(1).expect("a move");
    if board.legal_moves().is_empty() {
        assert_eq!(line, "bestmove (none)", "{board:?}");
    } else {
        let written: CoordinateMove = mv.parse().expect("a move in coordinates");
        let legal = written.resolve(board);
        assert!(legal.is_some(), "{line} is not legal in {board:?}");
    }
}

/// Parses a FEN.
fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{error}: {fen}"))
}

/// Starts the engine from a shell that first runs other commands, for example `ulimit`.
#[cfg(target_os = "linux")]
fn start_after(preparation: &str, arguments: &str) -> Session {
    let engine = shell_words::quote(env!("CARGO_BIN_EXE_ferz"));
    let script = format!("{preparation}; exec {engine} {arguments}");
    let mut shell = std::process::Command::new("sh");
    Session::start_command(shell.env_remove("RUST_LOG").args(["-c", &script]))
}

/// Returns the number after `name` in `/proc/<process>/status`.
#[cfg(target_os = "linux")]
fn status_of(session: &Session, name: &str) -> usize {
    let path = format!("/proc/{}/status", session.process());
    let status = std::fs::read_to_string(path).expect("the process exists");
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.trim_start_matches(':').split_whitespace().next());
    number.and_then(|n| n.parse().ok()).expect("a number")
}

/// Waits until the engine has this number of threads. The system counts a thread for a moment after
/// another has joined it.
#[track_caller]
fn assert_threads(session: &Session, expected: usize, context: &str) {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let threads = status_of(session, "Threads");
        if threads == expected {
            return;
        }
        let wait = Instant::now() < deadline;
        assert!(wait, "{context}: {threads} threads, not {expected}");
        std::thread::sleep(millis(1));
    }
}

/// Waits until the engine has processed everything that was sent. Only the time between two
/// lines is limited, not the total time. `ready_requests` is the number of `isready` sent so
/// far, and `answered` the number of `readyok` read so far.
fn catch_up(session: &mut Session, ready_requests: usize, answered: usize) {
    session.send("isready");
    for _ in answered..=ready_requests {
        session.lines_to("readyok");
    }
}
