//! Short words of the prompt, suggestions, and help.

use crate::start_plain;

#[test]
fn short_words_set_options_positions_and_limits() {
    let mut terminal = start_plain("words");
    terminal.enter("multipv 3");
    terminal.enter("go 4");
    let screen = terminal.wait_for("the end of the search", |screen| {
        screen.contains("Best move: ") && screen.ends_with("ferz>")
    });
    assert_eq!(screen.matches("\n    4  ").count(), 3, "{screen}");
    terminal.enter("Hash lots");
    terminal.expect("error: setoption: option Hash: found \"lots\"");
    terminal.enter("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    terminal.enter("O-O");
    terminal.expect("1. O-O  Black to move");
    terminal.enter("new");
    terminal.expect("\nWhite to move\n");
    terminal.enter("e4");
    terminal.expect("1. e4  Black to move");
    terminal.enter("go 5x");
    terminal.expect("error: go: found \"5x\"; expected plies like 20, or a time like 5s");
    terminal.enter("go 300ms");
    terminal.expect("Best line: 1... ");
}

#[test]
fn boards_can_be_seen_from_the_side_of_black() {
    let mut terminal = start_plain("black");
    terminal.enter("d black");
    let screen = terminal.expect("Moves     Na3");
    assert!(screen.contains("\n1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖\n"), "{screen}");
    assert!(screen.contains("\n+  h  g  f  e  d  c  b  a\n"), "{screen}");
    terminal.enter("e4");
    let moved = terminal.expect("1. e4  Black to move");
    assert!(moved.contains("\n4  .  .  . [♙] .  .  .  .\n"), "{moved}");
    terminal.enter("eval");
    terminal.expect("\n+     h       g       f");
    terminal.enter("d white");
    terminal.expect("\n+  a  b  c  d  e  f  g  h\n1. e4  Black to move\n\nFEN");
}

#[test]
fn misspelled_words_get_a_suggestion() {
    let mut terminal = start_plain("suggestions");
    for (line, message) in [
        ("nf3", "error: \"nf3\" is not a move; did you mean Nf3?"),
        (
            "e4 nf6",
            "error: move 1...: \"nf6\" is not a move; did you mean Nf6?",
        ),
        ("e9", "error: \"e9\" is not a move; did you mean e3 or e4?"),
        (
            "Ng9",
            "error: \"Ng9\" is not a move; expected one like e4, Nbd2,",
        ),
        (
            "setoption name Hsh value 1",
            "error: setoption: unknown option \"Hsh\"; did you mean \"Hash\"?",
        ),
        (
            "Hsh 64",
            "error: unknown command \"Hsh\"; did you mean \"Hash\"?",
        ),
        (
            "nwe",
            "error: unknown command \"nwe\"; did you mean \"new\"?",
        ),
        (
            "positoin startpos",
            "error: unknown command \"positoin\"; did you mean \"position\"?",
        ),
        (
            "joho",
            "error: unknown command \"joho\"; type \"help\" for a list",
        ),
    ] {
        terminal.enter(line);
        terminal.expect(message);
    }
}

#[test]
fn help_begins_with_moves_and_positions() {
    let mut terminal = start_plain("help");
    terminal.enter("help");
    let screen = terminal.expect("Other commands: ");
    let after = screen.split("ferz> help\n").nth(1).expect("a list");
    let rows: Vec<&str> = after.lines().collect();
    assert!(rows[1].starts_with("e4, 1. e4 e5, e2e4 "), "{screen}");
    assert!(rows[3].starts_with("a FEN "), "{screen}");
    terminal.enter("help go");
    let usage = terminal.expect("Usage: go [N | TIME | LIMIT...]");
    assert!(usage.contains("\nmovetime MS "), "{usage}");
    terminal.enter("help undo");
    terminal.expect("Usage: undo [N]");
    terminal.enter("help all");
    terminal.expect("\nponderhit ");
}
