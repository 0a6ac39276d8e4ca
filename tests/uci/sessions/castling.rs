//! Castling in both notations: `e1g1`, and `e1h1` with `UCI_Chess960`.

use ferz::chess::notation::CastlingNotation;

use crate::output::{SearchOutput, game, has_info_string};
use crate::session::Session;

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
                session.assert_silent(&setup);
                let fen = session.shown_fen();
                assert!(fen.starts_with(after), "{mode}: {setup}: {fen}");
            }
        }
        // Without the castling right, `e1h1` is an illegal king move.
        let setup = format!("position {FEN} w kq - 0 1 moves e1h1");
        assert!(has_info_string(&session.ask(&setup), "e1h1"));
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
        for (written, printed) in [
            ("e1g1", expected[0]),
            ("e1h1", expected[0]),
            ("e1c1", expected[1]),
            ("e1a1", expected[1]),
        ] {
            let lines = session.search(&format!("go depth 3 searchmoves {written}"));
            let searched = SearchOutput::check(SETUP, &lines, notation);
            assert_eq!(searched.best, printed, "{mode}: {written}");
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
        let fen = session.shown_fen();
        assert!(fen.starts_with(after), "{mv}: {fen}");
    }
    let lines = session.search(&format!("position {SETUP}\ngo depth 3 searchmoves f1h1"));
    let searched = SearchOutput::check(SETUP, &lines, CastlingNotation::KingTakesRook);
    assert_eq!(searched.best, "f1h1");
}

#[test]
fn multipv_and_searchmoves_use_the_notation_of_chess960() {
    let mut session = Session::start();
    session.send("setoption name UCI_Chess960 value true\nsetoption name MultiPV value 3");
    for setup in [
        // A Chess960 position shortly before castling, and one of double Fischer random chess.
        "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "fen rkr1bbqn/pppp1ppp/4p1n1/8/8/4P1N1/PPPP1PPP/1RKRBBQN w DBca - 0 1",
    ] {
        let lines = session.search(&format!("position {setup}\ngo depth 6"));
        SearchOutput::check(setup, &lines, CastlingNotation::KingTakesRook);
        let castles = game(setup)
            .board()
            .legal_moves()
            .into_iter()
            .find(|mv| mv.is_castle());
        let Some(castles) = castles else { continue };
        let go = format!("go depth 5 searchmoves {castles}");
        let searched =
            SearchOutput::check(setup, &session.search(&go), CastlingNotation::KingTakesRook);
        assert_eq!(searched.best, castles.to_string());
        assert!(searched.infos.iter().all(|info| info.multipv == Some(1)));
    }
}
