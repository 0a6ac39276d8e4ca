//! Games that are pasted at the prompt.

use crate::start_plain;
use crate::terminal::Terminal;

/// A game with what PGN has beside the moves: tags, a comment of two lines, a variation in a
/// variation, signs, and a result.
const GAME: &str = "[Event \"A game\"]\n[White \"A. Player\"]\n\n\
    1. e4 {the best\nby test} e5 $1 2. f4 (2. Nf3 Nc6 (2... d6)\n3. Bb5) 2... exf4 ; gambit\n\
    3. Bc4 Qh4+!? 1-0\n";

/// Pastes text as terminals do, and enters it.
fn paste(terminal: &mut Terminal, text: &str) {
    terminal.enter(&format!("\x1b[200~{text}\x1b[201~"));
}

#[test]
fn a_pasted_game_sets_the_position_after_its_last_move() {
    let mut terminal = start_plain("pasted-game");
    terminal.enter("d4");
    paste(&mut terminal, GAME);
    let screen = terminal.expect("3... Qh4+  White to move, in check");
    assert!(screen.contains("\nskipped 1 variation\n"), "{screen}");
    assert!(screen.contains("\nresult of the game: 1-0\n"), "{screen}");
    // One board for d4, and one for the game.
    assert_eq!(screen.matches("\n+  a  b").count(), 2, "{screen}");
    terminal.enter("d");
    terminal.expect("FEN       rnb1kbnr/pppp1ppp/8/8/2B1Pp1q/8/PPPP2PP/RNBQK1NR w KQkq - 2 4");
}

#[test]
fn the_lines_of_a_game_may_arrive_one_by_one() {
    let mut terminal = start_plain("typed-game");
    terminal.enter("d4");
    for line in GAME.lines() {
        terminal.enter(line);
    }
    terminal.expect("3... Qh4+  White to move, in check");
    terminal.enter("d");
    terminal.expect("FEN       rnb1kbnr/pppp1ppp/8/8/2B1Pp1q/8/PPPP2PP/RNBQK1NR w KQkq - 2 4");
}

#[test]
fn the_fen_tag_of_a_game_is_its_first_position() {
    let mut terminal = start_plain("fen-tag");
    paste(
        &mut terminal,
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 30\"]\n\n30. O-O Kd7 *",
    );
    terminal.expect("30... Kd7  White to move");
    terminal.enter("undo 2");
    terminal.expect("White to move\nferz>");
}

#[test]
fn a_game_with_an_illegal_move_is_refused_as_a_whole() {
    let mut terminal = start_plain("illegal-game");
    terminal.enter("e4 e5 Ke2 Ke7");
    terminal.enter("1. e4 e5 2. Ke2 Ke7 3. Qh6");
    terminal.expect("error: move 3.: \"Qh6\" is not legal on rnbq1bnr/ppppkppp/8/4p3/4P3/8/");
    terminal.enter("Qh6");
    terminal.expect("error: \"Qh6\" is not legal on rnbq1bnr/ppppkppp/8/4p3/4P3/8/");
    terminal.enter("d3 d6 Qh6");
    terminal.expect("error: move 4.: \"Qh6\" is not legal on ");
    terminal.enter("undo 4");
    terminal.expect("White to move\nferz>");
}

#[test]
fn an_open_comment_is_mentioned_and_ends_at_an_empty_line() {
    let mut terminal = start_plain("open-comment");
    terminal.enter("e4 {a comment");
    terminal.expect("a comment or variation goes on;");
    terminal.enter("");
    terminal.enter("d5");
    terminal.expect("1... d5  White to move");
    // Ctrl-C ends it, too.
    terminal.enter("2. e5 (2. Nc3");
    terminal.expect("2. e5  Black to move");
    terminal.wait_for("the prompt", |screen| screen.ends_with("ferz>"));
    terminal.type_keys("\x03");
    terminal.expect("leaves ferz.");
    terminal.enter("d");
    terminal.expect("Checkers");
}

#[test]
fn each_game_of_a_line_is_played() {
    let mut terminal = start_plain("games-of-a-line");
    terminal.enter("1. e4 e5 1-0 {quickly} 1. d4 d5 0-1");
    let screen = terminal.expect("1... d5  White to move");
    assert!(screen.contains("1... e5  White to move"), "{screen}");
    assert!(screen.contains("result of the game: 1-0"), "{screen}");
    assert!(screen.contains("result of the game: 0-1"), "{screen}");
}
