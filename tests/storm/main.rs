//! What people, programs and machines do to an engine that runs for days: it must answer
//! every `go` once with a legal move, never hang, and be gone when it is told to go.
//!
//! The real program is spoken to over pipes: in a storm of commands (`storm.rs`, `ends.rs`),
//! with more input than is usual (`resources.rs`), with less memory and fewer threads than it
//! wants (`limits.rs`), and on disks and files that fail it (`faults.rs`, `tables.rs`). The
//! last three need Linux and are left out elsewhere. How a single search ends is told in
//! `tests/stop/`. See <https://backscattering.de/chess/uci/>.

#[path = "../common/mod.rs"]
mod common;
mod ends;
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

use std::time::Duration;

use ferz::chess::notation::CoordinateMove;
use ferz::chess::{Board, legal_moves};
use session::Session;

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// The middle of several times, for a busy machine may hold up any of them.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Fails unless this line tells a move that can be made, or, where there is none, none.
#[track_caller]
fn assert_is_legal(line: &str, board: &Board) {
    let mv = line.split(' ').nth(1).expect("a move");
    if legal_moves(board).is_empty() {
        assert_eq!(line, "bestmove 0000", "{board:?}");
    } else {
        let written: CoordinateMove = mv.parse().expect("a move in coordinates");
        let legal = written.resolve(board);
        assert!(legal.is_some(), "{line} is not legal in {board:?}");
    }
}

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{error}: {fen}"))
}

/// The engine started by a shell that does this before, such as setting limits.
#[cfg(target_os = "linux")]
fn start_after(preparation: &str, arguments: &str) -> Session {
    let engine = shell_words::quote(env!("CARGO_BIN_EXE_ferz"));
    let script = format!("{preparation}; exec {engine} {arguments}");
    let mut shell = std::process::Command::new("sh");
    Session::start_command(shell.env_remove("RUST_LOG").args(["-c", &script]))
}

/// The line of `/proc/<process>/status` that begins so, as a number.
#[cfg(target_os = "linux")]
fn status_of(session: &Session, name: &str) -> usize {
    let path = format!("/proc/{}/status", session.process());
    let status = std::fs::read_to_string(path).expect("the process is there");
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.trim_start_matches(':').split_whitespace().next());
    number.and_then(|n| n.parse().ok()).expect("a number")
}
