//! What the prompt shows: boards, results of commands, messages.

use crate::{start, start_plain};

#[test]
fn a_newcomer_can_play_moves_and_sees_the_board_with_the_last_move_marked() {
    let mut terminal = start_plain("newcomer");
    terminal.expect("Type moves (e4, e2e4)");
    terminal.enter("e4");
    let screen = terminal.expect("1. e4  Black to move");
    assert!(screen.contains("\n8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜\n"), "{screen}");
    assert!(screen.contains("\n4  .  .  .  . [♙] .  .  .\n"), "{screen}");
    assert!(screen.contains("\n2  ♙  ♙  ♙  ♙ [.] ♙  ♙  ♙\n"), "{screen}");
    assert!(screen.contains("\n+  a  b  c  d  e  f  g  h\n"), "{screen}");
    terminal.enter("e5 2. Nf3");
    terminal.expect("2. Nf3  Black to move");
    terminal.enter("undo 2");
    terminal.expect("\n1. e4  Black to move\nferz>");
    terminal.enter("Ke3");
    let refused = terminal.expect("error: \"Ke3\" is not legal on rnbqkbnr/pppppppp/8/8/4P3");
    assert!(!refused.contains("info string"), "{refused}");
}

#[test]
fn a_fen_alone_sets_the_position_and_the_end_of_a_game_is_named() {
    let mut terminal = start_plain("fen");
    terminal.enter("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    terminal.expect("White to move");
    terminal.enter("Qg7#");
    terminal.expect("1. Qg7#  checkmate");
    terminal.enter("go");
    terminal.expect("No legal move: 1. Qg7#  checkmate");
    terminal.enter("k7/8/8/8/8/8/8/KR6 b - - 0 1");
    terminal.enter("d");
    let screen = terminal.expect("Moves     Ka7 (1)");
    for line in [
        "FEN       k7/8/8/8/8/8/8/KR6 b - - 0 1",
        "Key       ",
        "Checkers  none",
    ] {
        assert!(screen.contains(line), "{line}:\n{screen}");
    }
}

#[test]
fn the_evaluation_is_a_board_with_the_score_of_a_search() {
    let mut terminal = start_plain("evaluation");
    terminal.enter("e4");
    terminal.enter("eval");
    terminal.expect("Each piece: the output of the network with it");
    let screen = terminal.wait_for("the prompt", |screen| screen.ends_with("ferz>"));
    let line = screen
        .lines()
        .find(|line| line.starts_with("Static score "));
    let line = line.unwrap_or_else(|| panic!("{screen}"));
    assert!(line.contains("  ▕") && line.ends_with('▏'), "{screen}");
    assert!(
        screen.contains("\nSearch of 100000 nodes, depth "),
        "{screen}"
    );
    assert!(screen.contains("\nBest line: 1... "), "{screen}");
    assert!(
        screen.contains("4 |       |       |       |       |   ♙   |"),
        "{screen}"
    );
    terminal.enter("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    terminal.enter("eval");
    terminal.expect("no evaluation: checkmate, White wins");
    terminal.enter("4k2r/8/8/8/8/8/8/4K2R w Kk - 100 80");
    terminal.enter("eval");
    terminal.expect("Result: draw by the fifty-move rule");
}

#[test]
fn colors_are_used_unless_they_are_not_wanted() {
    for (name, environment, arguments, has_color) in [
        ("color", &[][..], &[][..], true),
        ("no-color", &[("NO_COLOR", "1")], &[], false),
        ("plain", &[], &["--plain"], false),
    ] {
        let mut terminal = start(name, arguments, environment);
        if arguments.is_empty() {
            terminal.enter("e4");
            terminal.expect("Black to move");
        } else {
            terminal.expect("Type \"help\"");
            terminal.type_keys("d\r");
            terminal.expect("Fen: ");
        }
        let formatted = terminal.formatted();
        // The background of a square, or of anything.
        assert_eq!(
            formatted.contains("48;5;"),
            has_color,
            "{name}: {formatted}"
        );
    }
}

#[test]
fn the_board_is_in_ascii_where_the_terminal_has_no_unicode_or_the_user_wants_it() {
    for (name, arguments, locale) in [("c", &[][..], "C"), ("ascii", &["--ascii"], "C.UTF-8")] {
        let mut terminal = start(name, arguments, &[("NO_COLOR", "1"), ("LANG", locale)]);
        terminal.enter("e4");
        let screen = terminal.expect("Black to move");
        assert!(screen.contains("\n8  r  n  b  q  k  b  n  r\n"), "{screen}");
        terminal.enter("go depth 8");
        let searched = terminal.expect("Best move: ");
        assert!(searched.is_ascii(), "{searched}");
    }
}

#[test]
fn the_command_uci_switches_to_plain_output() {
    let mut terminal = start_plain("uci");
    terminal.enter("uci");
    terminal.expect("uciok");
    terminal.enter("isready");
    terminal.expect("\nreadyok\n");
    terminal.enter("position startpos moves e2e4");
    terminal.enter("go depth 3");
    let screen = terminal.expect("bestmove ");
    assert!(screen.contains("info depth 3 "), "{screen}");
    assert_eq!(screen.matches("readyok").count(), 1, "{screen}");
}

#[test]
fn the_plain_session_at_a_terminal_prints_what_a_pipe_gets() {
    let mut terminal = start("plain-session", &["--plain"], &[]);
    terminal.expect("Type \"help\"");
    terminal.type_keys("go depth 2\r");
    terminal.expect("bestmove ");
    terminal.type_keys("quit\r");
    let (status, screen) = terminal.end();
    assert_eq!(status, Some(0));
    assert!(screen.contains("info depth 2 seldepth"), "{screen}");
}
