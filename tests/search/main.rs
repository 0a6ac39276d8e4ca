//! Tests that the search finds mates, draws and good moves, respects its limits, and reports
//! correct variations.

mod first_iteration;
mod mates;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use ferz::chess::notation::CoordinateMove;
use ferz::chess::{Board, Move, Position};
use ferz::perft::KIWIPETE;
use ferz::score::{DRAW, Meaning};
use ferz::search::limits::Limits;
use ferz::search::pool::Pool;
use ferz::search::strength::Strength;
use ferz::search::{SearchRequest, SearchResult, Variation};

/// Returns the last reported variation.
fn last_variation(result: &SearchResult) -> &Variation {
    result
        .last_variation()
        .expect("a search reports a variation")
}

/// Returns the best move in coordinate notation.
fn best_move(result: &SearchResult) -> String {
    result.best_move.expect("there is a move").to_string()
}

/// Returns the position that a FEN describes.
fn position(fen: &str) -> Position {
    Position::new(fen.parse().unwrap_or_else(|error| panic!("{error}: {fen}")))
}

/// Returns the position after moves in coordinate notation, with the history of the game.
fn game(fen: &str, moves: &str) -> Position {
    let mut position = position(fen);
    for written in moves.split_whitespace() {
        let written: CoordinateMove = written.parse().unwrap();
        let mv = written
            .resolve(position.board())
            .unwrap_or_else(|| panic!("{written}"));
        position.make_move(mv);
    }
    position
}

/// Searches a position with `threads` threads and `multi_pv` principal variations.
fn search_with(
    position: Position,
    limits: Limits,
    threads: usize,
    multi_pv: usize,
) -> SearchResult {
    let mut pool = Pool::new(threads.try_into().unwrap(), 16).unwrap();
    let request = SearchRequest {
        multi_pv,
        ..SearchRequest::new(position, limits)
    };
    pool.search(request)
}

/// Searches a position to a fixed depth on one thread.
fn search(position: Position, depth: u32) -> SearchResult {
    search_with(position, Limits::depth(depth), 1, 1)
}

#[test]
fn mates_are_found_in_the_fewest_moves() {
    // Pruning delays mates by some iterations. `go mate` proves them
    // (`tests/uci/sessions/mate.rs`).
    let scholars_mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
    for (fen, depth, best, moves) in [
        (scholars_mate, 2, "h5f7", 1),
        // Back-rank mate.
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2, "a1a8", 1),
        // Philidor's legacy: a queen sacrifice and a smothered mate.
        ("r4r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1", 8, "c4g8", 2),
    ] {
        let result = search(position(fen), depth);
        let found = Meaning::of(last_variation(&result).score);
        assert_eq!(found, Meaning::Mate(moves), "{fen}");
        assert_eq!(best_move(&result), best, "{fen}");
    }
}

#[test]
fn a_mated_side_gets_a_negative_mate_score() {
    // Kg8 is the only legal move, and Rb8 mates.
    let result = search(position("7k/R7/1R6/8/8/8/8/6K1 b - - 0 1"), 3);
    assert_eq!(
        Meaning::of(last_variation(&result).score),
        Meaning::Mate(-1)
    );
}

#[test]
fn a_position_that_cannot_be_won_has_a_draw_score() {
    // White loses the pawn or stalemates Black.
    let result = search(position("k7/P7/1K6/8/8/8/8/8 w - - 0 1"), 4);
    assert_eq!(last_variation(&result).score, DRAW);
}

#[test]
fn perpetual_check_saves_the_losing_side() {
    // Qe8+ Kh7 Qh5+ Kg8 repeats. With any other move, White is mated by the two queens.
    let result = search(position("6k1/6p1/8/7Q/8/8/qq6/7K w - - 0 1"), 5);
    assert_eq!(last_variation(&result).score, DRAW);
    assert_eq!(best_move(&result), "h5e8");
}

#[test]
fn a_threefold_repetition_with_the_history_of_the_game_is_found() {
    // Black is a queen down. After f8g8, the first position occurs for the third time.
    let shuffle = "a1b1 g8f8 b1a1 f8g8 a1b1 g8f8 b1a1";
    let position = game("6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 1", shuffle);
    let result = search(position, 4);
    assert_eq!(last_variation(&result).score, DRAW);
    assert_eq!(best_move(&result), "f8g8");
}

#[test]
fn the_fifty_move_rule_is_foreseen_and_mate_takes_precedence() {
    // The fifty-move rule applies after one ply: the first position is drawn, the second is a
    // mate in one.
    let drawn = search(position("7k/8/8/8/8/8/8/KQ6 w - - 99 80"), 4);
    assert_eq!(last_variation(&drawn).score, DRAW);
    let mates = search(position("7k/8/6K1/8/8/8/8/1Q6 w - - 99 80"), 4);
    assert_eq!(Meaning::of(last_variation(&mates).score), Meaning::Mate(1));
}

#[test]
fn a_hanging_rook_is_captured_rather_than_a_protected_pawn() {
    let result = search(position("4k3/8/2p5/3p4/8/8/r2Q4/4K3 w - - 0 1"), 4);
    assert_eq!(best_move(&result), "d2a2");
}

/// The Lasker trap in the Albin countergambit: a promotion to a queen loses.
#[test]
fn a_promotion_to_a_knight_is_found_if_it_is_best() {
    let fen = "rnbqk1nr/ppp2ppp/8/4P3/1BP5/8/PP2KpPP/RN1Q1BNR b kq - 1 7";
    assert_eq!(best_move(&search(position(fen), 5)), "f2g1n");
}

/// Asserts that the moves of a variation are legal, that it does not go on after the end of the
/// game, and that a variation to checkmate has the length of its mate score.
fn assert_playable(start: &Position, variation: &Variation) {
    let mut position = start.clone();
    for &mv in &variation.pv {
        let over = position.board().legal_moves().is_empty()
            || position.moves_made() > start.moves_made() && position.is_draw();
        let board = position.board();
        assert!(!over, "expected the end at {board:?}: {variation:?}");
        assert!(
            position.is_legal(mv),
            "found {mv} in {variation:?} at {board:?}"
        );
        position.make_move(mv);
    }
    if let Meaning::Mate(moves) = Meaning::of(variation.score)
        && position.board().is_checkmate()
    {
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        assert_eq!(variation.pv.len() as i32, plies, "{variation:?}");
    }
}

/// Positions from the opening to the endgame, one of Chess960, and some that no game can reach.
const VARIED: [&str; 11] = [
    Board::START_FEN,
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "7k/8/8/8/8/8/R7/1R4K1 w - - 96 90",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/8/8/8/2k5/2p5/2K5 b - - 0 1",
    // Positions that no game can reach.
    "K6N/6N1/8/5k2/7N/8/p7/8 b - - 0 1",
    "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1",
    "4k3/8/8/8/1b2r3/8/4n1n1/R3K2R w KQ - 0 1",
];

#[test]
fn every_reported_variation_is_legal_and_the_last_one_starts_with_the_best_move() {
    for fen in VARIED {
        let start = position(fen);
        let result = search(start.clone(), 5);
        for variation in &result.variations {
            assert_playable(&start, variation);
        }
        assert_eq!(
            last_variation(&result).pv.first(),
            result.best_move.as_ref()
        );
        assert_eq!(
            last_variation(&result).pv.get(1),
            result.ponder_move.as_ref()
        );
        let depths: Vec<u32> = result
            .variations
            .iter()
            .map(|variation| variation.depth)
            .collect();
        assert_eq!(depths, [1, 2, 3, 4, 5]);
    }
}

#[test]
fn several_variations_have_different_moves_and_are_sorted_by_score() {
    for fen in VARIED {
        let start = position(fen);
        let result = search_with(start.clone(), Limits::depth(4), 1, 3);
        let expected = start.board().legal_moves().len().min(3);
        let last = &result.variations[result.variations.len() - expected..];
        for (i, variation) in last.iter().enumerate() {
            assert_eq!((variation.rank, variation.depth), (i + 1, 4));
            assert_playable(&start, variation);
        }
        assert!(last.is_sorted_by_key(|variation| -variation.score));
        let firsts: HashSet<Move> = last.iter().map(|variation| variation.pv[0]).collect();
        assert_eq!(firsts.len(), expected);
        assert_eq!(Some(last[0].pv[0]), result.best_move);
    }
}

#[test]
fn a_node_limit_is_exact_on_one_thread() {
    for nodes in [1, 2, 100, 1_000, 12_345] {
        let result = search_with(Position::default(), Limits::nodes(nodes), 1, 1);
        assert_eq!(last_variation(&result).nodes, nodes);
        assert_eq!(
            last_variation(&result).pv.first(),
            result.best_move.as_ref()
        );
    }
}

#[test]
fn the_same_search_visits_the_same_number_of_nodes() {
    let nodes = || last_variation(&search(position(KIWIPETE), 5)).nodes;
    assert_eq!(nodes(), nodes());
}

#[test]
fn only_the_search_moves_are_searched() {
    let position = Position::default();
    let moves = position.legal_moves().into_iter();
    let wanted = moves.filter(|mv| mv.to_string() == "a2a3").collect();
    let mut pool = Pool::new(1.try_into().unwrap(), 16).unwrap();
    let request = SearchRequest {
        search_moves: wanted,
        ..SearchRequest::new(position, Limits::depth(3))
    };
    assert_eq!(best_move(&pool.search(request)), "a2a3");
}

#[test]
fn a_search_with_a_mate_limit_ends_when_it_has_found_the_mate() {
    let fen = "r4r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1";
    let limits = Limits {
        mate: Some(2),
        ..Limits::default()
    };
    let result = search_with(position(fen), limits, 1, 1);
    assert_eq!(Meaning::of(last_variation(&result).score), Meaning::Mate(2));
}

#[test]
fn a_move_time_is_respected() {
    let limits = Limits::move_time(Duration::from_millis(50));
    let started = Instant::now();
    let result = search_with(position(KIWIPETE), limits, 1, 1);
    assert!(result.best_move.is_some());
    // Generous, because the machine may be busy.
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn several_threads_find_the_mate_too() {
    let fen = "r4r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1";
    for threads in [2, 4] {
        let result = search_with(position(fen), Limits::depth(8), threads, 1);
        assert_eq!(best_move(&result), "c4g8");
        assert_playable(&position(fen), last_variation(&result));
    }
}

#[test]
fn limited_strength_does_not_depend_on_the_number_of_threads() {
    for fen in VARIED {
        let mut limits = Limits::default();
        limits.limit_strength(Strength::of(1500, 7));
        let played = |threads| {
            let result = search_with(position(fen), limits.clone(), threads, 1);
            let last = last_variation(&result);
            (result.best_move, last.depth, last.nodes)
        };
        assert_eq!(played(4), played(1), "{fen}");
    }
}

#[test]
fn with_limited_strength_every_variation_is_reported_once_and_the_played_move_first() {
    let mut played_second_best = 0;
    for seed in 0..40 {
        let mut limits = Limits::default();
        limits.limit_strength(Strength::of(1320, seed));
        let result = search_with(Position::default(), limits, 1, 2);
        let [.., first, second] = &result.variations[..] else {
            panic!("{:?}", result.variations);
        };
        assert_eq!((first.rank, second.rank), (1, 2));
        assert_eq!(Some(first.pv[0]), result.best_move);
        assert_ne!(first.pv[0], second.pv[0]);
        played_second_best += usize::from(first.score < second.score);
    }
    assert!(played_second_best > 0);
}
