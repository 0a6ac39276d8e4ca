//! Completion, hints and history.

use std::fs;

use crate::terminal::Terminal;
use crate::{folder, start_plain};

#[test]
fn tab_completes_commands_options_moves_and_files() {
    let mut terminal = start_plain("tab");
    terminal.expect("ferz>");
    for (typed, completed) in [
        ("ucin", &["ferz> ucinewgame"][..]),
        ("Nf", &["ferz> Nf3"]),
        ("e4 e5 Nc", &["ferz> e4 e5 Nc3"]),
        ("position st", &["ferz> position startpos"]),
        // Two limits begin like this, so both are listed.
        ("go move", &["movetime", "movestogo"]),
        (
            "setoption name Move",
            &["ferz> setoption name Move Overhead"],
        ),
        (
            "setoption name EvalFile value Cargo.to",
            &["ferz> setoption name EvalFile value Cargo.toml"],
        ),
    ] {
        terminal.type_keys(typed);
        terminal.expect(&format!("ferz> {typed}"));
        terminal.type_keys("\t");
        terminal.wait_for(&completed.join(" "), |screen| {
            completed.iter().all(|text| screen.contains(text))
        });
        terminal.type_keys("\x03");
        terminal.wait_for("an empty line", |screen| screen.ends_with("ferz>"));
    }
}

#[test]
fn the_arguments_of_a_command_are_shown_after_its_name() {
    let mut terminal = start_plain("hint");
    terminal.expect("ferz>");
    terminal.type_keys("setoption ");
    terminal.expect("ferz> setoption name NAME [value VALUE]");
    terminal.type_keys("name Hash value 32\r");
    terminal.enter("setoption name Hash value joho");
    terminal.expect("error: setoption: option Hash: found \"joho\"");
}

#[test]
fn a_line_is_edited_in_a_terminal_that_becomes_narrower() {
    let mut terminal = start_plain("resized");
    terminal.expect("ferz>");
    terminal.resize(40);
    // The program notices the new size before the next key.
    std::thread::sleep(std::time::Duration::from_millis(200));
    let line = "setoption name SyzygyPath value /an/example/of/a/long/path";
    for key in line.chars() {
        terminal.type_keys(&key.to_string());
    }
    let screen = terminal.wait_for("the line in two rows", |screen| screen.ends_with("/path"));
    assert_eq!(screen.matches("setoption").count(), 1, "{screen}");
}

#[test]
fn a_line_that_is_not_utf_8_is_one_error() {
    let mut terminal = start_plain("latin-1");
    terminal.expect("ferz>");
    terminal.type_keys("e4 caf");
    terminal.type_bytes(b"\xe9 ");
    terminal.expect("error: found bytes that are not UTF-8; ignored the line");
    terminal.enter("d");
    terminal.expect("Checkers  none");
}

#[test]
fn lines_of_an_earlier_session_are_in_the_history() {
    let folder = folder("history");
    let state = folder.to_str().expect("UTF-8");
    let start = || Terminal::start(state, &[], &[("NO_COLOR", "1")]);
    let mut earlier = start();
    earlier.enter("setoption name Threads value 2");
    earlier.enter("quit");
    assert_eq!(earlier.end().0, Some(0));
    let history = fs::read_to_string(folder.join("ferz/history")).expect("a file");
    assert!(history.contains("Threads value 2\nquit\n"), "{history}");
    let mut terminal = start();
    terminal.expect("ferz>");
    // Up, twice.
    terminal.type_keys("\x1b[A\x1b[A");
    terminal.expect("ferz> setoption name Threads value 2");
}
