//! Endings are judged by what is known of them, and won ones are won.

mod common;

use common::Diagram;
use common::random::{Rng, random_board};
use ferz::chess::{Board, Move, Position};
use ferz::eval::endgame::KNOWN_WIN;
use ferz::eval::evaluate;
use ferz::score::{MATE_BOUND, Score};
use ferz::search::Job;
use ferz::search::limits::Limits;
use ferz::search::pool::Pool;

/// The move that a short search plays.
fn best_move(pool: &mut Pool, position: &Position, nodes: u64) -> Move {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let result = pool.search(Job::new(position.clone(), limits));
    result.expect("a thread").best_move.expect("a move")
}

/// Whether a game that the engine plays against itself ends by mate, and not in a draw.
fn is_mated(board: Board, nodes: u64) -> bool {
    let mut pool = Pool::new(1.try_into().unwrap(), 4).unwrap();
    let mut position = Position::new(board);
    while !position.is_draw() && !position.board().is_stalemate() {
        if position.board().is_checkmate() {
            return true;
        }
        let mv = best_move(&mut pool, &position, nodes);
        position.make_move(mv);
    }
    false
}

#[test]
fn won_endings_are_mated_within_fifty_moves() {
    let mut random = Rng::new(4);
    for (men, nodes) in [
        ("KQk", 1_000),
        ("krK", 1_000),
        ("KBBk", 2_000),
        ("kbnK", 5_000),
        ("KPk", 2_000),
        ("KRPk", 2_000),
    ] {
        for _ in 0..5 {
            let board = std::iter::repeat_with(|| random_board(men, &mut random))
                .find(|board| evaluate(board).abs() >= KNOWN_WIN)
                .expect("an endless iterator");
            assert!(is_mated(board, nodes), "{men}: {board:?}");
        }
    }
}

#[test]
fn both_colors_are_judged_alike() {
    let mut random = Rng::new(5);
    for men in [
        "Kk", "KNk", "KNNk", "KBNk", "KRk", "KPk", "KPPk", "KBPk", "KBPkb", "KRkn", "KRPkr",
        "KNPkp", "KQkrp", "KBPPkbp",
    ] {
        for _ in 0..2_000 {
            let board = random_board(men, &mut random);
            let other = Diagram::of(&board).colors_swapped().board();
            assert_eq!(evaluate(&board), evaluate(&other), "{board:?}");
        }
    }
}

#[track_caller]
fn judged(fen: &str) -> Score {
    evaluate(&fen.parse().unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn known_wins_are_far_above_material_and_below_mates() {
    for fen in [
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "3k4/8/8/8/8/QQQQQQ2/2QQ3R/KQ4RB b - - 0 1",
    ] {
        let score = judged(fen).abs();
        assert!((KNOWN_WIN..MATE_BOUND).contains(&score), "{fen}: {score}");
    }
}

#[test]
fn what_cannot_be_won_is_a_draw() {
    for fen in [
        "8/8/8/3k4/8/8/8/K7 w - - 0 1",
        "8/8/8/3k4/8/8/8/KN6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KNN5 w - - 0 1",
        // Bishops on squares of one color.
        "8/8/8/3k4/8/8/1B6/B1K5 w - - 0 1",
        // Stalemate.
        "k7/8/1Q6/8/8/8/8/K7 b - - 0 1",
        // In front of the pawn, and in a rook pawn's corner.
        "8/4k3/4P3/4K3/8/8/8/8 w - - 0 1",
        "k7/8/P7/K7/8/8/8/8 w - - 0 1",
    ] {
        assert_eq!(judged(fen), 0, "{fen}");
    }
}

#[test]
fn a_win_is_not_known_where_the_piece_that_mates_is_lost() {
    for (fen, known) in [
        ("8/8/8/8/8/1k6/R7/3K4 b - - 0 1", false),
        ("8/8/8/8/8/1k6/R7/1K6 b - - 0 1", true),
        // Both are attacked, and one alone can be saved.
        ("8/8/8/8/1B6/1k6/1N6/7K w - - 0 1", false),
        ("8/8/8/8/R7/1k6/1P6/7K w - - 0 1", false),
        ("8/8/8/8/8/1k6/1P6/7K w - - 0 1", false),
        ("8/8/8/8/8/1k6/1P6/R6K w - - 0 1", true),
    ] {
        assert_eq!(judged(fen).abs() >= KNOWN_WIN, known, "{fen}");
    }
}

#[test]
fn a_lead_that_does_not_win_is_worth_little() {
    for (drawish, winning, percent) in [
        // Rook pawns and a bishop that does not see h8, and one that does.
        (
            "7k/8/7P/6KP/8/8/8/3B4 w - - 0 1",
            "7k/8/7P/6KP/8/8/8/2B5 w - - 0 1",
            10,
        ),
        // Rook against knight, and against pawn.
        (
            "8/8/3k4/3n4/8/8/3R4/3K4 w - - 0 1",
            "8/8/3k4/3p4/8/8/3R4/3K4 w - - 0 1",
            35,
        ),
        // Opposite bishops, and like ones.
        (
            "8/4kp1p/3b2p1/8/8/2PB1P2/2PK2PP/8 w - - 0 1",
            "8/4kp1p/4b1p1/8/8/2PB1P2/2PK2PP/8 w - - 0 1",
            60,
        ),
    ] {
        let (less, more) = (judged(drawish), judged(winning));
        assert!(
            100 * less < percent * more,
            "{drawish}: {less} against {more}"
        );
    }
}
