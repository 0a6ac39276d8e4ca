//! No search plays a move that it never searched: iteration 1 is completed under any clock, and
//! where a limit on nodes is smaller than that, exchanges are counted out.

use std::time::Duration;

use ferz::chess::{Position, legal_moves};
use ferz::score::{Meaning, is_mate};
use ferz::search::SearchResult;
use ferz::search::limits::Limits;

use crate::{best_move, last_line, position, search_with};

/// Qxf7+ wins a pawn, and loses the queen to the king.
const QUEEN_FOR_A_PAWN: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// What is found where the time is over before the search begins.
fn without_time(position: Position, threads: usize, lines: usize) -> SearchResult {
    let limits = Limits {
        clocks: [Some(Duration::ZERO); 2],
        move_time: Some(Duration::ZERO),
        ..Limits::default()
    };
    search_with(position, limits, threads, lines)
}

#[test]
fn the_first_iteration_is_completed_where_the_time_is_over_before_it() {
    for threads in [1, 4] {
        for _ in 0..20 {
            let result = without_time(position(QUEEN_FOR_A_PAWN), threads, 1);
            assert_ne!(best_move(&result), "h5f7");
            let last = last_line(&result);
            assert!(last.depth >= 1 && last.nodes > 40, "{last:?}");
        }
    }
}

#[test]
fn every_line_is_searched_where_the_time_is_over_before_the_search() {
    let result = without_time(position(QUEEN_FOR_A_PAWN), 1, 256);
    let moves = legal_moves(position(QUEEN_FOR_A_PAWN).board()).len();
    let last = &result.lines[result.lines.len() - moves..];
    assert!(last.iter().all(|line| line.depth == 1), "{last:?}");
    let queen_lost = last.iter().find(|line| line.pv[0].to_string() == "h5f7");
    let score = queen_lost.expect("it is legal").score;
    assert!(score < -500, "{score}");
}

#[test]
fn the_first_iteration_is_short_where_promotions_and_checks_never_end() {
    for fen in [
        "N7/PPPPPPPP/K1k3rB/b1pnnb1p/8/1r6/pp3p2/7q w - - 0 1",
        "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
        "k7/qqqqqqqq/q7/8/8/7Q/QQQQQQQQ/7K w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ] {
        let result = without_time(position(fen), 1, 1);
        let last = last_line(&result);
        assert!(last.depth == 1 && last.nodes < 20_000, "{fen}: {last:?}");
    }
}

#[test]
fn exchanges_are_counted_out_where_the_nodes_do_not_suffice_for_an_iteration() {
    for threads in [1, 4] {
        for nodes in [1, 2, 5, 20] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let result = search_with(position(QUEEN_FOR_A_PAWN), limits, threads, 1);
            assert_ne!(
                best_move(&result),
                "h5f7",
                "{nodes} nodes, {threads} threads"
            );
        }
    }
}

#[test]
fn a_guess_is_reported_with_depth_0() {
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    let result = search_with(position(QUEEN_FOR_A_PAWN), limits, 1, 1);
    assert_eq!((last_line(&result).depth, last_line(&result).nodes), (0, 1));
}

#[test]
fn no_helper_wins_the_vote_with_a_move_that_it_has_not_searched() {
    for _ in 0..20 {
        let result = without_time(position(KIWIPETE), 8, 1);
        let last = last_line(&result);
        assert!(last.depth >= 1, "{last:?}");
        // A guess knows nothing of the reply: +231 and more. A search to any depth does.
        assert!((-100..=200).contains(&last.score), "{last:?}");
    }
}

#[test]
fn a_mate_in_one_is_searched_no_deeper_where_a_clock_or_a_depth_is_given() {
    let mate_in_one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let patient = Some(Duration::from_secs(1_000));
    for limits in [
        Limits::depth(200),
        Limits {
            move_time: patient,
            ..Limits::default()
        },
        Limits {
            clocks: [patient; 2],
            ..Limits::default()
        },
    ] {
        let result = search_with(position(mate_in_one), limits.clone(), 1, 1);
        let last = last_line(&result);
        assert_eq!(Meaning::of(last.score), Meaning::Mate(1));
        assert!(last.depth <= 3, "{limits:?}: {last:?}");
    }
}

#[test]
fn other_lines_beside_a_mate_are_searched_to_the_depth_that_was_asked_for() {
    let mate_in_one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let result = search_with(position(mate_in_one), Limits::depth(9), 1, 2);
    let last = last_line(&result);
    assert!(last.depth == 9 && !is_mate(last.score), "{last:?}");
}
