//! What the tables say of positions and moves.

use ferz::chess::Move;
use ferz::eval::endgame::KNOWN_WIN;
use ferz::eval::evaluate;
use ferz::score::{DRAW, Score};
use ferz::syzygy::{Judged, Outcome};

use crate::common::random::{Rng, random_board};
use crate::{all_tables, board, turn};

/// All sets of three and four men, as letters of a FEN.
fn all_men() -> Vec<String> {
    let kinds = ["Q", "R", "B", "N", "P"];
    let mut all = Vec::new();
    for (i, first) in kinds.into_iter().enumerate() {
        all.push(format!("K{first}k"));
        for second in &kinds[i..] {
            all.push(format!("K{first}{second}k"));
            all.push(format!("K{first}k{}", second.to_lowercase()));
        }
    }
    all
}

fn opposite(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Loss => Outcome::Win,
        Outcome::BlessedLoss => Outcome::CursedWin,
        Outcome::Draw => Outcome::Draw,
        Outcome::CursedWin => Outcome::BlessedLoss,
        Outcome::Win => Outcome::Loss,
    }
}

#[test]
fn all_tables_of_three_and_four_men_are_found() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    assert_eq!(tables.most_men(), 4);
    assert_eq!(
        tables.summary(),
        "endgame tables: 5 of 3 men, 30 of 4 men; with distances: 35"
    );
}

/// A position is worth what its best move is worth: that ties the tables to our rules of
/// chess, and to each other, and the moves' outcomes to the positions'.
#[test]
fn every_outcome_is_that_of_the_best_move() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    let mut random = Rng::new(1);
    for men in all_men() {
        let mut seen = [0; 3];
        for _ in 0..300 {
            let board = random_board(&men, &mut random);
            let outcome = tables.outcome(&board).expect("a table for it");
            let after = |mv: Move| opposite(tables.outcome(&board.after(mv)).expect("a table"));
            let expected = board.legal_moves().into_iter().map(after).max();
            let expected = expected.unwrap_or(if board.is_in_check() {
                Outcome::Loss
            } else {
                Outcome::Draw
            });
            assert_eq!(outcome, expected, "{board:?}");
            let judged = tables.judge_moves(&board).expect("all tables");
            assert_eq!(judged.len(), board.legal_moves().len());
            for Judged {
                mv,
                outcome,
                distance,
            } in judged
            {
                assert_eq!(outcome, after(mv), "{mv} in {board:?}");
                assert_eq!(distance, distance.filter(|&half_moves| half_moves < 101));
            }
            match outcome {
                Outcome::Win => seen[0] += 1,
                Outcome::Draw => seen[1] += 1,
                _ => seen[2] += 1,
            }
        }
        // What everyone knows: a queen or a rook beats a bare king, a minor piece does not.
        match &men[..] {
            "KQk" | "KRk" | "KBNk" => assert!(seen[1] < 100, "{men}: {seen:?}"),
            "KBk" | "KNk" => assert_eq!(seen, [0, 300, 0], "{men}"),
            _ => {}
        }
    }
}

#[test]
fn what_the_evaluation_knows_is_what_the_tables_know() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    const LOST: Score = -KNOWN_WIN;
    let mut random = Rng::new(2);
    for (men, most_wrong) in [
        ("KPk", 0),
        ("KQk", 0),
        ("KRk", 0),
        ("KQPk", 0),
        ("KRPk", 0),
        ("KRNk", 0),
        ("KNk", 0),
        ("KBBk", 0),
        // Up to one in a hundred: the lone king's next move attacks both men, or it is mated
        // in the corner by its own fault. A search sees both.
        ("KBNk", 50),
        ("KNNk", 50),
    ] {
        let mut wrong = 0;
        for _ in 0..5_000 {
            let board = random_board(men, &mut random);
            let outcome = tables.outcome(&board).expect("a table for it");
            let score = evaluate(&board);
            let known = match score {
                KNOWN_WIN.. => Some(Outcome::Win),
                ..=LOST => Some(Outcome::Loss),
                DRAW => Some(Outcome::Draw),
                _ => None,
            };
            wrong += u32::from(known.is_some_and(|known| known != outcome));
            assert!(known.is_some() || men != "KPk", "{score} {board:?}");
        }
        assert!(wrong <= most_wrong, "{men}: {wrong} of 5000 wrong");
    }
}

#[test]
fn nothing_is_looked_up_where_someone_may_castle() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    let castling = board("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(tables.outcome(&castling), None);
    assert_eq!(tables.judge_moves(&castling), None);
    let without = board("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert_eq!(tables.outcome(&without), Some(Outcome::Win));
}
