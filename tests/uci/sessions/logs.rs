//! Logs of input and output: `RUST_LOG`, `--log-file` and the option Debug Log File.

#[cfg(unix)]
use std::process::Command;

use crate::session::Session;

#[test]
fn a_log_file_that_cannot_be_written_is_reported_and_the_engine_plays_on() {
    let mut session = Session::start_with(&["--log-file", "/no such folder/ferz.log"], &[]);
    session.search("go depth 2");
    let ended = session.quit();
    assert_eq!(ended.status, Some(0));
    let message = "ferz: cannot write the log file /no such folder/ferz.log: ";
    assert!(ended.errors.starts_with(message), "{ended:?}");
}

#[test]
fn rust_log_debug_logs_both_directions_on_standard_error() {
    for level in ["", "warn", "debug"] {
        let mut session = Session::start_with(&[], &[("RUST_LOG", level)]);
        session.ask("joho\nposition startpos");
        session.search("go depth 2");
        let ended = session.quit();
        for (direction, line) in [
            ("<<", "joho"),
            ("<<", "isready"),
            ("<<", "go depth 2"),
            (">>", "readyok"),
            (">>", "bestmove "),
            (">>", "info string "),
        ] {
            let logged = format!("{direction} {line}");
            assert_eq!(
                ended.errors.contains(&logged),
                level == "debug",
                "{logged}: {ended:?}"
            );
        }
        assert!(ended.lines.iter().all(|line| {
            ["info ", "readyok", "bestmove "]
                .iter()
                .any(|start| line.starts_with(start))
        }));
    }
}

#[test]
fn the_log_file_contains_both_directions() {
    let path = std::env::temp_dir().join(format!("ferz-log-{}.txt", std::process::id()));
    let name = path.to_str().expect("a name in UTF-8");
    let mut session = Session::start_with(&["--log-file", name], &[]);
    session.ask("setoption name Hash value 1");
    session.search("go depth 1");
    let ended = session.quit();
    let log = std::fs::read_to_string(&path).expect("the log was written");
    std::fs::remove_file(&path).expect("the test can remove its log");
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    for text in [
        "<< setoption name Hash value 1",
        ">> readyok",
        "<< go depth 1",
        ">> bestmove",
    ] {
        assert!(log.contains(text), "{text}: {log}");
    }
}

#[test]
fn the_debug_log_file_contains_all_lines_until_it_is_closed() {
    let path = std::env::temp_dir().join(format!("ferz-debug-{}.txt", std::process::id()));
    let name = path.to_str().expect("a name in UTF-8");
    let mut session = Session::start();
    session.ask("setoption name Hash value 1");
    session.ask(&format!("setoption name debug log file value {name}"));
    session.search("go depth 1");
    // A file that cannot be written is reported, and the open one stays in use.
    let bad = "setoption name Debug Log File value /no such folder/a.txt";
    let output = session.ask(bad);
    assert_eq!(output.len(), 1, "{output:?}");
    assert!(
        output[0]
            .starts_with("info string error: setoption: Debug Log File: cannot write /no such"),
        "{output:?}"
    );
    session.ask("setoption name Debug Log File value <empty>");
    session.search("go depth 2");
    let ended = session.quit();
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    let log = std::fs::read_to_string(&path).expect("the log was written");
    std::fs::remove_file(&path).expect("the test can remove its log");
    let lines: Vec<&str> = log.lines().collect();
    for line in ["<< go depth 1", &format!("<< {bad}"), ">> readyok"] {
        assert!(lines.contains(&line), "{line}: {log}");
    }
    for (start, times) in [
        (">> info depth 1 ", 1),
        (">> bestmove ", 1),
        ("<< isready", 2),
    ] {
        let found = lines.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!(found, times, "{start}: {log}");
    }
    assert!(
        !log.contains("go depth 2") && !log.contains("Hash"),
        "{log}"
    );
}

/// Opening a named pipe would block until a reader opens it too.
#[cfg(unix)]
#[test]
fn a_pipe_without_a_reader_is_refused_as_debug_log_file() {
    let path = std::env::temp_dir().join(format!("ferz-pipe-{}", std::process::id()));
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    let mut session = Session::start();
    let output = session.ask(&format!(
        "setoption name Debug Log File value {}",
        path.display()
    ));
    assert!(
        output.len() == 1 && output[0].contains("cannot write"),
        "{output:?}"
    );
    std::fs::remove_file(&path).expect("the test can remove its pipe");
}
