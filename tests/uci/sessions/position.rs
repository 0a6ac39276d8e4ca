//! `position` and `d`.

use std::time::{Duration, Instant};

use crate::output::has_info_string;
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
    let start = session.ask("position startpos\nd");
    let moves = &start[0];
    assert!(moves.starts_with("Legal moves: "), "{moves}");
    // Each pawn move begins on rank 2, and the number of moves is 20.
    assert_eq!(moves.matches("2").count(), 16 + 1, "{moves}");
    assert_eq!(session.ask("d"), start, "d prints the same each time");
}

#[test]
fn an_invalid_position_is_reported_and_the_previous_one_kept() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4 e7e5");
    let before = session.shown_fen();
    // Arguments of `position`, and the beginning of the error.
    const BAD: &str = r#"
        startpos moves e2e4 e7e5 e4e5 | move 3 of the list: "e4e5" is not legal
        startpos moves e2e5 | move 1 of the list: "e2e5" is not legal
        startpos moves e2e4 0000 | move 2 of the list: "0000" is not a move
        startpos moves e2e4 joho | move 2 of the list: "joho" is not a move
        startpos moves e2e4 e7e5 e1g1 | move 3 of the list: "e1g1" is not legal
        startpos moves e7e5 | move 1 of the list: "e7e5" is not legal
        fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8 | move 1 of the list: "a7a8" is not legal
        fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a1b1q | move 1 of the list: "a1b1q" is not legal
        fen 4k3/8/8/8/8/8/8/4K2R b - - 0 1 moves e8e7 h1e1 e7e8 | move 2 of the list: "h1e1" is not legal
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1 | the FEN has 7 ranks
        fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | rank 6 of the FEN contains "9"
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1 | the FEN's side to move is "x"
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkX - 0 1 | the FEN's castling rights are "KQkX"
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1 | the FEN's en passant square is "e9"
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1 | the FEN's halfmove clock is "-1"
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999 | the FEN's move number is "99999999"
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 joho | the FEN has text after its sixth field: "joho"
        fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR | the FEN has 1 field
        fen rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1 | pieces: black has 0 kings
        fen 4k2R/8/8/8/8/8/8/4K3 w - - 0 1 | side to move: white, while black is in check
        fen | the FEN has 0 fields
        joho | found "joho"
        | found nothing"#;
    for line in BAD.lines().skip(1) {
        let (setup, error) = line.split_once('|').expect("two columns");
        let (setup, error) = (setup.trim(), error.trim());
        let lines = session.ask(&format!("position {setup}"));
        assert!(
            has_info_string(&lines, &format!("error: position: {error}")),
            "{setup}: {lines:?}"
        );
        assert_eq!(session.shown_fen(), before, "{setup}");
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
        session.assert_silent(&format!("position {setup}"));
        assert_eq!(session.shown_fen(), fen, "{setup}");
    }
}

#[test]
fn a_game_of_2000_plies_is_set_up_quickly() {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(500).join(" ");
    let mut session = Session::start();
    session.settle();
    let started = Instant::now();
    session.send(&format!("position startpos moves {moves}"));
    let fen = session.shown_fen();
    assert!(started.elapsed() < Duration::from_secs(2));
    assert_eq!(
        fen,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2000 1001"
    );
    session.search("go depth 1");
}
