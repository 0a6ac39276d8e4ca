//! Tests that mate scores are proved: no reported mate is shorter than the shortest forced mate,
//! variations with mate scores lead to checkmate, and a search with a mate limit finds the mates.

use ferz::chess::Position;
use ferz::score::{Meaning, plies_to_mate};
use ferz::search::SearchResult;
use ferz::search::limits::Limits;

use crate::{last_variation, position, search_with};

/// Adds the limit of `go mate`: the search ends when it finds a mate in at most `moves` moves.
fn with_mate(moves: u32, mut limits: Limits) -> Limits {
    limits.mate = Some(moves);
    limits
}

/// Returns the mate scores that a search reported, in moves, with the nodes searched until then.
fn reported_mates(result: &SearchResult) -> Vec<(i32, u64)> {
    let variations = result.variations.iter();
    variations
        .filter_map(|variation| match Meaning::of(variation.score) {
            Meaning::Mate(moves) => Some((moves, variation.nodes)),
            Meaning::Centipawns(_) => None,
        })
        .collect()
}

#[test]
fn no_reported_mate_is_shorter_than_the_shortest_one() {
    for (fen, shortest) in [
        // White mates in 8. After an immediate promotion, Black mates in 2.
        ("N7/PPPPPPPP/K1k3rB/b1pnnb1p/8/1r6/pp3p2/7q w - - 0 1", 8),
        // Black is mated in 6.
        ("4k3/8/4K3/2N5/3N4/4B3/8/8 b - - 0 1", -6),
        // The mate distances come from longer searches.
        ("8/8/6kN/8/6NK/5P2/p7/B7 b - - 0 1", -5),
        ("8/8/8/2Bp4/3p4/1K1p4/p1pp4/kbrn4 b - - 0 1", -7),
    ] {
        for limit in [300, 1_000, 3_000, 10_000, 30_000, 100_000] {
            let result = search_with(position(fen), Limits::nodes(limit), 1, 1);
            for (moves, nodes) in reported_mates(&result) {
                let same_side = moves.signum() == i32::signum(shortest);
                assert!(
                    same_side && moves.abs() >= shortest.abs(),
                    "{fen}: expected mate {shortest} or longer, found {moves} after {nodes} of {limit} nodes"
                );
            }
        }
    }
}

/// A variation ends early if other entries of the transposition table have replaced those of its
/// remaining positions. For comparison: Stockfish 15.1 reports 131 variations with mate scores in
/// these positions, at 100,000 nodes each, and 28 of them end early.
#[test]
fn fewer_than_a_tenth_of_the_variations_to_mate_end_before_the_mate() {
    let (mut reported, mut short) = (0, Vec::new());
    for fen in [
        "8/8/6kN/8/6NK/5P2/p7/B7 b - - 0 1",
        "8/4pN2/4p3/2p5/2PpPB2/1R1P1P2/p5K1/k7 b - - 0 1",
        "k7/P7/1Kp5/2p4q/2p5/2P4R/7R/8 w - - 0 1",
        "r2RNknQ/1p1b1rpR/p1p1p3/2P1qp2/8/P3P3/1P3PP1/4K3 w - - 0 1",
        "6b1/5p1k/5B2/6PN/8/8/4K3/8 b - - 0 1",
        "4kN2/8/8/4K3/7B/8/B7/3N4 b - - 0 1",
        "2R5/kpQ5/p4r2/6p1/q1p2p2/P3n3/KPP5/8 w - - 0 1",
        "k7/1R3n2/2p5/7b/8/K7/1R6/8 w - - 0 1",
    ] {
        let result = search_with(position(fen), Limits::nodes(100_000), 1, 1);
        for variation in &result.variations {
            let Some(plies) = plies_to_mate(variation.score) else {
                continue;
            };
            let mut end = position(fen);
            let pv = &variation.pv;
            pv.iter().for_each(|&mv| end.make_move(mv));
            assert!(pv.len() <= plies, "{fen}: {variation:?}");
            let is_complete = pv.len() == plies;
            let is_checkmate = end.board().is_checkmate();
            assert_eq!(is_checkmate, is_complete, "{fen}: {variation:?}");
            reported += 1;
            if !is_complete {
                short.push(variation.clone());
            }
        }
    }
    assert!(
        reported > 50 && short.len() * 10 < reported,
        "{reported}: {short:#?}"
    );
}

/// Asserts that a search finds a mate in at most `moves` moves before it reaches its limit of
/// nodes.
fn assert_finds_mate(fen: &str, moves: u32, limit: u64) {
    let result = search_with(position(fen), with_mate(moves, Limits::nodes(limit)), 1, 1);
    let last = last_variation(&result);
    let found = (1..=moves as i32).any(|moves| Meaning::of(last.score) == Meaning::Mate(moves));
    assert!(found && last.nodes < limit, "{fen}: {last:?}");
}

#[test]
fn a_mate_search_finds_mates() {
    for fen in [
        "8/1B4N1/8/4k3/1B6/3K2N1/8/8 w - - 0 1",
        "1k6/b1pK4/2B3p1/2p5/5p2/8/p1R5/3n4 w - - 0 1",
        "3n4/2p3p1/4prB1/n1P5/p1pP1rp1/4b3/1pP1Np1K/1k3N1Q w - - 0 1",
    ] {
        assert_finds_mate(fen, 6, 400_000);
    }
}

/// With razoring in decided games, and smaller reductions where the evaluation is corrected much, each
/// of these mates takes more nodes than its limit.
#[test]
fn mates_in_decided_games_take_few_nodes() {
    for (fen, limit) in [
        (
            "3R4/p1p2k1p/1p1p2pr/5P2/bPPB1P2/P2B3P/6P1/3nR1K1 w - - 0 1",
            65_000,
        ),
        (
            "r1qb1rk1/3R1pp1/p1nR2p1/1p2p2N/6Q1/2P1B3/PP3PPP/6K1 w - - 0 1",
            100_000,
        ),
        (
            "1q1r1bk1/7p/4NQ1p/1Bp1P3/1p2p3/r7/5PPP/4R1K1 w - - 0 1",
            55_000,
        ),
    ] {
        assert_finds_mate(fen, 4, limit);
    }
}

#[test]
fn the_node_limit_of_a_mate_search_is_exact() {
    for limit in [5_000, 20_000, 50_000, 77_777] {
        let result = search_with(
            Position::default(),
            with_mate(20, Limits::nodes(limit)),
            1,
            1,
        );
        assert_eq!(last_variation(&result).nodes, limit);
    }
}

#[test]
fn a_mate_search_by_the_side_that_is_mated_finds_that_mate() {
    let mated_in_six = "4k3/8/4K3/2N5/3N4/4B3/8/8 b - - 0 1";
    for limits in [Limits::nodes(1_000_000), Limits::default()] {
        let result = search_with(position(mated_in_six), with_mate(6, limits), 1, 1);
        assert_eq!(
            Meaning::of(last_variation(&result).score),
            Meaning::Mate(-6)
        );
    }
}

#[test]
fn a_mate_search_without_a_mate_uses_up_its_other_limits() {
    let bare_pawns = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
    let by_nodes = search_with(
        position(bare_pawns),
        with_mate(1, Limits::nodes(50_000)),
        1,
        1,
    );
    assert_eq!(last_variation(&by_nodes).nodes, 50_000);
    let by_depth = search_with(position(bare_pawns), with_mate(1, Limits::depth(12)), 1, 1);
    assert_eq!(last_variation(&by_depth).depth, 12);
}
