//! The command line, and the log of input and output.
//! See <https://docs.rs/env_filter>.

use crate::session::{Session, command_line};

#[test]
fn help_and_version_are_printed_on_the_command_line() {
    let ended = command_line(&["--version"]);
    assert_eq!(ended.lines, [format!("ferz {}", env!("CARGO_PKG_VERSION"))]);
    assert_eq!(ended.status, Some(0));
    for arguments in [&["--help"][..], &["-h"], &["help"], &["bench", "--help"]] {
        let ended = command_line(arguments);
        let fits = ended.lines.len() <= 24 && ended.lines.iter().all(|line| line.len() <= 80);
        assert!(fits || arguments[0] == "bench", "a screen: {ended:?}");
        let text = ended.lines.join("\n");
        assert!(
            text.contains("Usage: ferz") && text.contains("Example: "),
            "{text}"
        );
        assert_eq!(
            (ended.status, &*ended.errors),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn an_invalid_command_line_is_an_error_and_prints_no_output() {
    for arguments in [
        &["--joho"][..],
        &["joho"],
        &["bench", "two"],
        &["bench", "0"],
        &["bench", "-1"],
        &["bench", "1000"],
        &["bench", "2", "x"],
        &["bench", "16", "1", "2", "default", "depth", "3"],
        &["bench", "16", "1", "2", "no/such.epd"],
        &["--log-file"],
    ] {
        let ended = command_line(arguments);
        assert_eq!(ended.status, Some(2), "{arguments:?}: {ended:?}");
        assert!(
            ended.lines.is_empty() && !ended.errors.is_empty(),
            "{ended:?}"
        );
    }
}

#[test]
fn quoted_arguments_are_lines_of_input() {
    let ended = command_line(&["position startpos moves f2f3 e7e5 g2g4", "go depth 2"]);
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    assert_eq!(
        ended.lines.last().map(String::as_str),
        Some("bestmove d8h4")
    );
    // Words without quotes are one line, and so is a FEN in quotes.
    let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    let ended = command_line(&["position", "fen", fen]);
    assert_eq!((ended.status, &*ended.lines), (Some(0), &[][..]));
    let ended = command_line(&["go depth 2", "joho"]);
    let message = "ferz: unknown subcommand \"joho\"; expected a UCI command or one of ";
    assert!(ended.errors.starts_with(message), "{ended:?}");
    assert_eq!((ended.status, &*ended.lines), (Some(2), &[][..]));
}

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
