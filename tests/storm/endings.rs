//! The end of the program at any moment: by `quit`, at the end of its input, or when the reader of
//! its output is gone.
//!
//! The tests measure the time from `quit` until the process is gone. They take the median of
//! several attempts, because a busy machine may delay any of them.

use std::time::{Duration, Instant};

use ferz::chess::Board;

use crate::session::{Session, TIMEOUT};
use crate::{assert_is_legal, board, count, median, millis};

/// The maximum time from `quit` until the process is gone.
const AT_ONCE: Duration = Duration::from_millis(200);

/// A position with 218 legal moves, the maximum
/// (<https://www.chessprogramming.org/Encoding_Moves>).
const MOST_MOVES: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

/// The number of attempts for each measurement.
const ATTEMPTS: usize = 5;

/// Sends the lines `running`, waits for the time `pause`, and sends `quit`. Fails unless the
/// process is gone within [`AT_ONCE`] after `quit`.
#[track_caller]
fn assert_quits(running: &str, pause: Duration) {
    let times = [(); ATTEMPTS].map(|()| {
        let mut session = Session::start();
        // The startup time is not measured.
        session.settle();
        session.send(running);
        session.lines_within(pause);
        let (time, status) = session.quit_without_reading();
        assert_eq!(status, Some(0), "{running}");
        let ended = session.ended();
        assert_eq!(ended.errors, "", "{running}");
        time
    });
    let time = median(times.to_vec());
    assert!(time < AT_ONCE, "{running}, {pause:?}: {times:?}");
}

#[test]
fn quit_during_a_search_ends_the_process_at_once() {
    for threads in [1, 4] {
        let threads = format!("setoption name Threads value {threads}");
        for go in [
            "go infinite",
            "go ponder wtime 60000 btime 60000",
            "go wtime 60000 btime 60000",
        ] {
            for pause in [0, 3, 60] {
                assert_quits(&format!("{threads}\n{go}"), millis(pause));
            }
        }
    }
}

#[test]
fn quit_after_a_stopped_perft_or_bench_ends_the_process_at_once() {
    for running in [
        "",
        "go perft 9\nstop",
        "setoption name Threads value 4\ngo perft 9\nstop",
        "bench 20\nstop",
        "go perft 9\nd\ngo perft 9\nstop",
        // The first `quit` waits for the perft, the second does not.
        "go perft 9\nd\nquit",
    ] {
        for pause in [0, 60] {
            assert_quits(running, millis(pause));
        }
    }
}

#[test]
fn quit_amid_any_other_commands_ends_the_process_at_once() {
    let flood = "isready\nd\nstop\nponderhit\n".repeat(100);
    let searches = "go infinite\nisready\nstop\n".repeat(10);
    for running in [
        flood.trim_end(),
        &format!("go infinite\n{}", flood.replace("stop\n", "").trim_end()),
        searches.trim_end(),
        "ucinewgame\nposition startpos moves e2e4\ngo infinite\nsetoption name Hash value 64",
        "setoption name MultiPV value 256\ngo infinite",
        &format!("setoption name MultiPV value 256\nposition fen {MOST_MOVES}\ngo infinite"),
        "go ponder movetime 10\nponderhit",
        "go infinite\ngo infinite\ngo perft 9\nstop",
    ] {
        for pause in [0, 20] {
            assert_quits(running, millis(pause));
        }
    }
}

/// `go` and `quit` are sent in one write.
#[test]
fn quit_right_after_go_ends_the_process_at_once_and_the_go_is_answered() {
    for go in ["go infinite", "go depth 100", "go ponder"] {
        let times = [(); ATTEMPTS].map(|()| {
            let mut session = Session::start();
            session.settle();
            session.send(&format!("{go}\nquit"));
            let (time, status) = session.wait_for_exit();
            let ended = session.ended();
            assert_eq!((status, ended.best_moves().len()), (Some(0), 1), "{go}");
            time
        });
        assert!(median(times.to_vec()) < AT_ONCE, "{go}: {times:?}");
    }
}

// --- readers

/// Stops reading, starts a search, and sends `uci`, `d` and `isready` `rounds` times. Their output
/// fills the pipe, so the engine is blocked on its output.
fn fill_pipe(session: &mut Session, rounds: usize) {
    session.send(&format!("position fen {MOST_MOVES}"));
    session.send("setoption name MultiPV value 256\nisready");
    session.lines_to("readyok");
    session.stop_reading();
    session.send("go infinite");
    session.send("uci\nd\nisready\n".repeat(rounds).trim_end());
    // The search alone prints more than the 64 kB that a pipe holds by default on Linux.
    std::thread::sleep(millis(300));
}

#[test]
fn a_reader_that_pauses_receives_all_answers_in_order() {
    const ROUNDS: usize = 100;
    let mut session = Session::start();
    fill_pipe(&mut session, ROUNDS);
    session.resume_reading();
    session.search("stop");
    session.settle();
    let ended = session.quit();
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    let answers = ["uciok", "Checkers: ", "readyok"];
    let lines = ended.lines.iter().filter_map(|line| {
        let is_start = |start: &&&str| line.starts_with(**start);
        answers.iter().find(is_start).copied()
    });
    let lines: Vec<&str> = lines.collect();
    // The first and the last `readyok` belong to no round.
    assert_eq!(lines.len(), ROUNDS * answers.len() + 2);
    for round in lines[1..lines.len() - 1].chunks(answers.len()) {
        assert_eq!(round, answers);
    }
    // The other lines of the answers are complete too.
    for (start, lines_each) in [("option name Hash ", 1), ("| a ", 0), ("Fen: ", 1)] {
        assert_eq!(
            count(&ended.lines, start),
            ROUNDS * lines_each,
            "{start} of {ROUNDS}"
        );
    }
    assert_eq!(ended.best_moves().len(), 1);
    assert_is_legal(ended.best_moves()[0], &board(MOST_MOVES));
}

#[test]
fn searches_during_a_pause_of_the_reader_give_their_best_moves_afterwards() {
    let mut session = Session::start();
    session.send(&format!("position fen {MOST_MOVES}"));
    session.send("setoption name MultiPV value 256\nisready");
    session.lines_to("readyok");
    session.stop_reading();
    session.send("go movetime 50\ngo movetime 50\ngo depth 3\nstop");
    std::thread::sleep(millis(300));
    session.resume_reading();
    for _ in 0..3 {
        let lines = session.lines_to("bestmove");
        assert_is_legal(&lines[lines.len() - 1], &board(MOST_MOVES));
    }
    session.assert_settled();
}

#[test]
fn quit_without_a_reader_ends_the_process_at_once() {
    for rounds in [0, 400] {
        let times = [(); ATTEMPTS].map(|()| {
            let mut session = Session::start();
            fill_pipe(&mut session, rounds);
            // The last line may be cut off, so the output is not checked.
            let (time, status) = session.quit_without_reading();
            assert_eq!(status, Some(0));
            time
        });
        let time = median(times.to_vec());
        assert!(time < AT_ONCE, "{rounds} rounds: {times:?}");
    }
}

/// The output of a script may go to a pager, for example.
#[test]
fn a_slow_reader_gets_the_whole_output_of_a_script() {
    const ROUNDS: usize = 400;
    let mut session = Session::start();
    session.settle();
    session.stop_reading();
    session.send("d\nuci\n".repeat(ROUNDS).trim_end());
    session.send("go perft 4\nquit");
    session.close_input();
    // If the input were open, a blocked write would be abandoned much earlier.
    std::thread::sleep(millis(600));
    let ended = session.ended();
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    assert_eq!(count(&ended.lines, "uciok"), ROUNDS);
    assert_eq!(count(&ended.lines, "Nodes searched: 197281"), 1);
}

#[test]
fn the_process_ends_when_its_output_is_closed() {
    for running in [
        "go infinite",
        "setoption name Threads value 4\ngo infinite",
        "go movetime 600000",
    ] {
        let mut session = Session::start();
        session.settle();
        session.close_output();
        // The input stays open, as if only a part of the client had ended.
        session.send(running);
        let (time, _) = session.wait_for_exit();
        assert!(time < Duration::from_secs(5), "{running}: {time:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_process_ends_when_its_client_is_killed() {
    let engine = shell_words::quote(env!("CARGO_BIN_EXE_ferz")).into_owned();
    for running in [
        "go infinite",
        "go movetime 600000",
        "go ponder",
        "isready\\ngo perft 12",
        "isready\\nbench 60",
        "isready\\ngo perft 12\\nd\\nquit",
    ] {
        // The shell opens both pipes, prints the process id of the engine, and kills itself.
        let script = format!(
            "mkfifo in out || exit; {engine} <in >out & exec 3>in 4<out
             echo $!; printf '{running}\\n' >&3; read -r line <&4; kill -KILL $$"
        );
        let folder = crate::common::files::empty_folder("client");
        let mut shell = std::process::Command::new("sh");
        let shell = shell.args(["-c", &script]).current_dir(&folder);
        let output = shell.stderr(std::process::Stdio::null()).output();
        let output = output.expect("a shell");
        std::fs::remove_dir_all(&folder).expect("the test can remove its folder");
        let process = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        assert!(!process.is_empty(), "no engine: {output:?}");
        let started = Instant::now();
        // The process must be gone, or it must be a zombie, whose parent has not yet waited for it.
        let status = format!("/proc/{process}/status");
        while std::fs::read_to_string(&status).is_ok_and(|text| !text.contains("State:\tZ")) {
            assert!(
                started.elapsed() < TIMEOUT,
                "{running}: the process still exists"
            );
            std::thread::sleep(millis(5));
        }
    }
}

// --- threads

#[cfg(target_os = "linux")]
#[test]
fn an_idle_engine_has_as_many_threads_as_at_its_start() {
    use crate::status_of;
    let mut session = Session::start();
    session.settle();
    let at_first = status_of(&session, "Threads");
    session.send("setoption name Threads value 8");
    for running in [
        "go infinite\nstop\n".repeat(50) + "go depth 1",
        "go ponder\nponderhit\nstop\n".repeat(20) + "go depth 1",
        "go perft 4\ngo perft 9\nstop\nbench 1\nstop\nucinewgame\ngo depth 1".to_owned(),
        "setoption name Hash value 3\nsetoption name Clear Hash\ngo nodes 5000".to_owned(),
    ] {
        let searches = running.matches("go ").count() - running.matches("perft").count();
        session.send(&running);
        for _ in 0..searches {
            session.lines_to("bestmove");
        }
        // The threads of a search end shortly after its best move is printed.
        let deadline = Instant::now() + TIMEOUT;
        while status_of(&session, "Threads") != at_first {
            assert!(Instant::now() < deadline, "{running}");
            std::thread::sleep(millis(1));
        }
    }
    let ended = session.quit();
    let last = ended.best_moves().pop().expect("an answer");
    assert_is_legal(last, &Board::default());
}
