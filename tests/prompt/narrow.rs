//! Terminals of few columns: text is broken at words, and bars fit.

use std::num::NonZero;

use crate::folder;
use crate::terminal::Terminal;

/// Starts the program in a terminal with many rows, so that all of its output stays on the screen.
fn start(test: &str, columns: u16, arguments: &[&str]) -> Terminal {
    let (folder, rows) = (folder(test), NonZero::new(200));
    let size = [rows, NonZero::new(columns)].map(|length| length.expect("not 0"));
    let state = folder.to_str().expect("UTF-8");
    Terminal::start_sized(size, state, arguments, &[("NO_COLOR", "1")])
}

#[test]
fn nothing_at_the_prompt_is_broken_by_the_terminal() {
    for columns in [80, 60, 50, 40] {
        let mut terminal = start(&format!("narrow-{columns}"), columns, &[]);
        for line in [
            "help", "help go", "help all", "e4", "eval", "d", "Ke3", "go 6",
        ] {
            terminal.enter(line);
        }
        let screen = terminal.wait_for("the end of the search", |screen| {
            screen.contains("Best line: 1... ") && screen.ends_with("ferz>")
        });
        // Rows that continue a broken line are indented.
        assert!(screen.contains("\n          "), "{screen}");
        assert!(terminal.broken_rows().is_empty(), "{columns}:\n{screen}");
    }
}

#[test]
fn an_evaluation_has_shorter_bars_and_a_list_of_pieces_in_a_narrow_terminal() {
    let mut terminal = start("narrow-eval", 40, &[]);
    terminal.enter("eval");
    terminal.expect("Each piece: ");
    let screen = terminal.wait_for("the prompt", |screen| screen.ends_with("ferz>"));
    assert!(
        screen.contains("\nPieces          Score   Black "),
        "{screen}"
    );
    assert!(screen.contains("\n♖a1:  +"), "{screen}");
    assert!(terminal.broken_rows().is_empty(), "{screen}");
}

#[test]
fn the_help_and_the_errors_of_the_command_line_are_broken_at_words() {
    for (test, arguments, last) in [
        ("help", &["--help"][..], "'go depth 10'"),
        ("error", &["joho"], "man, help"),
        ("perft-help", &["perft", "--help"], "Example: "),
    ] {
        let mut terminal = start(&format!("narrow-{test}"), 60, arguments);
        terminal.end();
        let screen = terminal.expect(last);
        assert!(terminal.broken_rows().is_empty(), "{screen}");
    }
}
