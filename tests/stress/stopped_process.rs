//! A process that is stopped and continued by signals during a search.

use std::fs;
use std::time::{Duration, Instant};

use ferz::chess::Board;

use crate::session::Session;
use crate::{AT_ONCE, ATTEMPTS, assert_is_legal, count, median, millis};

/// Sends `go`, stops the process after the time `run`, and continues it after the time
/// `stopped`. Returns the time from `go` to the best move, and the time from the continuation to
/// the best move.
fn stop_and_continue(go: &str, run: Duration, stopped: Duration, threads: usize) -> [Duration; 2] {
    let mut session = Session::start();
    session.ask(&format!("setoption name Threads value {threads}"));
    session.send(go);
    let started = Instant::now();
    let before = session.lines_within(run);
    assert_eq!(count(&before, "bestmove"), 0, "{go} ended too early");
    session.signal("STOP");
    std::thread::sleep(stopped);
    session.signal("CONT");
    let continued = Instant::now();
    let lines = session.lines_to("bestmove");
    let times = [started.elapsed(), continued.elapsed()];
    assert_is_legal(&lines[lines.len() - 1], &Board::default());
    session.assert_settled();
    assert_eq!(session.quit().status, Some(0));
    times
}

/// Calls [`stop_and_continue`] three times, with `run` and `stopped` in milliseconds. Returns the
/// median of each of the two times.
fn median_times(go: &str, run: u64, stopped: u64, threads: usize) -> [Duration; 2] {
    let all = [(); 3].map(|()| stop_and_continue(go, millis(run), millis(stopped), threads));
    [0, 1].map(|i| median(all.iter().map(|times| times[i]).collect()))
}

#[test]
fn the_clock_runs_on_while_the_process_is_stopped() {
    for threads in [1, 3] {
        let [since_go, _] = median_times("go movetime 600", 100, 400, threads);
        assert!(
            (millis(550)..millis(800)).contains(&since_go),
            "{threads}: {since_go:?}"
        );
    }
}

#[test]
fn a_search_whose_time_ran_out_while_stopped_answers_at_once_when_continued() {
    for (go, threads) in [
        ("go movetime 300", 1),
        ("go movetime 300", 3),
        // Clocks that expire while the process is stopped.
        ("go wtime 600 btime 600 movestogo 1", 1),
        ("go wtime 600 btime 600 movestogo 1", 3),
    ] {
        let [_, continued] = median_times(go, 20, 700, threads);
        assert!(continued < millis(150), "{go}, {threads}: {continued:?}");
    }
}

#[test]
fn a_search_without_a_clock_resumes_where_it_was() {
    // 150,000 nodes take longer than the search ran before it was stopped.
    let [_, since_continued] = median_times("go nodes 150000", 10, 100, 1);
    assert!(since_continued > millis(10), "{since_continued:?}");
    let mut session = Session::start();
    session.send("go infinite");
    session.lines_to("info depth 3 ");
    session.signal("STOP");
    session.send("isready\nstop\nisready");
    std::thread::sleep(millis(100));
    session.signal("CONT");
    let continued = Instant::now();
    // The answers to `isready` may come before or after the best move.
    let mut answers = 0;
    while answers < 3 {
        let line = session.line();
        answers += usize::from(line == "readyok" || line.starts_with("bestmove"));
    }
    assert!(continued.elapsed() < Duration::from_secs(1));
    let ended = session.quit();
    assert_eq!((ended.best_moves().len(), ended.status), (1, Some(0)));
}

#[test]
fn time_before_ponderhit_is_not_counted_even_if_the_process_was_stopped() {
    let mut session = Session::start();
    session.send("go ponder movetime 300");
    session.lines_within(millis(50));
    session.signal("STOP");
    std::thread::sleep(millis(400));
    session.signal("CONT");
    let started = Instant::now();
    session.search("ponderhit");
    let took = started.elapsed();
    assert!((millis(200)..millis(900)).contains(&took), "{took:?}");
}

#[test]
fn a_quit_sent_to_a_stopped_process_ends_it_at_once_when_continued() {
    let times = [(); ATTEMPTS].map(|()| {
        let mut session = Session::start();
        session.send("setoption name Threads value 3\ngo infinite");
        session.lines_to("info depth 2 ");
        session.signal("STOP");
        session.send("quit");
        std::thread::sleep(millis(30));
        session.signal("CONT");
        let (time, status) = session.wait_for_exit();
        assert_eq!(status, Some(0));
        time
    });
    let time = median(times.to_vec());
    assert!(time < AT_ONCE, "{times:?}");
}

/// For the prompt, the signal is blocked before the thread of the program starts.
#[test]
fn without_a_prompt_ctrl_z_can_stop_all_threads_but_the_first() {
    /// The bit of SIGTSTP in a mask of signals.
    const TERMINAL_STOP: u64 = 1 << 19;
    let mut session = Session::start();
    session.settle();
    let process = session.process().to_string();
    for thread in fs::read_dir(format!("/proc/{process}/task")).unwrap() {
        let thread = thread.unwrap();
        let status = fs::read_to_string(thread.path().join("status")).unwrap();
        let mask = status
            .lines()
            .find_map(|line| line.strip_prefix("SigBlk:\t"));
        let mask = u64::from_str_radix(mask.unwrap(), 16).unwrap();
        let is_first = thread.file_name() == *process;
        assert_eq!(mask & TERMINAL_STOP != 0, is_first, "{status}");
    }
}
