//! Commands that people type: a bare FEN, `moves`, `undo`, `flip`, `compiler`, `license` and `exit`.

use crate::session::Session;

#[test]
fn the_moves_command_continues_a_bare_fen_and_invalid_lines_change_nothing() {
    let mut session = Session::start();
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    session.assert_silent(fen);
    assert_eq!(session.shown_fen(), fen);
    session.assert_silent("moves g1f3 b8c6");
    let after = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!(session.shown_fen(), after);
    for line in [
        "moves f1b5 e8e7 a2a3 a2a3",
        "moves",
        "position startpos e2e4",
        "8/8 w - -",
    ] {
        let lines = session.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(
            lines[0].starts_with("info string error: "),
            "{line}: {lines:?}"
        );
        assert_eq!(session.shown_fen(), after, "{line}");
    }
    // The moves extend the game history, so the threefold repetition is detected.
    session.send("position startpos\nmoves g1f3 g8f6 f3g1 f6g8\nmoves g1f3 g8f6 f3g1");
    let lines = session.search("go depth 1 searchmoves f6g8");
    assert!(lines[0].contains(" score cp 0 "), "{lines:?}");
}

#[test]
fn undo_takes_back_moves_with_their_history_or_changes_nothing() {
    let mut session = Session::start();
    session.send("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    let result = "Result: draw by threefold repetition";
    assert!(session.ask("d").iter().any(|line| line == result));
    session.assert_silent("undo 0");
    session.assert_silent("undo");
    let before = "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4";
    assert_eq!(session.shown_fen(), before);
    for (line, error) in [
        ("undo 8", "undo: cannot take back 8; found 7 moves"),
        (
            "undo joho",
            "undo: found \"joho\"; expected a number from 0 to 4294967295",
        ),
    ] {
        let expected = format!("info string error: {error}");
        assert_eq!(session.ask(line), [expected]);
        assert_eq!(session.shown_fen(), before, "{line}");
    }
    // The repetition is known after the move is made again.
    session.send("moves f6g8");
    assert!(session.ask("d").iter().any(|line| line == result));
    session.assert_silent("undo 8");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(session.shown_fen(), start);
}

#[test]
fn flip_exchanges_the_colors() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4\nflip");
    let flipped = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(session.shown_fen(), flipped);
    session.send("flip");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(session.shown_fen(), fen);
}

#[test]
fn compiler_describes_the_build() {
    let lines = Session::start().ask("compiler");
    assert!(
        lines[0].starts_with("Compiled by                : rustc "),
        "{lines:?}"
    );
    assert!(
        lines[1].starts_with("Compilation architecture   : "),
        "{lines:?}"
    );
    assert!(
        lines[2].starts_with("Compilation settings       : "),
        "{lines:?}"
    );
    // A program of a release contains several levels, one by cargo has one.
    #[cfg(target_arch = "x86_64")]
    assert!(
        lines[3].starts_with("Microarchitecture level    : x86-64")
            && [
                ", the only one of this program",
                ", the highest of v2, v3 and v4 that this processor has"
            ]
            .iter()
            .any(|reason| lines[3].ends_with(reason)),
        "{lines:?}"
    );
}

#[test]
fn license_prints_the_licence() {
    let licence = include_str!("../../../LICENSE");
    let lines = Session::start().ask("license");
    assert_eq!(lines.join("\n"), licence.trim_end());
}

#[test]
fn exit_ends_the_program() {
    let mut session = Session::start();
    session.send("exit");
    assert_eq!(session.wait_for_exit().1, Some(0));
}
