//! Impossible positions, refused positions, and games that are over.

use crate::session::Session;

/// Returns the notes before the first line of another kind, without `info string`.
fn notes(lines: &[String]) -> Vec<&str> {
    let notes = lines.iter().map_while(|line| {
        line.strip_prefix("info string ")
            .filter(|note| !note.starts_with("perft took"))
    });
    notes.collect()
}

/// Returns the rest of the only line that begins with `start`.
#[track_caller]
fn line<'a>(lines: &'a [String], start: &str) -> &'a str {
    let mut found = lines.iter().filter_map(|line| line.strip_prefix(start));
    match (found.next(), found.next()) {
        (Some(line), None) => line,
        _ => panic!("expected one line {start:?} in {lines:?}"),
    }
}

/// A FEN, the ends of the notes about it, the FEN of the resulting position, a perft depth, and the
/// node count at this depth.
const PLAYABLE: &[(&str, &[&str], &str, u32, u64)] = &[
    (
        "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",
        &["before the double push over d3; expected no check"],
        "8/8/1k6/8/2pP4/8/5BK1/8 b - - 0 1",
        6,
        824_064,
    ),
    (
        "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - -",
        &["is in check from d3, a6; expected checks that a single move can give"],
        "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1",
        3,
        2854,
    ),
    (
        "K6N/6N1/8/5k2/7N/8/p7/8 b - -",
        &["is in check from h4, g7; expected checks that a single move can give"],
        "K6N/6N1/8/5k2/7N/8/p7/8 b - - 0 1",
        4,
        7662,
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w KQ e6 0 1",
        &[
            "there is no white rook on the squares from the king to h1; expected one",
            "there is no white rook on the squares from the king to a1; expected one",
            "no black pawn can just have skipped it; expected \"-\" or the square that the last move skipped",
        ],
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        2,
        25,
    ),
];

#[test]
fn impossible_but_playable_positions_are_accepted_with_notes() {
    let mut session = Session::start();
    for &(fen, ends, accepted, depth, nodes) in PLAYABLE {
        let lines = session.ask(&format!("position fen {fen}"));
        assert_eq!(lines.len(), ends.len(), "{fen}: {lines:?}");
        for (line, end) in lines.iter().zip(ends) {
            let start = "info string position: ";
            assert!(line.starts_with(start) && line.ends_with(end), "{line}");
        }
        assert_eq!(line(&session.ask("d"), "Fen: "), accepted);
        session.send(&format!("go perft {depth}"));
        session.lines_to(&format!("Nodes searched: {nodes}"));
        let searched = session.search("go depth 3");
        assert!(notes(&searched).is_empty(), "{fen}: {searched:?}");
        assert_ne!(searched[searched.len() - 1], "bestmove (none)", "{fen}");
    }
}

/// The position before a refused one.
const BEFORE: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn after_a_refused_position_answers_say_which_position_they_use() {
    let mut session = Session::start();
    for refused in [
        "position fen 8/8/8/8/8/8/8/4K3 w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e9",
        "position joho",
        "position",
        // FENs without `position`.
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e9",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4",
        "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        session.send("position startpos moves e2e4");
        let before = session.search("go depth 1");
        assert!(notes(&before).is_empty(), "{before:?}");
        assert_eq!(session.ask(refused).len(), 1, "{refused}");
        let reminder = |command| {
            format!(
                "{command}: the last position was rejected; using the previous position: {BEFORE}"
            )
        };
        // The reminder is repeated until a position is accepted.
        for _ in 0..2 {
            assert_eq!(notes(&session.search("go depth 1")), [reminder("go")]);
            session.send("go perft 1");
            let counts = session.lines_to("Nodes searched: 20");
            assert_eq!(notes(&counts), [reminder("go perft")]);
            session.settle();
            assert_eq!(notes(&session.ask("d")), [reminder("d")]);
            assert_eq!(notes(&session.ask("eval")), [reminder("eval")]);
            // This command does not depend on the position.
            session.assert_silent("ucinewgame");
        }
        session.send("position startpos");
        for command in ["d", "eval"] {
            let answer = session.ask(command);
            assert!(notes(&answer).is_empty(), "{command}: {answer:?}");
        }
    }
}

#[test]
fn d_and_eval_report_checkmates_stalemates_and_draws() {
    let mut session = Session::start();
    for (setup, result) in [
        (
            "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            "checkmate, White wins",
        ),
        (
            "startpos moves f2f3 e7e5 g2g4 d8h4",
            "checkmate, Black wins",
        ),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate, a draw"),
    ] {
        session.send(&format!("position {setup}"));
        let evaluation = session.ask("eval");
        assert_eq!(evaluation[0], format!("No evaluation: {result}"));
        assert!(
            evaluation[2].starts_with("Final evaluation"),
            "{evaluation:?}"
        );
        let shown = session.ask("d");
        assert_eq!(line(&shown, "Result: "), result, "{setup}");
        assert_eq!(line(&shown, "Legal moves: "), " (0)", "{setup}");
    }
    for (setup, result) in [
        (
            "fen 7k/8/8/8/8/8/8/K6N w - - 0 1",
            "draw by insufficient material",
        ),
        (
            "fen 7k/8/8/8/8/8/8/K5R1 w - - 100 80",
            "draw by the fifty-move rule",
        ),
        (
            "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
            "draw by threefold repetition",
        ),
    ] {
        let lines = session.ask(&format!("position {setup}\neval"));
        assert_eq!(line(&lines, "Result: "), result, "{setup}");
        assert!(line(&lines, "Score for ").starts_with("white"), "{setup}");
        assert_eq!(line(&session.ask("d"), "Result: "), result, "{setup}");
    }
    let lines = session.ask("position startpos\neval\nd").join("\n");
    assert!(!lines.contains("Result: "), "{lines}");
}

#[test]
fn eval_ends_as_in_stockfish_with_the_score_of_white_in_pawns() {
    let mut session = Session::start();
    for (fen, is_positive) in [
        ("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/PPPPPPPP/4K3 b - - 0 1", true),
        ("4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", false),
    ] {
        let lines = session.ask(&format!("position fen {fen}\neval"));
        let [.., final_line, last] = lines.as_slice() else {
            panic!("{lines:?}");
        };
        // Scripts read an empty line after the score.
        assert_eq!(last, "");
        let words: Vec<&str> = final_line.split_whitespace().collect();
        assert_eq!([words[0], words[1]], ["Final", "evaluation"]);
        assert_eq!([words[3], words[4]], ["(white", "side)"]);
        let pawns: f64 = words[2].parse().expect("a number");
        assert_eq!(pawns > 1.0, is_positive, "{final_line}");
        let score = line(&lines, "Score for ").split(' ').next_back();
        let score: f64 = score.and_then(|text| text.parse().ok()).expect("a score");
        assert_eq!(
            format!("{:.2}", score.abs() / 100.0),
            format!("{:.2}", pawns.abs())
        );
    }
    for (fen, last) in [
        (
            "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1",
            "Final evaluation: none (in check)",
        ),
        (
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            "Final evaluation: none (in check)",
        ),
    ] {
        let lines = session.ask(&format!("position fen {fen}\neval"));
        assert_eq!(lines.last().map(String::as_str), Some(last), "{fen}");
    }
    let lines = session.ask("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\neval");
    assert_eq!(
        lines[2..],
        ["Final evaluation       +0.00 (white side)", ""]
    );
}

#[test]
fn move_numbers_stop_at_65535_and_higher_ones_are_refused() {
    let mut session = Session::start();
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 65535";
    let moves = "moves e2e4 e8e7 e1e2 e7e8";
    session.assert_silent(&format!("position fen {fen}"));
    assert_eq!(session.shown_fen(), fen);
    session.assert_silent(&format!("position fen {fen} {moves}"));
    assert_eq!(session.shown_fen(), "4k3/8/8/8/4P3/8/4K3/8 w - - 3 65535");
    let searched = session.search("go depth 5");
    assert!(notes(&searched).is_empty(), "{searched:?}");
    let refused = session.ask("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 65536");
    assert!(
        refused[0].ends_with("expected a number from 0 to 65535"),
        "{refused:?}"
    );
}
