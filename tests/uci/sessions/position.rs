//! Sessions with the real program: positions, and castling in both notations.
//! See <https://backscattering.de/chess/uci/#gui-position>.

use std::time::{Duration, Instant};

use ferz::chess::notation::CastlingNotation;

use crate::output::{SearchOutput, is_note, shown_fen};
use crate::session::Session;

#[test]
fn d_prints_the_whole_state_of_the_position() {
    let mut session = Session::start();
    let lines = session.ask("position startpos moves f2f3 e7e5 g2g4 d8h4\nd");
    let text = lines.join("\n");
    for expected in [
        "+---+---+---+---+---+---+---+---+\n| r | n | b |   | k | b | n | r | 8\n+---+",
        "|   |   |   |   |   |   | P | q | 4",
        "\na   b   c   d   e   f   g   h\n",
        "Fen: rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "Checkers: h4",
        "Legal moves:  (0)",
        "Result: checkmate, Black wins",
        "Key: ",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(lines.last().is_some_and(|line| line == "Checkers: h4"));
    let lines = session.ask("position startpos\nd");
    let (moves, text) = (&lines[0], lines.join("\n"));
    assert!(moves.starts_with("Legal moves: "), "{moves}");
    assert_eq!(moves.matches("2").count(), 16 + 1, "{moves}");
    assert_eq!(
        session.ask("d").join("\n"),
        text,
        "d must print the same text each time"
    );
}

#[test]
fn an_invalid_position_is_reported_and_the_previous_one_kept() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4 e7e5");
    let before = shown_fen(&mut session);
    // Arguments of `position`, and a word that the error must contain.
    const BAD: &str = "
        startpos moves e2e4 e7e5 e4e5 | e4e5
        startpos moves e2e5 | e2e5
        startpos moves e2e4 0000 | 0000
        startpos moves e2e4 joho | joho
        startpos moves e2e4 e7e5 e1g1 | e1g1
        startpos moves e7e5 | e7e5
        fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8 | a7a8
        fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a1b1q | a1b1q
        fen 4k3/8/8/8/8/8/8/4K2R b - - 0 1 moves e8e7 h1e1 e7e8 | h1e1
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1 | ranks
        fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 9
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1 | side
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkX - 0 1 | KQkX
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1 | e9
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1 | -1
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999 | 99999999
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 joho | joho
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR | 1 field
        fen rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1 | king
        fen 4k2R/8/8/8/8/8/8/4K3 w - - 0 1 | check
        fen | FEN
        joho | joho
        | position";
    for line in BAD.lines().skip(1) {
        let (setup, what) = line.split_once('|').expect("two columns");
        let (setup, what) = (setup.trim(), what.trim());
        let lines = session.ask(&format!("position {setup}"));
        assert!(is_note(&lines, what), "{setup}: {lines:?}");
        assert_eq!(shown_fen(&mut session), before, "{setup}");
    }
}

#[test]
fn positions_are_accepted_in_all_usual_forms() {
    let mut session = Session::start();
    const WAYS: &str = "
        fen 4k3/8/8/8/8/8/8/4K2R w K - = 4k3/8/8/8/8/8/8/4K2R w K - 0 1
        fen 4k3/8/8/8/8/8/8/4K2R w K - 7 = 4k3/8/8/8/8/8/8/4K2R w K - 7 1
        fen 4k3/8/8/8/8/8/8/4K2R w H - 7 9 = 4k3/8/8/8/8/8/8/4K2R w K - 7 9
        fen  4k3/8/8/8/8/8/8/4K2R  w  K  - = 4k3/8/8/8/8/8/8/4K2R w K - 0 1
        startpos moves = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for line in WAYS.lines().skip(1) {
        let (setup, fen) = line.trim().split_once(" = ").expect("two columns");
        assert_eq!(
            session.ask(&format!("position {setup}")),
            [""; 0],
            "{setup}"
        );
        assert_eq!(shown_fen(&mut session), fen, "{setup}");
    }
}

#[test]
fn a_game_of_2000_plies_is_set_up_quickly() {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(500).join(" ");
    let mut session = Session::start();
    session.settle();
    let started = Instant::now();
    session.send(&format!("position startpos moves {moves}"));
    let fen = shown_fen(&mut session);
    assert!(started.elapsed() < Duration::from_secs(2));
    assert_eq!(
        fen,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2000 1001"
    );
    session.search("go depth 1");
}

// --- castling

#[test]
fn castling_is_accepted_in_both_notations_in_both_modes() {
    const FEN: &str = "fen r3k2r/8/8/8/8/8/8/R3K2R";
    let mut session = Session::start();
    for mode in ["false", "true"] {
        session.send(&format!("setoption name UCI_Chess960 value {mode}"));
        for (side, moves, after) in [
            ("w KQkq", ["e1g1", "e1h1"], "r3k2r/8/8/8/8/8/8/R4RK1 b"),
            ("w KQkq", ["e1c1", "e1a1"], "r3k2r/8/8/8/8/8/8/2KR3R b"),
            ("b KQkq", ["e8g8", "e8h8"], "r4rk1/8/8/8/8/8/8/R3K2R w"),
            ("b KQkq", ["e8c8", "e8a8"], "2kr3r/8/8/8/8/8/8/R3K2R w"),
            ("w HAha", ["e1g1", "e1h1"], "r3k2r/8/8/8/8/8/8/R4RK1 b"),
        ] {
            for mv in moves {
                let setup = format!("position {FEN} {side} - 0 1 moves {mv}");
                assert_eq!(session.ask(&setup), [""; 0], "{mode}: {setup}");
                let fen = shown_fen(&mut session);
                assert!(fen.starts_with(after), "{mode}: {setup}: {fen}");
            }
        }
        // Without the castling right, `e1h1` is an illegal king move.
        let setup = format!("position {FEN} w kq - 0 1 moves e1h1");
        assert!(is_note(&session.ask(&setup), "e1h1"));
    }
}

#[test]
fn castling_is_printed_in_the_notation_of_the_mode() {
    const SETUP: &str = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let mut session = Session::start();
    for (mode, notation, expected) in [
        ("false", CastlingNotation::KingMoves, ["e1g1", "e1c1"]),
        ("true", CastlingNotation::KingTakesRook, ["e1h1", "e1a1"]),
    ] {
        session.send(&format!(
            "setoption name UCI_Chess960 value {mode}\nposition {SETUP}"
        ));
        for (written, expected) in [
            ("e1g1", expected[0]),
            ("e1h1", expected[0]),
            ("e1c1", expected[1]),
            ("e1a1", expected[1]),
        ] {
            let lines = session.search(&format!("go depth 3 searchmoves {written}"));
            let searched = SearchOutput::check(SETUP, &lines, notation);
            assert_eq!(searched.best, expected, "{mode}: {written}");
        }
        let text = session.ask("d").join("\n");
        assert!(
            expected.iter().all(|mv| text.contains(mv)),
            "{mode}: {text}"
        );
    }
}

#[test]
fn king_steps_and_castling_are_distinguished_in_chess960() {
    const SETUP: &str = "fen 4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1";
    let mut session = Session::start();
    session.send("setoption name UCI_Chess960 value true");
    for (mv, after) in [
        ("f1h1", "4k3/8/8/8/8/8/8/1R3RK1 b"),
        ("f1g1", "4k3/8/8/8/8/8/8/1R4KR b"),
        ("f1b1", "4k3/8/8/8/8/8/8/2KR3R b"),
        ("f1c1", "4k3/8/8/8/8/8/8/2KR3R b"),
    ] {
        session.send(&format!("position {SETUP} moves {mv}"));
        let fen = shown_fen(&mut session);
        assert!(fen.starts_with(after), "{mv}: {fen}");
    }
    let lines = session.search(&format!("position {SETUP}\ngo depth 3 searchmoves f1h1"));
    let searched = SearchOutput::check(SETUP, &lines, CastlingNotation::KingTakesRook);
    assert_eq!(searched.best, "f1h1");
}
