//! Two runs on one file, runs that are stopped by a signal, and runs with little memory.

use std::fs;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::endings::program;
use crate::exit_status::wait_for;
use crate::messages::file;
use crate::session::{PROGRAM, command_line, send_signal};
use crate::subcommands::{assert_one_error, assert_pipes_are_refused, named_pipe};
use crate::train::{data, no_file};

/// A run that is killed at the end of a test, also of one that fails.
struct Running(Child);

impl Running {
    fn start(arguments: &[&str]) -> Self {
        let mut run = program(arguments);
        Self(
            run.stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        )
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Fails if the run has ended.
        let _: Result<(), _> = self.0.kill();
        let _: Result<ExitStatus, _> = self.0.wait();
    }
}

/// Writes 40 games, and returns the path of their file.
fn games(name: &str) -> String {
    let path = file(name, "");
    let arguments = ["datagen", &path, "--games", "40", "--nodes", "10"];
    assert_eq!(command_line(&arguments).status, Some(0));
    path
}

/// Asserts that while a run with this file is stopped by SIGSTOP, a second run is refused and
/// changes nothing, and that the first run continues. `first` and `second` are the arguments of the
/// runs.
#[track_caller]
pub fn assert_the_second_run_is_refused(state: &str, first: &[&str], second: &[&str]) {
    let mut run = Running::start(first);
    wait_for(&mut run.0, || {
        fs::metadata(state).is_ok_and(|found| found.len() > 0)
    });
    send_signal("STOP", run.0.id());
    let stat = format!("/proc/{}/stat", run.0.id());
    wait_for(&mut run.0, || {
        fs::read_to_string(&stat).unwrap().contains(") T ")
    });
    // Its other threads stop within some microseconds.
    let before = loop {
        let bytes = fs::read(state).unwrap();
        thread::sleep(Duration::from_millis(100));
        if fs::read(state).unwrap() == bytes {
            break bytes;
        }
    };
    let message = format!("cannot write {state}: another program is writing it");
    assert_one_error(second, &message);
    assert_eq!(fs::read(state).unwrap(), before);
    send_signal("CONT", run.0.id());
    wait_for(&mut run.0, || fs::read(state).unwrap() != before);
    send_signal("TERM", run.0.id());
    assert_eq!(run.0.wait().unwrap().code(), Some(130));
    for suffix in [".lock", ".partial"] {
        assert!(!fs::exists(format!("{state}{suffix}")).unwrap(), "{suffix}");
    }
    // No process writes it now.
    let again = command_line(second);
    assert!(!again.errors.contains("another program"), "{again:?}");
}

#[test]
fn a_second_training_with_one_checkpoint_is_refused() {
    let [data, _] = data("two-trainings");
    let checkpoint = no_file("two-trainings.checkpoint");
    let options = [
        "--hidden",
        "64",
        "--threads",
        "1",
        "--checkpoint",
        &checkpoint,
    ];
    let first = [&["train", &data, "--epochs", "1000000"][..], &options].concat();
    let second = [&["train", &data, "--epochs", "1"][..], &options].concat();
    assert_the_second_run_is_refused(&checkpoint, &first, &second);
}

/// The running training names the checkpoint by a link. Others are refused by either name.
#[test]
fn a_training_with_a_link_to_the_checkpoint_locks_both_names() {
    let [data, _] = data("linked");
    let checkpoint = no_file("linked.checkpoint");
    let link = checkpoint.clone() + ".link";
    // A failed run of the test may have left it.
    let _: Result<(), _> = fs::remove_file(&link);
    std::os::unix::fs::symlink(&checkpoint, &link).unwrap();
    let options = ["--hidden", "64", "--threads", "1", "--checkpoint"];
    let arguments =
        |epochs, file| [&["train", &data, "--epochs", epochs][..], &options, &[file]].concat();
    let mut run = Running::start(&arguments("1000000", &checkpoint));
    wait_for(&mut run.0, || fs::exists(&checkpoint).unwrap());
    drop(run);
    // It writes through the link.
    let first = fs::read(&checkpoint).unwrap();
    let mut linked_run = Running::start(&arguments("1000000", &link));
    wait_for(&mut linked_run.0, || {
        fs::read(&checkpoint).unwrap() != first
    });
    for other in [&checkpoint, &link] {
        let message = format!("cannot write {other}: another program is writing it");
        assert_one_error(&arguments("1", other), &message);
    }
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    // The user removes the file of the lock, and another program creates its own.
    let lock = checkpoint.clone() + ".lock";
    fs::remove_file(&lock).unwrap();
    fs::write(&lock, "").unwrap();
    send_signal("TERM", linked_run.0.id());
    assert_eq!(linked_run.0.wait().unwrap().code(), Some(130));
    assert!(fs::exists(&lock).unwrap());
    for path in [link, lock] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_second_datagen_with_one_file_is_refused() {
    let games = file("two-datagens.vf", "");
    let first = ["datagen", &games, "--games", "1000000", "--nodes", "10"];
    let second = ["datagen", &games, "--games", "1", "--nodes", "10"];
    assert_the_second_run_is_refused(&games, &first, &second);
}

/// The lock file of a killed program has no owner.
#[test]
fn the_lock_file_of_a_killed_training_does_no_harm() {
    let [data, _] = data("killed-training");
    let checkpoint = no_file("killed-training.checkpoint");
    let lock = checkpoint.clone() + ".lock";
    fs::write(&lock, "").unwrap();
    let options = [
        "--hidden",
        "64",
        "--epochs",
        "1",
        "--checkpoint",
        &checkpoint,
    ];
    let ended = command_line(&[&["train", &data][..], &options].concat());
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert!(fs::exists(&checkpoint).unwrap() && !fs::exists(&lock).unwrap());
    // This is none.
    fs::write(&lock, "my notes").unwrap();
    let arguments = [&["train", &data][..], &options].concat();
    let message = "it is not empty; expected no such file";
    assert_one_error(&arguments, &format!("cannot write {lock}: {message}"));
    assert_eq!(fs::read(&lock).unwrap(), b"my notes");
    fs::remove_file(&lock).unwrap();
}

#[test]
fn datagen_replaces_only_the_beginning_of_its_own_first_game() {
    let whole = games("whole.vf");
    let own = fs::read(&whole).unwrap();
    let other = file("other-games.vf", "");
    let arguments = ["datagen", &other, "--games", "40", "--nodes", "10"];
    for count in [0, 1, 31, 32, 33, 40] {
        fs::write(&other, &own[..count]).unwrap();
        let ended = command_line(&arguments);
        assert_eq!(ended.status, Some(0), "{count}: {ended:?}");
        assert_eq!(fs::read(&other).unwrap(), own, "{count}");
    }
    let changed = |at: usize| {
        let mut bytes = own[..40].to_vec();
        bytes[at] ^= 1;
        bytes
    };
    for (content, message) in [
        (
            b"my notes".to_vec(),
            "found 8 bytes that do not begin a game with these arguments; expected a new file or such games",
        ),
        (
            b"my notes, which are longer".to_vec(),
            "found 26 bytes that do not begin a game with these arguments",
        ),
        (changed(0), ""),
        (changed(39), ""),
        (vec![0; 3], "found 3 bytes that do not begin a game"),
    ] {
        fs::write(&other, &content).unwrap();
        assert_one_error(&arguments, &format!("{other}: {message}"));
        assert_eq!(fs::read(&other).unwrap(), content);
    }
}

/// The games are read 5,000 times, so the program has not ended before the signal.
#[test]
fn sigterm_leaves_no_temporary_files() {
    let games = games("terminated.vf");
    let [training, held_out] = ["train", "held"].map(|part| file(&format!("term.{part}"), ""));
    let files = vec![&*games; 5_000];
    let options = ["--out", &training, "--held-out", &held_out];
    let mut run = Running::start(&[&["data"], &*files, &options].concat());
    let buckets = [&training, &held_out].map(|path| path.clone() + ".buckets");
    wait_for(&mut run.0, || {
        buckets.iter().all(|path| fs::exists(path).unwrap())
    });
    send_signal("TERM", run.0.id());
    assert_eq!(run.0.wait().unwrap().code(), Some(130));
    assert!(buckets.iter().all(|path| !fs::exists(path).unwrap()));
    for path in [training, held_out] {
        assert_eq!(fs::read(path).unwrap(), b"");
    }
}

/// Runs the program after a command of the shell that limits resources.
fn run_with_limit(limit: &str, arguments: &[&str]) -> Output {
    let script = format!("{limit}; exec \"$0\" \"$@\"");
    let shell = Command::new("sh")
        .args(["-c", &script, PROGRAM])
        .args(arguments)
        .output();
    shell.unwrap()
}

#[test]
fn too_few_threads_are_one_message() {
    let [data, _] = data("few-threads");
    // There is memory for the gradients of 500 threads, a megabyte each, but not for all stacks.
    let options = ["--hidden", "64", "--epochs", "1", "--threads", "500"];
    let arguments = [&["train", &data][..], &options].concat();
    let ended = run_with_limit("ulimit -v 1048576", &arguments);
    let errors = String::from_utf8(ended.stderr).unwrap();
    let start = "ferz-lab: cannot start 500 threads; the system provides only ";
    let started = errors
        .strip_prefix(start)
        .and_then(|end| end.strip_suffix('\n'));
    let started = started.and_then(|number| number.parse::<usize>().ok());
    assert_eq!(ended.status.code(), Some(2), "{errors}");
    assert!(started.is_some_and(|number| number < 500), "{errors}");
}

#[test]
fn a_training_needs_no_large_stack() {
    let [data, _] = data("small-stack");
    let arguments = ["train", &data, "--epochs", "1"];
    let ended = run_with_limit("ulimit -s 256", &arguments);
    let errors = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(0), "{errors}");
}

#[test]
fn a_named_pipe_is_refused_by_every_command_that_reads_a_file() {
    let pipe = named_pipe("input");
    assert_pipes_are_refused(&[
        &["datagen", &pipe],
        &["data", &pipe],
        &["data", "--out", "a", "--held-out", "b", &pipe],
        &["data", "--out", "a", "--deep", "1", &pipe],
        &["train", &pipe],
        &["fit-wdl", &pipe],
        &["epd", &pipe],
        &["network", "show", &pipe],
        &["network", "verify", "--data", &pipe],
        &["match", "--a", "Hash=1", "--book", &pipe],
    ]);
    fs::remove_file(pipe).unwrap();
}
