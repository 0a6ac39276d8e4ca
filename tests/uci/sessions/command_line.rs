//! Arguments of the program that are UCI commands or options, and its first line of output.

use std::process::{Command, Stdio};

use crate::session::command_line;

#[test]
fn help_and_version_are_printed_on_the_command_line() {
    let version = command_line(&["--version"]);
    let expected = format!("ferz {}", env!("CARGO_PKG_VERSION"));
    assert_eq!((version.lines, version.status), (vec![expected], Some(0)));
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
    let one_line = command_line(&["position", "fen", fen]);
    assert_eq!((one_line.status, &*one_line.lines), (Some(0), &[][..]));
    let refused = command_line(&["go depth 2", "joho"]);
    let message = "ferz: unknown subcommand \"joho\"; expected a UCI command or one of ";
    assert!(refused.errors.starts_with(message), "{refused:?}");
    assert_eq!((refused.status, &*refused.lines), (Some(2), &[][..]));
}

/// Runs the program with these arguments, and returns its output.
fn printed(arguments: &[&str]) -> Vec<String> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ferz"));
    let output = program.args(arguments).stdin(Stdio::null()).output();
    let output = output.expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{arguments:?}: {text}"
    );
    text.lines().map(str::to_owned).collect()
}

/// Returns what the first line adds in a portable build, on a processor with AVX2.
fn note() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && !cfg!(target_feature = "avx2") {
        return if cfg!(target_feature = "popcnt") {
            " (a v3 build would be about 1.2 times faster here)"
        } else {
            " (a v3 build would be about 1.3 times faster here)"
        };
    }
    ""
}

#[test]
fn the_first_line_is_the_name_and_the_version() {
    let version = env!("CARGO_PKG_VERSION");
    let header = format!("ferz {version} by the ferz authors{}", note());
    let uci = printed(&["uci"]);
    assert_eq!(uci[0], header);
    assert!(uci.contains(&format!("id name ferz {version}")), "{uci:?}");
    for arguments in [&[][..], &["d"], &["bench", "1"], &["go", "depth", "1"]] {
        assert_eq!(printed(arguments)[0], header, "{arguments:?}");
    }
    // Subcommands print no header, because other programs read their output.
    assert_eq!(printed(&["perft", "1"])[0], "Nodes searched: 20");
}

#[test]
fn a_command_given_as_arguments_runs_to_its_end() {
    for arguments in [&["go depth 4"][..], &["go", "depth", "4"]] {
        let ended = command_line(arguments);
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
        let last = ended.lines.last().expect("a line");
        assert!(last.starts_with("bestmove "), "{ended:?}");
        let reached = ended
            .lines
            .iter()
            .any(|line| line.starts_with("info depth 4 "));
        assert!(reached, "{ended:?}");
    }
    let divide = command_line(&["go", "perft", "3"]).lines;
    assert!(
        divide.contains(&"Nodes searched: 8902".to_owned()),
        "{divide:?}"
    );
    assert_eq!(command_line(&["isready"]).lines, ["readyok"]);
    assert_eq!(command_line(&["go", "infinite"]).best_moves().len(), 1);
    assert!(command_line(&["quit"]).lines.is_empty());
    let shown = command_line(&["d"]).lines;
    assert!(
        shown.iter().any(|line| line.starts_with("Fen: rnbqkbnr/")),
        "{shown:?}"
    );
    // Errors of such a command are reported as in a session.
    let lines = command_line(&["debug", "maybe"]).lines;
    assert_eq!(
        lines,
        ["info string error: debug: found \"maybe\"; expected on or off"]
    );
}
