//! Stress tests of an engine that runs for a long time. It must answer every `go` once with a
//! legal move, must never hang, and must exit on `quit`.
//!
//! The tests communicate with the real program over pipes: with commands in random order
//! (`storm.rs`, `endings.rs`), with unusually large input (`resources.rs`), with too little memory
//! or too few threads (`limits.rs`), with logs that cannot be written (`faults.rs`), and with
//! damaged tablebases (`tables.rs`). The last three files need Linux. `tests/stop/` tests how a
//! single search ends.

#[path = "../common/mod.rs"]
mod common;
mod endings;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(target_os = "linux")]
mod limits;
mod resources;
#[path = "../common/session.rs"]
mod session;
mod storm;
#[cfg(target_os = "linux")]
mod tables;

use ferz::chess::Board;
use ferz::chess::notation::CoordinateMove;
use session::{Session, count, median, millis};

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
