//! Tests of the first iteration. It is completed even if there is no time left, so the search
//! never plays a move that it has not searched. If a node limit is too small for it, static
//! evaluation and static exchange evaluation (SEE) choose the move.

use std::time::Duration;

use ferz::chess::Position;
use ferz::perft::KIWIPETE;
use ferz::score::{Meaning, is_mate};
use ferz::search::SearchResult;
use ferz::search::limits::Limits;

use crate::{best_move, last_variation, position, search_with};

/// Qxf7+ wins a pawn, but the king captures the queen.
const QUEEN_FOR_A_PAWN: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";

/// Searches with a time limit of zero.
fn without_time(position: Position, threads: usize, multi_pv: usize) -> SearchResult {
    let limits = Limits {
        clocks: [Some(Duration::ZERO); 2],
        move_time: Some(Duration::ZERO),
        ..Limits::default()
    };
    search_with(position, limits, threads, multi_pv)
}

#[test]
fn the_first_iteration_is_completed_without_time() {
    for threads in [1, 4] {
        for _ in 0..20 {
            let result = without_time(position(QUEEN_FOR_A_PAWN), threads, 1);
            assert_ne!(best_move(&result), "h5f7");
            let last = last_variation(&result);
            assert!(last.depth >= 1 && last.nodes > 40, "{last:?}");
        }
    }
}

#[test]
fn every_variation_of_the_first_iteration_is_searched_without_time() {
    let result = without_time(position(QUEEN_FOR_A_PAWN), 1, 256);
    let moves = position(QUEEN_FOR_A_PAWN).board().legal_moves().len();
    let last = &result.variations[result.variations.len() - moves..];
    assert!(
        last.iter().all(|variation| variation.depth == 1),
        "{last:?}"
    );
    let blunder = last
        .iter()
        .find(|variation| variation.pv[0].to_string() == "h5f7");
    let score = blunder.expect("Qxf7+ is legal").score;
    assert!(score < -500, "{score}");
}

#[test]
fn the_first_iteration_is_short_despite_many_promotions_and_checks() {
    for fen in [
        "N7/PPPPPPPP/K1k3rB/b1pnnb1p/8/1r6/pp3p2/7q w - - 0 1",
        "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
        "k7/qqqqqqqq/q7/8/8/7Q/QQQQQQQQ/7K w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ] {
        let result = without_time(position(fen), 1, 1);
        let last = last_variation(&result);
        assert!(last.depth == 1 && last.nodes < 20_000, "{fen}: {last:?}");
    }
}

#[test]
fn a_node_limit_below_one_iteration_does_not_lose_the_queen() {
    for threads in [1, 4] {
        for nodes in [1, 2, 5, 20] {
            let limits = Limits::nodes(nodes);
            let result = search_with(position(QUEEN_FOR_A_PAWN), limits, threads, 1);
            let found = best_move(&result);
            assert_ne!(found, "h5f7", "{nodes} nodes, {threads} threads");
        }
    }
}

#[test]
fn a_move_chosen_without_a_search_is_reported_with_depth_0() {
    let result = search_with(position(QUEEN_FOR_A_PAWN), Limits::nodes(1), 1, 1);
    assert_eq!(
        (last_variation(&result).depth, last_variation(&result).nodes),
        (0, 1)
    );
}

#[test]
fn no_helper_thread_wins_the_vote_with_an_unsearched_move() {
    for _ in 0..20 {
        let result = without_time(position(KIWIPETE), 8, 1);
        let last = last_variation(&result);
        assert!(last.depth >= 1, "{last:?}");
        // The score of an unsearched move ignores the reply. That of the best one, Bxa6, is 204
        // centipawns; searches to depths from 1 to 12 give -139 to -28.
        assert!((-200..=100).contains(&last.score), "{last:?}");
    }
}

#[test]
fn a_mate_in_one_ends_the_search_if_a_clock_or_a_depth_is_given() {
    let mate_in_one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let long_time = Duration::from_secs(1_000);
    for limits in [
        Limits::depth(200),
        Limits::move_time(long_time),
        Limits {
            clocks: [Some(long_time); 2],
            ..Limits::default()
        },
    ] {
        let result = search_with(position(mate_in_one), limits.clone(), 1, 1);
        let last = last_variation(&result);
        assert_eq!(Meaning::of(last.score), Meaning::Mate(1));
        assert!(last.depth <= 3, "{limits:?}: {last:?}");
    }
}

#[test]
fn with_several_variations_a_mate_does_not_end_the_search_before_its_depth() {
    let mate_in_one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let result = search_with(position(mate_in_one), Limits::depth(9), 1, 2);
    let last = last_variation(&result);
    assert!(last.depth == 9 && !is_mate(last.score), "{last:?}");
}
