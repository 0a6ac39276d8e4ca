//! Tests of scripts: a search that ends by itself is completed before the next command that changes
//! the position, an option or the search.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::session::{Session, answer_to};
use crate::{FORCED, MAX_READY_TIME, assert_pondered_to, count, millis, time_to_be_ready};

/// Two searches of different positions, as scripts for Stockfish send them.
const TWO_SEARCHES: [&str; 4] = [
    "position startpos",
    "go depth 8",
    "position startpos moves e2e4",
    "go depth 8",
];

/// Asserts that both searches reached their depth, the second after a move by White.
#[track_caller]
fn assert_both_complete(lines: &[String]) {
    let parts: Vec<&[String]> = lines
        .split_inclusive(|line| line.starts_with("bestmove "))
        .collect();
    assert_eq!(parts.len(), 2, "{lines:?}");
    for part in &parts {
        assert_eq!(count(part, "info depth 8 "), 1, "{lines:?}");
    }
    let best = parts[1].last().expect("a best move");
    let from_rank = best.as_bytes()["bestmove e".len()];
    assert!(b"78".contains(&from_rank), "not a move by Black: {best}");
}

#[test]
fn every_search_of_a_pipe_is_completed() {
    let ended = answer_to(&(TWO_SEARCHES.join("\n") + "\n"));
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    assert_both_complete(&ended.lines);
}

#[test]
fn every_search_of_a_file_is_completed() {
    let mut file = tempfile();
    file.write_all(TWO_SEARCHES.join("\n").as_bytes())
        .and_then(|()| std::io::Seek::rewind(&mut file))
        .expect("a temporary file");
    let mut ferz = Command::new(env!("CARGO_BIN_EXE_ferz"));
    assert_both_complete(&output_of(ferz.stdin(file)));
}

#[test]
fn every_search_of_the_arguments_is_completed() {
    let mut ferz = Command::new(env!("CARGO_BIN_EXE_ferz"));
    assert_both_complete(&output_of(ferz.args(TWO_SEARCHES).stdin(Stdio::null())));
}

/// Returns an empty file whose name is already removed, so that no test has to remove it.
fn tempfile() -> std::fs::File {
    let name = format!("ferz-script-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let mut options = std::fs::File::options();
    let file = options.read(true).write(true).create_new(true).open(&path);
    let file = file.expect("a new file");
    std::fs::remove_file(&path).expect("the file exists");
    file
}

/// Runs the program, and returns its output without the header line.
fn output_of(ferz: &mut Command) -> Vec<String> {
    let output = ferz.env_remove("RUST_LOG").output().expect("a process");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn commands_that_change_something_wait_for_a_search_that_ends_by_itself() {
    for change in [
        "ucinewgame",
        "setoption name MultiPV value 3",
        "setoption name Hash value 2",
        "flip",
        "go perft 2",
        "bench 1",
        "go depth 1",
        "go infinite",
        "position startpos moves e2e5",
    ] {
        let input = format!("go depth 9\n{change}\n");
        let ended = answer_to(&input);
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{change}");
        let best = ended.lines.iter().position(|line| line.starts_with("best"));
        let first = &ended.lines[..best.expect("a best move")];
        assert_eq!(count(first, "info depth 9 "), 1, "{change}: {first:?}");
        assert!(
            first.iter().all(|line| line.starts_with("info depth ")),
            "{change}: {first:?}"
        );
    }
}

#[test]
fn an_option_after_a_search_that_ends_by_itself_applies_to_the_next_one() {
    let ended = answer_to(
        "go movetime 100\nsetoption name MultiPV value 2\nucinewgame\ngo depth 3\n\
         setoption name MultiPV value 1\ngo wtime 500 btime 500\n",
    );
    let parts: Vec<&[String]> = ended
        .lines
        .split_inclusive(|line| line.starts_with("bestmove "))
        .collect();
    let has_second_variation =
        |part: &&[String]| part.iter().any(|line| line.contains(" multipv 2 "));
    let found: Vec<bool> = parts.iter().map(has_second_variation).collect();
    assert_eq!(found, [false, true, false]);
}

#[test]
fn a_pondering_search_is_completed_after_the_ponderhit() {
    let ended = answer_to("go ponder depth 8\nponderhit\nposition startpos\ngo depth 1\n");
    assert_eq!(ended.best_moves().len(), 2);
    assert_pondered_to(8, &ended.lines);
}

#[test]
fn isready_is_answered_at_once_while_commands_wait_for_a_search() {
    let mut session = Session::start();
    session.send(&format!("go movetime 1000\n{FORCED}\ngo depth 1"));
    let time = time_to_be_ready(&mut session);
    assert!(time < MAX_READY_TIME, "{time:?}");
    session.lines_to("bestmove");
    let best = session.lines_to("bestmove").pop();
    assert!(best.is_some_and(|line| line.starts_with("bestmove a8b8")));
}

#[test]
fn queries_during_a_search_that_waited_for_another_are_answered_at_once() {
    let mut session = Session::start();
    session.send("go depth 5\nposition startpos moves e2e4\ngo movetime 1000\nd\nisready\neval");
    session.lines_to("bestmove");
    let lines = session.lines_to("Final evaluation");
    assert_eq!(count(&lines, "Fen: "), 1);
    assert_eq!(count(&lines, "bestmove"), 0, "{lines:?}");
    session.lines_to("bestmove");
}

#[test]
fn stop_ends_a_search_and_all_searches_that_wait_for_it() {
    let mut session = Session::start();
    session.send("go depth 100\nposition startpos moves e2e4\ngo movetime 60000\ngo infinite");
    session.lines_within(millis(50));
    let started = Instant::now();
    session.send("stop");
    for _ in 0..3 {
        session.lines_to("bestmove");
    }
    assert!(started.elapsed() < Duration::from_secs(1));
    session.assert_settled();
    // A later search is not stopped.
    let lines = session.search("go depth 5");
    assert_eq!(count(&lines, "info depth 5 "), 1, "{lines:?}");
}

#[test]
fn quit_does_not_wait_for_a_search_with_or_without_commands_that_wait_for_it() {
    for (running, searches) in [
        ("go movetime 60000", 1),
        ("go wtime 600000 btime 600000\nucinewgame", 1),
        (
            "go depth 100\nposition startpos moves e2e4\ngo depth 100",
            2,
        ),
    ] {
        let mut session = Session::start();
        session.send(running);
        let ended = session.quit_within(Duration::from_secs(2));
        assert!(ended.took < Duration::from_secs(1), "{running}");
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{running}");
        assert_eq!(ended.best_moves().len(), searches, "{running}");
    }
}

#[test]
fn a_search_that_waited_for_another_has_its_full_time() {
    let mut session = Session::start();
    session.send("go movetime 300\ngo movetime 300");
    session.lines_to("bestmove");
    let started = Instant::now();
    session.lines_to("bestmove");
    let took = started.elapsed();
    assert!((millis(200)..millis(900)).contains(&took), "{took:?}");
}

#[test]
fn an_infinite_search_that_is_stopped_at_once_completes_its_first_iteration() {
    let mut session = Session::start();
    for end in ["stop", "position startpos\ngo depth 1", "go perft 1"] {
        for _ in 0..20 {
            let lines = session.search(&format!("go infinite\n{end}"));
            assert_eq!(count(&lines, "info depth 0 "), 0, "{end}: {lines:?}");
            assert!(count(&lines, "info depth 1 ") > 0, "{end}: {lines:?}");
            if !end.starts_with("stop") {
                session.lines_to(if end.contains("perft") {
                    "info string"
                } else {
                    "bestmove"
                });
            }
        }
    }
    for _ in 0..20 {
        let ended = answer_to("go infinite");
        assert!(count(&ended.lines, "info depth 1 ") > 0, "{ended:?}");
    }
}
