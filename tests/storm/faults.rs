//! Disks that are full, slow or not there under the log, and a process that is stopped and
//! continued while it thinks. See <https://man7.org/linux/man-pages/man7/signal.7.html>.

use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use ferz::chess::Board;

use crate::common::files::empty_folder;
use crate::session::{Ended, Session};
use crate::{assert_is_legal, count, median, millis, start_after};

// --- logs

/// How soon after `quit` the process must be gone.
const AT_ONCE: Duration = Duration::from_millis(200);

/// Plays for a while, at speed, and quits.
#[track_caller]
fn assert_plays_on(mut session: Session) -> Ended {
    // More than a pipe or a queue of any sensible length holds, each with a line in and out.
    const QUESTIONS: usize = 5_000;
    let started = Instant::now();
    session.send("isready\n".repeat(QUESTIONS).trim_end());
    for _ in 0..QUESTIONS {
        session.lines_to("readyok");
    }
    let time = started.elapsed();
    // Some 0.1 s on an idle machine.
    assert!(time < Duration::from_secs(3), "{time:?}");
    let times = [(); 5].map(|()| {
        let started = Instant::now();
        let lines = session.search("setoption name MultiPV value 20\ngo movetime 50");
        assert_is_legal(&lines[lines.len() - 1], &Board::default());
        started.elapsed()
    });
    let time = median(times.to_vec());
    assert!(time < millis(200), "{times:?}");
    session.send("go infinite");
    session.lines_to("info depth 5 ");
    let ended = session.quit();
    assert_eq!((ended.status, ended.best_moves().len()), (Some(0), 6));
    ended
}

fn start_with_log(path: &Path) -> Session {
    Session::start_with(
        &["--log-file", path.to_str().expect("a name in UTF-8")],
        &[],
    )
}

#[test]
fn with_its_log_on_a_full_disk_the_engine_plays_on() {
    assert_plays_on(start_with_log(Path::new("/dev/full")));
}

/// The shell's limit on the size of files, in blocks, without the signal that comes with it.
#[test]
fn when_the_disk_under_its_log_becomes_full_the_engine_plays_on() {
    let folder = empty_folder("full");
    let log = folder.join("log.txt");
    let arguments = format!("--log-file '{}'", log.display());
    assert_plays_on(start_after("trap '' XFSZ; ulimit -f 16", &arguments));
    let length = fs::metadata(&log).expect("a log").len();
    assert!((1..=16 * 1024).contains(&length), "{length}");
    fs::remove_dir_all(folder).expect("a folder of our own");
}

#[test]
fn a_log_that_cannot_be_written_is_said_and_the_engine_plays_on_without() {
    let folder = empty_folder("no-log");
    let file = folder.join("file");
    fs::write(&file, "").expect("a file of our own");
    for path in [
        // Folders where not even root can make a file, one that is none, one not there.
        Path::new("/proc/ferz.log"),
        Path::new("/sys/ferz.log"),
        &file.join("ferz.log"),
        &folder.join("nothing").join("ferz.log"),
        // A folder.
        &folder,
    ] {
        let ended = assert_plays_on(start_with_log(path));
        let name = path.to_str().expect("a name in UTF-8");
        assert!(ended.errors.contains(name), "{name}: {}", ended.errors);
        assert_eq!(ended.errors.lines().count(), 1, "{}", ended.errors);
    }
    fs::remove_dir_all(folder).expect("a folder of our own");
}

/// A named pipe in a folder of its own.
fn pipe(name: &str) -> std::path::PathBuf {
    let path = empty_folder(name).join("pipe");
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo is there").success());
    path
}

fn remove(path: &Path) {
    fs::remove_dir_all(path.parent().expect("a folder")).expect("a folder of our own");
}

#[test]
fn a_log_into_a_pipe_that_nobody_opens_holds_nothing_up() {
    let path = pipe("unopened");
    assert_plays_on(start_with_log(&path));
    remove(&path);
}

#[test]
fn a_log_that_takes_nothing_holds_nothing_up() {
    let path = pipe("unread");
    // Open at both ends, read at none: the pipe fills, and then whoever writes waits.
    let held: File = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&path)
        .expect("a pipe");
    assert_plays_on(start_with_log(&path));
    drop(held);
    remove(&path);
}

#[test]
fn a_quit_is_obeyed_at_once_though_the_log_takes_nothing() {
    let path = pipe("unread-at-quit");
    let held = OpenOptions::new().read(true).write(true).open(&path);
    let times = [(); 5].map(|()| {
        let mut session = start_with_log(&path);
        session.send("isready\n".repeat(1_000).trim_end());
        for _ in 0..1_000 {
            session.lines_to("readyok");
        }
        session.send("go infinite");
        session.lines_to("info depth 2 ");
        let (time, status) = session.quit_without_reading();
        assert_eq!(status, Some(0));
        time
    });
    let time = median(times.to_vec());
    assert!(time < AT_ONCE, "{times:?}");
    drop(held.expect("a pipe"));
    remove(&path);
}

#[test]
fn what_is_said_to_a_slow_log_is_written_when_it_can_be() {
    let path = pipe("slow");
    let held = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&path)
        .expect("a pipe");
    let mut session = start_with_log(&path);
    let lines = session.search("setoption name Hash value 1\ngo depth 3");
    session.lines_within(millis(300));
    // Less than the pipe holds, so that this end can be read to its end.
    let ended = session.quit();
    assert_eq!((ended.status, lines.is_empty()), (Some(0), false));
    let mut log = String::new();
    let mut reader = File::open(&path).expect("a pipe");
    drop(held);
    std::io::Read::read_to_string(&mut reader, &mut log).expect("text");
    for text in [
        "<< setoption name Hash value 1",
        "<< go depth 3",
        ">> bestmove",
    ] {
        assert!(log.contains(text), "{text}: {log}");
    }
    remove(&path);
}

/// Some programs take the messages of an engine, and never look at them.
#[test]
fn messages_that_nobody_reads_hold_nothing_up() {
    let path = pipe("errors");
    let held = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&path)
        .expect("a pipe");
    let redirect = format!("export RUST_LOG=debug; exec 2>'{}'", path.display());
    assert_plays_on(start_after(&redirect, ""));
    drop(held);
    remove(&path);
}

// --- stopped and continued

fn signal(session: &Session, name: &str) {
    let script = format!("kill -{name} {}", session.process());
    let sent = Command::new("sh").args(["-c", &script]).status();
    assert!(sent.expect("a shell").success());
}

/// The engine is stopped some time after this is sent, and continued so much later. Returns
/// when its best move came: since it was asked, and since it went on.
fn interrupted(go: &str, run: Duration, stopped: Duration, threads: usize) -> [Duration; 2] {
    let mut session = Session::start();
    session.ask(&format!("setoption name Threads value {threads}"));
    session.send(go);
    let asked = Instant::now();
    let before = session.lines_within(run);
    assert_eq!(count(&before, "bestmove"), 0, "{go} ended too early");
    signal(&session, "STOP");
    std::thread::sleep(stopped);
    signal(&session, "CONT");
    let continued = Instant::now();
    let lines = session.lines_to("bestmove");
    let times = [asked.elapsed(), continued.elapsed()];
    assert_is_legal(&lines[lines.len() - 1], &Board::default());
    assert_eq!(session.settle(), [""; 0]);
    assert_eq!(session.quit().status, Some(0));
    times
}

/// The middle of several such times, each in its own right.
fn often_interrupted(go: &str, run: u64, stopped: u64, threads: usize) -> [Duration; 2] {
    let all = [(); 3].map(|()| interrupted(go, millis(run), millis(stopped), threads));
    [0, 1].map(|i| median(all.iter().map(|times| times[i]).collect()))
}

#[test]
fn the_clock_runs_on_while_the_process_is_stopped() {
    for threads in [1, 3] {
        let [asked, _] = often_interrupted("go movetime 600", 100, 400, threads);
        assert!(
            (millis(550)..millis(800)).contains(&asked),
            "{threads}: {asked:?}"
        );
    }
}

#[test]
fn a_search_that_was_stopped_beyond_its_end_answers_at_once_when_it_goes_on() {
    for (go, threads) in [
        ("go movetime 300", 1),
        ("go movetime 300", 3),
        // Not more than there is on the clock.
        ("go wtime 600 btime 600 movestogo 1", 1),
        ("go wtime 600 btime 600 movestogo 1", 3),
    ] {
        let [_, continued] = often_interrupted(go, 20, 700, threads);
        assert!(continued < millis(150), "{go}, {threads}: {continued:?}");
    }
}

#[test]
fn a_search_without_a_clock_goes_on_where_it_was() {
    let [asked, continued] = often_interrupted("go nodes 150000", 10, 100, 1);
    assert!(asked - continued >= millis(100), "{asked:?} {continued:?}");
    let mut session = Session::start();
    session.send("go infinite");
    session.lines_to("info depth 3 ");
    signal(&session, "STOP");
    session.send("isready\nstop\nisready");
    std::thread::sleep(millis(100));
    signal(&session, "CONT");
    let continued = Instant::now();
    // Either answer may come before the best move, and neither waits for it.
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
fn time_that_passed_on_the_opponents_move_is_not_counted_though_the_process_was_stopped() {
    let mut session = Session::start();
    session.send("go ponder movetime 300");
    session.lines_within(millis(50));
    signal(&session, "STOP");
    std::thread::sleep(millis(400));
    signal(&session, "CONT");
    let started = Instant::now();
    session.search("ponderhit");
    let took = started.elapsed();
    assert!((millis(200)..millis(900)).contains(&took), "{took:?}");
}

#[test]
fn a_quit_that_came_while_the_process_was_stopped_is_obeyed_at_once_when_it_goes_on() {
    let times = [(); 5].map(|()| {
        let mut session = Session::start();
        session.send("setoption name Threads value 3\ngo infinite");
        session.lines_to("info depth 2 ");
        signal(&session, "STOP");
        session.send("quit");
        std::thread::sleep(millis(30));
        signal(&session, "CONT");
        let (time, status) = session.wait_for_exit();
        assert_eq!(status, Some(0));
        time
    });
    let time = median(times.to_vec());
    assert!(time < AT_ONCE, "{times:?}");
}
