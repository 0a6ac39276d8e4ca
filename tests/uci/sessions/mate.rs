//! `go mate`, and scores of mates.

use ferz::chess::notation::CastlingNotation;

use crate::output::{SearchOutput, search};
use crate::session::Session;

#[test]
fn go_mate_ends_when_a_mate_is_found() {
    let mut session = Session::start();
    for (setup, moves) in [
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
        ("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 5),
    ] {
        let searched = search(&mut session, setup, &format!("go mate {moves}"));
        let found = searched.last().mate().expect("a mate");
        assert!((1..=moves).contains(&found), "{setup}: mate {found}");
    }
}

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
        // The search goes on after the proof, and the note follows all of its `info` lines.
        let [.., last, best] = lines.as_slice() else {
            panic!("{setup}: {lines:?}");
        };
        assert_eq!(*last, format!("info string {note}"), "{setup}: {lines:?}");
        assert!(best.starts_with("bestmove "), "{setup}: {lines:?}");
        SearchOutput::check(setup, &lines, CastlingNotation::KingMoves);
    }
}

#[test]
fn mate_scores_count_moves_and_are_negative_for_the_mated_side() {
    let mut session = Session::start();
    for (setup, mate, best) in [
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, Some("a1a8")),
        ("fen r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", 1, Some("a8a1")),
        // Paul Morphy's problem, before and after its first move.
        ("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, Some("a1a6")),
        ("fen kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", -1, None),
        // Fool's mate.
        ("startpos moves f2f3 e7e5 g2g4", 1, Some("d8h4")),
    ] {
        let Some(best) = best else {
            assert_eq!(
                search(&mut session, setup, "go depth 4").last().mate(),
                Some(mate)
            );
            continue;
        };
        let searched = search(&mut session, setup, &format!("go mate {mate}"));
        assert_eq!(
            (searched.last().mate(), &*searched.best),
            (Some(mate), best),
            "{setup}"
        );
    }
}
