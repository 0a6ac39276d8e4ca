//! How a search ends: by its limits, by `stop`, by another command, by the end of input.
//!
//! The rule that everything here comes down to: one `go`, one `bestmove`; never none, for a
//! game would be lost, and never two, for the second would be taken for the next answer.
//! See <https://backscattering.de/chess/uci/#engine-bestmove>.

mod end_of_input;
mod limits;
mod mixture;
mod other_commands;
mod perft_and_bench;
mod ponder;
mod quit;
#[path = "../common/session.rs"]
mod session;
mod stop_command;

use std::time::{Duration, Instant};

use session::Session;

/// A mate on the board.
const MATED: &str = "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";

/// No move, and no check.
const STALEMATED: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// One legal move.
const FORCED: &str = "position fen k7/8/1K6/8/8/8/8/7R b - - 0 1";

/// Mate in one.
const MATE_IN_1: &str = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

/// Long enough for a search with a limit to reach it, if it were to end there.
const A_WHILE: Duration = Duration::from_millis(120);

/// How soon an answer must come while something else runs.
const AT_ONCE: Duration = Duration::from_millis(100);

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// Fails if a search that must go on ends within a while.
#[track_caller]
fn assert_goes_on(session: &mut Session, what: &str) {
    let mut lines = session.lines_within(A_WHILE);
    lines.extend(session.settle());
    assert_eq!(
        count(&lines, "bestmove"),
        0,
        "{what} ends by itself: {lines:?}"
    );
}

/// The one best move that a command brings about at once.
#[track_caller]
fn best_move_after(session: &mut Session, command: &str) -> String {
    let started = Instant::now();
    let mut lines = session.search(command);
    assert!(started.elapsed() < Duration::from_secs(1), "{command}");
    let best = lines.pop().expect("a best move");
    let behind = session.settle();
    assert_eq!(
        behind, [""; 0],
        "{command}: something is said behind {best}"
    );
    best
}

/// How long `isready` waits for its answer: the middle of several times, for a busy
/// machine may hold up any of them.
fn time_to_be_ready(session: &mut Session) -> Duration {
    let mut times = [0; 7].map(|_| {
        let started = Instant::now();
        session.settle();
        started.elapsed()
    });
    times.sort();
    times[times.len() / 2]
}
