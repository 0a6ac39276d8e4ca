//! Sessions with the real program: mate search, limited strength, Chess960, and searches that
//! are interrupted at many points. See <https://www.chessprogramming.org/Mate_Search>.

use ferz::chess::notation::CastlingNotation;
use std::collections::HashSet;

use std::time::Instant;

use crate::output::{SearchOutput, game, search};
use crate::searches::SEARCH_POSITIONS;
use crate::session::Session;
use crate::session::millis;

/// Mate problems with a quiet first move; in one of them, only the last move gives check.
#[test]
fn go_mate_proves_the_mate_and_prints_it_to_the_end() {
    let mut session = Session::start();
    for (fen, moves, best) in [
        (
            "1B1Q1R2/8/qNrn3p/2p1rp2/Rn3k1K/8/5P2/bbN4B w - - 0 1",
            2,
            "d8f6",
        ),
        ("8/8/8/8/1p1N4/1Bk1K3/3N4/b7 w - - 0 1", 3, "d4e6"),
        ("8/5p2/5p1p/5KPk/7p/7P/8/8 w - - 0 1", 4, "g5g6"),
        ("6b1/4Kpk1/5r2/8/3B2P1/7R/8/8 w - - 0 1", 5, "h3h6"),
    ] {
        for threads in [1, 2] {
            session.send(&format!("setoption name Threads value {threads}"));
            let searched = search(
                &mut session,
                &format!("fen {fen}"),
                &format!("go mate {moves}"),
            );
            assert_eq!(
                (searched.last().mate(), &*searched.best),
                (Some(moves), best),
                "{fen}"
            );
            assert_eq!(
                searched.last().pv.len() as i64,
                2 * moves - 1,
                "{searched:?}"
            );
        }
    }
}

#[test]
fn go_mate_reports_that_there_is_no_mate_and_plays_a_move() {
    let mut session = Session::start();
    for (setup, go, note) in [
        ("startpos", "go mate 2", "there is no mate in 2"),
        // There is a mate in 3.
        (
            "fen 8/8/8/8/1p1N4/1Bk1K3/3N4/b7 w - - 0 1",
            "go mate 2",
            "there is no mate in 2",
        ),
        // The mate begins with another move.
        (
            "fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "go mate 1 searchmoves e1e2 a1a7",
            "there is no mate in 1",
        ),
        // The fifty-move rule ends the game before the mate.
        (
            "fen 7k/8/5K2/8/8/8/8/1R6 w - - 98 90",
            "go mate 3",
            "there is no mate in 3",
        ),
    ] {
        let lines = session.search(&format!("position {setup}\n{go}"));
        // The note is the answer, so it is not between the depths of the search that goes on.
        let [.., last, best] = lines.as_slice() else {
            panic!("{setup}: {lines:?}");
        };
        assert_eq!(*last, format!("info string {note}"), "{setup}: {lines:?}");
        assert!(best.starts_with("bestmove "), "{setup}: {lines:?}");
        SearchOutput::check(setup, &lines, CastlingNotation::KingMoves);
    }
}

#[test]
fn a_weak_player_captures_hanging_pieces_and_mates_in_one() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1320");
    for (setup, best) in [
        (
            "fen rnb1kbnr/ppp1pppp/8/8/3q4/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 1",
            "f3d4",
        ),
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
    ] {
        for _ in 0..10 {
            session.send("ucinewgame");
            let searched = search(&mut session, setup, "go wtime 1000 btime 1000");
            assert_eq!(searched.best, best, "{setup}");
            assert!(searched.last().nodes < 10_000, "{searched:?}");
        }
    }
}

#[test]
fn a_weak_player_varies_its_moves_and_analysis_is_not_weakened() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1320");
    let moves = |session: &mut Session, go: &str| -> HashSet<String> {
        let mut best = || {
            session.send("ucinewgame");
            search(session, "startpos", go).best
        };
        (0..30).map(|_| best()).collect()
    };
    assert!(moves(&mut session, "go movetime 1000").len() > 2);
    session.send("setoption name UCI_AnalyseMode value true");
    assert_eq!(moves(&mut session, "go nodes 3000").len(), 1);
}

#[test]
fn a_limited_player_at_human_pace_uses_a_part_of_its_time() {
    const WEAK: &str =
        "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1500";
    let mut session = Session::start();
    let mut time_of = |setup: &str, go: &str| {
        session.send(setup);
        session.settle();
        let started = Instant::now();
        session.search(go);
        started.elapsed()
    };
    let at_once = ..millis(180);
    // The option changes nothing alone, nor limited strength without it.
    let full = time_of("setoption name Human Pace value true", "go nodes 1000");
    assert!(at_once.contains(&full), "{full:?}");
    let quick = time_of("setoption name Human Pace value false", "go movetime 1");
    assert!(at_once.contains(&quick), "{quick:?}");
    let quick = time_of(WEAK, "go movetime 1000");
    assert!(at_once.contains(&quick), "{quick:?}");
    const PACED: &str = "setoption name Human Pace value true\nposition startpos";
    for (go, most) in [
        ("go movetime 1000", 990),
        ("go wtime 30000 btime 30000", 2_000),
        ("go wtime 10000 winc 1000", 2_000),
    ] {
        let slow = time_of(PACED, go);
        assert!(
            (millis(200)..millis(most)).contains(&slow),
            "{go}: {slow:?}"
        );
    }
    // A forced move takes little time, and no time is known without a clock.
    for (position, go) in [
        (
            "position fen k7/8/1K6/8/8/8/8/7R b - - 0 1",
            "go movetime 1000",
        ),
        ("position startpos", "go depth 3"),
        ("position startpos", "go infinite\nstop"),
        ("position startpos", "go movetime 60000\nstop"),
        ("position startpos", "go ponder movetime 100\nponderhit"),
    ] {
        let quick = time_of(position, go);
        assert!(at_once.contains(&quick), "{go}: {quick:?}");
    }
    // The time begins at the ponderhit.
    session.send("go ponder movetime 1000");
    session.lines_within(millis(300));
    let started = Instant::now();
    session.search("ponderhit");
    let slow = started.elapsed();
    assert!((millis(200)..millis(990)).contains(&slow), "{slow:?}");
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

#[test]
fn output_is_valid_wherever_a_search_is_interrupted() {
    let mut session = Session::start();
    for (threads, lines) in [(1, 1), (2, 1), (1, 3)] {
        session.send(&format!("setoption name Threads value {threads}"));
        session.send(&format!("setoption name MultiPV value {lines}"));
        for (i, setup) in SEARCH_POSITIONS.iter().enumerate() {
            for nodes in [3_000 + 500 * i, 20_000 + 3_000 * i] {
                search(&mut session, setup, &format!("go nodes {nodes}"));
            }
        }
    }
}
