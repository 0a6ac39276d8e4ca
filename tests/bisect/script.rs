//! The script that `ferz help bisect` and `docs/perft.md` show.

#![cfg(unix)]

use std::process::Command;
use std::time::Duration;

use super::broken_engine;
use super::session::command_line;

/// The script in the help and in the page.
const SCRIPT: &str = include_str!("perft.sh");

/// A position in which an error with castling rights shows at depth 2.
const FEN: &str = "r3k2r/8/1N4N1/8/8/8/8/4K3 w kq - 0 1";

#[test]
fn the_help_and_the_page_show_the_script_that_is_tested() {
    let help = command_line(&["help", "bisect"]).lines.join("\n");
    let shown = SCRIPT.lines().map(|line| format!("  {line}\n"));
    let shown: String = shown.collect();
    assert!(help.contains(shown.trim_end()), "{help}");
    let page = include_str!("../../docs/perft.md");
    assert!(page.contains(&format!("```sh\n{SCRIPT}```")));
}

/// A process that the script has started keeps its output open.
#[test]
fn a_script_whose_child_keeps_running_answers_when_it_ends() {
    let ferz = env!("CARGO_BIN_EXE_ferz");
    for perft in [
        format!("{ferz} perft $0 --fen \"$1\" --divide"),
        format!("{ferz} perft $0 --fen \"$1\""),
        format!("{ferz} perft $0 --fen \"$1\" --divide | grep : | grep -v Nodes"),
        // It counts after the script has ended. The heading looks like a total.
        format!("echo perft $0; (sleep 1; {ferz} perft $0 --fen \"$1\" --divide) &"),
    ] {
        let script = format!("{perft}\nsleep 1000 &");
        let script = shell_words::join(["sh", "-c", &script]);
        let options = ["--depth", "2", "--timeout", "100"];
        let arguments = ["bisect", "--script", &script, "--fen", FEN];
        let ended = command_line(&[&arguments[..], &options].concat());
        assert_eq!(ended.status, Some(0), "{perft}: {ended:?}");
        assert!(ended.took < Duration::from_secs(50), "{:?}", ended.took);
    }
    // The status counts, too.
    let script = format!("{ferz} perft $0 --fen \"$1\" --divide; sleep 1000 & exit 3");
    let script = shell_words::join(["sh", "-c", &script]);
    let ended = command_line(&["bisect", "--script", &script, "--timeout", "100"]);
    assert!(
        ended.errors.contains("ended with exit status 3"),
        "{ended:?}"
    );
}

#[test]
fn the_script_finds_the_error_of_an_engine() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bisect/perft.sh");
    let script = shell_words::quote(script);
    let compare = |variant: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(["bisect", "--script", &script, "--fen", FEN, "--depth", "2"])
            .env("ENGINE", broken_engine(variant))
            .output()
            .expect("the program starts");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        (output.status.code(), text)
    };
    let (right, agreement) = compare("none");
    assert_eq!(right, Some(0), "{agreement}");
    let (wrong, text) = compare("castling-rights-of-captured-rook");
    assert_eq!(wrong, Some(1), "{text}");
    assert!(
        text.contains("castling-rights-after-rook-captured"),
        "{text}"
    );
    // The report ends with the command and its arguments.
    let last = text.lines().last().expect("a line");
    let words = shell_words::split(last).expect("a command");
    assert_eq!(words[1], "1", "{last}");
    assert_eq!(words.len(), 4, "{last}");
}
