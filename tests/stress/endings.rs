//! The end of the program at any moment: by `quit`, at the end of its input, or when the reader of
//! its output is gone.
//!
//! The tests measure the time from `quit` until the process is gone. They take the median of
//! several attempts, because a busy machine may delay any of them.

use std::time::{Duration, Instant};

use crate::session::{Session, TIMEOUT};
use crate::{AT_ONCE, ATTEMPTS, MOST_MOVES, median, millis};

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
        "go perft 9\nstop",
        "setoption name Threads value 4\ngo perft 9\nstop",
        "bench 20\nstop",
        "go perft 9\nd\ngo perft 9\nstop",
    ] {
        for pause in [0, 60] {
            assert_quits(running, millis(pause));
        }
    }
}

#[test]
fn a_second_quit_stops_the_perft_that_the_first_one_waits_for() {
    for pause in [0, 60] {
        assert_quits("go perft 9\nd\nquit", millis(pause));
    }
}

#[test]
fn quit_after_an_empty_line_ends_the_process_at_once() {
    for pause in [0, 60] {
        assert_quits("", millis(pause));
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
