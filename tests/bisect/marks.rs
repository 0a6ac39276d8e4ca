//! The boards of the text report: the move, and the pieces that make it legal or illegal, are in
//! brackets.

use super::{bisect, broken_engine};

/// Returns the lines of the board in a report, without the files, and the legend.
#[track_caller]
fn board_and_legend(arguments: &[&str]) -> (String, String) {
    let ended = bisect(arguments);
    assert_eq!(ended.status, Some(1), "{}", ended.errors);
    let first = ended.lines.iter().position(|line| line.starts_with("8 "));
    let lines = &ended.lines[first.expect("a board")..];
    (lines[..8].join("\n"), lines[10].clone())
}

#[test]
fn the_squares_that_explain_a_move_are_in_brackets() {
    for (variant, expected, legend) in [
        (
            "castling-rights-of-captured-rook",
            "8 [N] . [.]{.}[k] .  .  r",
            "e8c8   [ ] move   { } path",
        ),
        (
            "castling-through-check",
            "1  R  .  .  . [K]{.}[.][R]",
            "e1g1   [ ] move   ( ) attacker   { } path",
        ),
        (
            "castling-through-check",
            "8  .  .  .  .  k (r) .  .",
            "e1g1   [ ] move   ( ) attacker   { } path",
        ),
        (
            "en-passant-pin",
            "5  K  .  . [p][P] .  . (r)",
            "e5d6   [ ] move   ( ) attacker",
        ),
        (
            "pinned-knight",
            "1  .  b  .  . [r] .  . <q>",
            "f3e1   [ ] move   < > pin",
        ),
        (
            "pinned-knight",
            "3  .  .  .  P  Q <N> .  .",
            "f3e1   [ ] move   < > pin",
        ),
    ] {
        let (board, found) = board_and_legend(&["--engine", &broken_engine(variant)]);
        assert!(board.contains(expected), "{variant}:\n{board}");
        assert_eq!(found, legend, "{variant}");
    }
}

#[cfg(unix)]
#[test]
fn checks_are_marked_for_extra_and_for_missing_moves() {
    // The king must leave the file of the rook, or the pawn push is listed in spite of the check.
    let fen = "4r1k1/8/8/8/8/8/6P1/4K3 w - - 0 1";
    for (moves, expected, mv) in [
        (
            "e1d1 e1d2 e1f1 e1f2 g2g3",
            "3  .  .  .  .  .  . [.] .",
            "g2g3",
        ),
        ("e1d1 e1d2 e1f1", "2  .  .  .  .  . [.] P  .", "e1f2"),
    ] {
        let lines = moves.replace(' ', ": 1\\n");
        let script = format!("printf '{lines}: 1\\n\\n{}\\n'", moves.split(' ').count());
        let script = shell_words::join(["sh", "-c", &script]);
        let (board, legend) =
            board_and_legend(&["--script", &script, "--fen", fen, "--depth", "1"]);
        assert!(board.contains(expected), "{board}");
        assert!(board.starts_with("8  .  .  .  . (r) .  k  ."), "{board}");
        assert_eq!(legend, format!("{mv}   [ ] move   ( ) attacker"));
    }
}

#[test]
fn the_moves_are_also_written_as_a_game() {
    let engine = broken_engine("castling-rights-of-moved-rook");
    let fen = "r3k2r/8/8/8/8/8/8/4K2R b Kkq - 0 7";
    let moves = ["a8b8", "h1h2", "b8c8", "h2h1", "c8c7"];
    let arguments = ["--engine", &engine, "--fen", fen, "--depth", "1", "--moves"];
    let ended = bisect(&[&arguments[..], &moves].concat());
    assert_eq!(ended.status, Some(1), "{}", ended.errors);
    let has = |line: &str| ended.lines.iter().any(|found| found == line);
    assert!(
        has("moves   a8b8 h1h2 b8c8 h2h1 c8c7"),
        "{:#?}",
        ended.lines
    );
    assert!(
        has("game    7... Rb8 8. Rh2 Rc8 9. Rh1 Rc7"),
        "{:#?}",
        ended.lines
    );
}
