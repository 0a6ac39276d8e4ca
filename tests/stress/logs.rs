//! Logs on full disks, in missing folders and in blocked pipes.

use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use ferz::chess::Board;

use crate::common::files::empty_folder;
use crate::session::{Ended, Session};
use crate::{AT_ONCE, ATTEMPTS, assert_is_legal, median, millis, start_after};

/// Fails unless the engine answers many `isready` and searches without delay, and then quits.
#[track_caller]
fn assert_plays_on(mut session: Session) -> Ended {
    // Each `isready` logs two lines, so the log exceeds any reasonable pipe or queue.
    const READY_REQUESTS: usize = 5_000;
    let started = Instant::now();
    session.send("isready\n".repeat(READY_REQUESTS).trim_end());
    for _ in 0..READY_REQUESTS {
        session.lines_to("readyok");
    }
    let answered = started.elapsed();
    // An idle machine takes about 0.1 s.
    assert!(answered < Duration::from_secs(3), "{answered:?}");
    let times = [(); ATTEMPTS].map(|()| {
        let sent = Instant::now();
        let lines = session.search("setoption name MultiPV value 20\ngo movetime 50");
        assert_is_legal(&lines[lines.len() - 1], &Board::default());
        sent.elapsed()
    });
    assert!(median(times.to_vec()) < millis(200), "{times:?}");
    session.send("go infinite");
    session.lines_to("info depth 5 ");
    let ended = session.quit();
    assert_eq!((ended.status, ended.best_moves().len()), (Some(0), 6));
    ended
}

/// Starts the engine with this log file.
fn start_with_log(path: &Path) -> Session {
    Session::start_with(
        &["--log-file", path.to_str().expect("a name in UTF-8")],
        &[],
    )
}

#[test]
fn the_engine_plays_on_with_its_log_on_a_full_disk() {
    assert_plays_on(start_with_log(Path::new("/dev/full")));
}

/// The shell limits the size of files to 16 blocks, and ignores SIGXFSZ, so that writes beyond
/// this size fail.
#[test]
fn the_engine_plays_on_when_the_disk_of_its_log_becomes_full() {
    let folder = empty_folder("full");
    let log = folder.join("log.txt");
    let arguments = format!("--log-file '{}'", log.display());
    assert_plays_on(start_after("trap '' XFSZ; ulimit -f 16", &arguments));
    let length = fs::metadata(&log).expect("a log").len();
    assert!((1..=16 * 1024).contains(&length), "{length}");
    fs::remove_dir_all(folder).expect("the test can remove its folder");
}

#[test]
fn a_log_that_cannot_be_written_is_reported_and_the_engine_plays_on() {
    let folder = empty_folder("no-log");
    let file = folder.join("file");
    fs::write(&file, "").expect("the test can write its file");
    for path in [
        // Not even root can create a file in the first two folders. The third path has a file
        // instead of a folder, and the folder of the fourth is missing.
        Path::new("/proc/ferz.log"),
        Path::new("/sys/ferz.log"),
        &file.join("ferz.log"),
        &folder.join("nothing").join("ferz.log"),
        // A folder instead of a file.
        &folder,
    ] {
        let ended = assert_plays_on(start_with_log(path));
        let name = path.to_str().expect("a name in UTF-8");
        assert!(ended.errors.contains(name), "{name}: {}", ended.errors);
        assert_eq!(ended.errors.lines().count(), 1, "{}", ended.errors);
    }
    fs::remove_dir_all(folder).expect("the test can remove its folder");
}

/// Creates a named pipe in a new folder.
fn pipe(name: &str) -> std::path::PathBuf {
    let path = empty_folder(name).join("pipe");
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo exists").success());
    path
}

/// Opens both ends of a pipe, so that the engine can open it too. Nothing is read: the pipe fills,
/// and then writes to it block.
fn open_both_ends(path: &Path) -> File {
    let mut options = OpenOptions::new();
    options.read(true).write(true).open(path).expect("a pipe")
}

/// The first line after the option cannot be written any more.
#[test]
fn a_debug_log_on_a_full_disk_is_reported_once_and_the_engine_plays_on() {
    let mut session = Session::start();
    session.accept_any_output();
    session.send("setoption name Debug Log File value /dev/full");
    let ended = assert_plays_on(session);
    let error = "info string error: Debug Log File: cannot write /dev/full: No space left on device (os error 28); continuing without it";
    let lines = ended.lines.iter();
    let errors: Vec<_> = lines.filter(|line| line.contains("error")).collect();
    assert_eq!(errors, [error]);
}

/// Opening the pipe would wait for a writer, and `quit` would wait for the opening.
#[test]
fn a_pipe_without_a_writer_is_refused_by_every_command_that_reads_a_file() {
    let path = pipe("unwritten");
    // `genfens` and `bench` take no names with a space.
    let folder = std::env::temp_dir().join(format!("ferz-unwritten-{}", std::process::id()));
    // A failed run of the test may have left it.
    let _: Result<(), _> = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("the test can create a folder");
    let table = folder.join("KQvK.rtbw");
    fs::rename(&path, &table).expect("the test can rename its pipe");
    let (folder, name) = (folder.display(), table.display());
    let commands = [
        format!("genfens 3 seed 1 book {name}"),
        format!("bench 16 1 3 {name} depth"),
        format!("setoption name EvalFile value {name}"),
        format!("setoption name SyzygyPath value {folder}"),
    ];
    let mut session = Session::start();
    for command in commands {
        session.send(&command);
        let lines = session.lines_to("info string error");
        let error = "found a pipe or a device; expected a file";
        assert!(
            lines[lines.len() - 1].contains(error),
            "{command}: {lines:?}"
        );
    }
    assert_eq!(session.quit().status, Some(0));
    [path, table].iter().for_each(|path| remove(path));
}

/// Removes a pipe and its folder.
fn remove(path: &Path) {
    fs::remove_dir_all(path.parent().expect("a folder")).expect("the test can remove its folder");
}

#[test]
fn a_log_into_a_pipe_without_a_reader_delays_nothing() {
    let path = pipe("unopened");
    assert_plays_on(start_with_log(&path));
    remove(&path);
}

#[test]
fn a_log_into_a_full_pipe_delays_nothing() {
    let path = pipe("unread");
    let open_pipe = open_both_ends(&path);
    assert_plays_on(start_with_log(&path));
    drop(open_pipe);
    remove(&path);
}

#[test]
fn quit_ends_the_process_at_once_although_the_log_is_blocked() {
    let path = pipe("unread-at-quit");
    let open_pipe = open_both_ends(&path);
    let times = [(); ATTEMPTS].map(|()| {
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
    drop(open_pipe);
    remove(&path);
}

#[test]
fn lines_for_a_slow_log_are_written_later() {
    let path = pipe("slow");
    let open_pipe = open_both_ends(&path);
    let mut session = start_with_log(&path);
    let lines = session.search("setoption name Hash value 1\ngo depth 3");
    session.lines_within(millis(300));
    // The pipe holds the whole log, so it can be read after the engine has ended.
    let ended = session.quit();
    assert_eq!((ended.status, lines.is_empty()), (Some(0), false));
    let mut log = String::new();
    let mut reader = File::open(&path).expect("a pipe");
    drop(open_pipe);
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

/// Some programs open a pipe for the standard error of an engine, and never read it.
#[test]
fn unread_messages_on_standard_error_delay_nothing() {
    let path = pipe("errors");
    let open_pipe = open_both_ends(&path);
    let redirect = format!("export RUST_LOG=debug; exec 2>'{}'", path.display());
    assert_plays_on(start_after(&redirect, ""));
    drop(open_pipe);
    remove(&path);
}
