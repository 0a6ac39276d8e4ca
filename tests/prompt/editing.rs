//! Completion, hints and history.

use std::fs;

use crate::terminal::Terminal;
use crate::{folder, start_plain};

#[test]
fn tab_completes_commands_options_moves_and_files() {
    let mut terminal = start_plain("tab");
    terminal.expect("ferz>");
    for (typed, completed) in [
        ("ucin", "ferz> ucinewgame"),
        ("Nf", "ferz> Nf3"),
        ("e4 e5 Nc", "ferz> e4 e5 Nc3"),
        ("position st", "ferz> position startpos"),
        ("go move", "ferz> go movet"),
        ("setoption name Move", "ferz> setoption name Move Overhead"),
        (
            "setoption name EvalFile value Cargo.to",
            "ferz> setoption name EvalFile value Cargo.toml",
        ),
    ] {
        terminal.type_keys(typed);
        terminal.expect(&format!("ferz> {typed}"));
        terminal.type_keys("\t");
        match completed.strip_suffix("movet") {
            // Two limits begin like this.
            Some(_) => terminal.wait_for(completed, |screen| {
                screen.contains("movetime") && screen.contains("movestogo")
            }),
            None => terminal.expect(completed),
        };
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
fn lines_of_an_earlier_session_are_in_the_history() {
    let folder = folder("history");
    let state = folder.to_str().expect("UTF-8");
    let start = || Terminal::start(state, &[], &[("NO_COLOR", "1")]);
    let mut terminal = start();
    terminal.enter("setoption name Threads value 2");
    terminal.enter("quit");
    assert_eq!(terminal.end().0, Some(0));
    let history = fs::read_to_string(folder.join("ferz/history")).expect("a file");
    assert!(history.contains("Threads value 2\nquit\n"), "{history}");
    let mut terminal = start();
    terminal.expect("ferz>");
    // Up, twice.
    terminal.type_keys("\x1b[A\x1b[A");
    terminal.expect("ferz> setoption name Threads value 2");
}
