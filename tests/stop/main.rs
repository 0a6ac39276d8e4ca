//! Tests of how a search ends: by its limits, `stop`, another command or the end of input.
//!
//! Every `go` must be followed by exactly one `bestmove`. If there is none, the game is lost on
//! time. If there are two, the GUI takes the second as the answer to the next `go`.

mod end_of_input;
mod limits;
mod other_commands;
mod perft_and_bench;
mod ponder;
mod quit;
mod scripts;
#[path = "../common/session.rs"]
mod session;
mod stop_command;

use std::time::{Duration, Instant};

use session::{Session, count, median, millis};

/// A position in which the side to move is checkmated.
const MATED: &str = "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";

/// A position in which the side to move is stalemated.
const STALEMATED: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// A position with one legal move, a8b8.
const FORCED: &str = "position fen k7/8/1K6/8/8/8/8/7R b - - 0 1";

/// A position with a mate in one, a1a8.
const MATE_IN_1: &str = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

/// How long the tests watch a search that must not end by itself. If the limits of the search
/// applied, it would end sooner.
const OBSERVATION_TIME: Duration = Duration::from_millis(120);

/// Maximum time for the answer to `isready` during a search, a perft or a bench.
const MAX_READY_TIME: Duration = Duration::from_millis(100);

/// Asserts that the running search does not end within [`OBSERVATION_TIME`].
#[track_caller]
fn assert_goes_on(session: &mut Session, what: &str) {
    let mut lines = session.lines_within(OBSERVATION_TIME);
    lines.extend(session.settle());
    assert_eq!(
        count(&lines, "bestmove"),
        0,
        "{what}: expected the search to go on, but it ended: {lines:?}"
    );
}

/// Sends a command after which a search must end within a second. Asserts that nothing follows
/// the best move, and returns the `bestmove` line.
#[track_caller]
fn best_move_after(session: &mut Session, command: &str) -> String {
    let started = Instant::now();
    let mut lines = session.search(command);
    assert!(started.elapsed() < Duration::from_secs(1), "{command}");
    let best = lines.pop().expect("a best move");
    let after = session.settle();
    assert!(
        after.is_empty(),
        "{command}: expected no output after {best}: {after:?}"
    );
    best
}

/// Asserts that a pondering search, the first of `lines`, completed this depth as its last. It
/// reports the variation once, and again after `ponderhit` if it was completed before, so that GUIs
/// that show only what follows `ponderhit` have it. The second report must equal the first, except
/// for time and speed.
#[track_caller]
fn assert_pondered_to(depth: u32, lines: &[String]) {
    let start = format!("info depth {depth} ");
    let before_best = lines
        .iter()
        .take_while(|line| !line.starts_with("bestmove "));
    let reports = before_best.skip_while(|line| !line.starts_with(&start));
    let reports: Vec<Vec<&str>> = reports.map(|line| without_time(line)).collect();
    let is_repeated = || reports.len() == 2 && reports[0] == reports[1];
    assert!(reports.len() == 1 || is_repeated(), "{lines:?}");
}

/// Returns the words of an `info` line without the attributes `time` and `nps`.
fn without_time(line: &str) -> Vec<&str> {
    let (mut kept, mut words) = (Vec::new(), line.split(' '));
    while let Some(word) = words.next() {
        match word {
            "time" | "nps" => drop(words.next()),
            _ => kept.push(word),
        }
    }
    kept
}

/// Returns the median time from `isready` to `readyok` in seven attempts.
fn time_to_be_ready(session: &mut Session) -> Duration {
    let times = [(); 7].map(|()| {
        let started = Instant::now();
        session.settle();
        started.elapsed()
    });
    median(times.to_vec())
}
