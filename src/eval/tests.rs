//! Tests of the evaluation as a whole, and of single terms by how often their weights apply.

use super::classical::layout::Weights;
use super::classical::tally::index_of;
use super::classical::weights::WEIGHTS;
use super::network::Network;
use super::*;
use crate::chess::{Board, Color, Keys, Position};
use crate::score::{EVALUATION_BOUND, Score};

/// Returns the positions of some random games, with their keys.
fn positions() -> Vec<(Board, Keys)> {
    let mut random = fastrand::Rng::with_seed(3);
    let mut positions = Vec::new();
    for _ in 0..30 {
        let mut game = Position::default();
        for _ in 0..150 {
            positions.push((*game.board(), *game.keys()));
            match random.choice(game.board().legal_moves()) {
                Some(mv) if !game.is_insufficient_material() => game.make_move(mv),
                _ => break,
            }
        }
    }
    assert!(positions.len() > 1000);
    positions
}

#[test]
fn the_evaluation_is_symmetric_in_the_colors() {
    for (board, _) in positions() {
        assert_eq!(evaluate(&board), evaluate(&board.flipped()), "{board}");
    }
}

#[test]
fn the_hand_crafted_score_of_the_initial_position_is_the_tempo_bonus() {
    let score = evaluate_classical(&Board::default());
    assert_eq!(score, WEIGHTS.tempo.middlegame());
}

#[test]
fn the_pawn_hash_table_changes_no_score() {
    let mut evaluator = Evaluator::default();
    // In the second pass, lookups hit the entries that have not been overwritten.
    for _ in 0..2 {
        for (board, keys) in positions() {
            let score = evaluator.evaluate(&board, &keys);
            assert_eq!(score, evaluate(&board), "{board}");
        }
    }
}

#[test]
fn the_rows_of_a_trace_add_up_to_the_score() {
    let (mut scaled, mut known) = (0, 0);
    for (board, _) in positions() {
        if endgame::known_score(&board).is_some() {
            known += 1;
            continue;
        }
        let scale = endgame_scale(&board, &feature_counts(&board));
        let scale = scale.expect("not a known endgame");
        scaled += usize::from(scale < endgame::FULL_SCALE);
        let trace = trace(&board, Network::embedded());
        let rows = trace.rows();
        let blended: Score = rows.iter().map(|row| row.blended).sum();
        let sign = 1 - 2 * board.side_to_move().index() as Score;
        assert_eq!(blended * sign, evaluate_classical(&board), "{board}");
        let sum = (blended + trace.network) * sign;
        let sum = sum.clamp(-EVALUATION_BOUND, EVALUATION_BOUND);
        assert_eq!(sum, evaluate(&board), "{board}");
        let total: Tapered = rows.iter().map(|row| row.values[0] - row.values[1]).sum();
        let total = endgame::scale_endgame(&board, total);
        assert_eq!(total.blend(phase(&board), FULL_PHASE), blended, "{board}");
    }
    assert!(scaled > 10, "{scaled} drawish, {known} known");
}

#[test]
fn the_largest_evaluation_is_no_tablebase_score() {
    // All pieces that one side can have.
    let board = "6Nk/6RN/8/8/QQQQQQQQ/Q7/R7/BBK5 w - - 0 1".parse();
    assert_eq!(evaluate(&board.expect("legal")), EVALUATION_BOUND);
}

/// Returns how often a weight applies in favor of White. It applies as often in favor of Black with
/// colors exchanged.
fn count(fen: &str, weight: impl Fn(&Weights) -> Tapered) -> i16 {
    let index = index_of(weight);
    let board: Board = fen.parse().expect("a legal position");
    let count = feature_counts(&board).of(Color::White)[index];
    let exchanged = feature_counts(&board.flipped()).of(Color::Black)[index];
    assert_eq!(count, exchanged, "{fen}");
    count
}

#[test]
fn a_piece_alone_between_slider_and_king_is_a_blocker() {
    for (fen, expected) in [
        ("4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1", 1),
        ("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", 1),
        ("4k3/4n3/4p3/8/8/8/8/4R1K1 w - - 0 1", 0),
        ("4k3/3nn3/8/1B6/8/8/8/4R1K1 w - - 0 1", 2),
        ("4k3/3nn3/8/1R6/8/8/8/4B1K1 w - - 0 1", 0),
    ] {
        assert_eq!(count(fen, |w| w.danger_blocker), expected, "{fen}");
    }
}

#[test]
fn a_check_on_a_defended_square_is_not_safe() {
    let counts = |fen| {
        (
            count(fen, |w| w.danger_safe_check[2]),
            count(fen, |w| w.danger_unsafe_check),
        )
    };
    assert_eq!(counts("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), (1, 0));
    assert_eq!(counts("r5k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), (0, 1));
    assert_eq!(counts("r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1"), (0, 0));
}

#[test]
fn a_king_is_defended_on_its_flank_by_its_own_side() {
    for (fen, expected) in [
        // The king defends f8, h8 and the pawns, which defend e6, f6, g6 and h6.
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 9),
        // The king defends a8, c8, a7, b7 and c7; the rook also b8, d8, c6, c5 and c4.
        ("1kr5/8/8/8/8/8/8/6K1 w - - 0 1", 10),
        ("k7/8/8/8/8/8/8/6K1 w - - 0 1", 3),
    ] {
        let count = count(fen, |w| w.danger_flank_defense);
        assert_eq!(count, expected, "{fen}");
    }
}

#[test]
fn a_slider_threatens_the_queen_from_squares_that_another_piece_attacks() {
    for (fen, expected) in [
        ("3qk3/8/8/8/8/8/8/R3K3 w - - 0 1", 1),
        ("3qk3/8/8/8/8/8/8/R5K1 w - - 0 1", 0),
        ("3qk3/8/q7/8/8/8/8/1R2K3 w - - 0 1", 0),
        ("3qk3/8/8/8/8/8/2p5/R3K3 w - - 0 1", 0),
        ("4k3/3q4/8/8/8/8/4BN2/5K2 w - - 0 1", 1),
        ("4k3/3q4/8/7p/8/8/4BN2/5K2 w - - 0 1", 0),
    ] {
        assert_eq!(count(fen, |w| w.slider_on_queen), expected, "{fen}");
    }
}

#[test]
fn an_extra_piece_is_worth_more_than_two_pawns() {
    let score = |fen: &str| evaluate(&fen.parse::<Board>().expect("legal"));
    let even = score("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1");
    for letter in ["N", "B", "R", "Q"] {
        let more = score(&format!("4k3/pppp4/8/8/8/8/PPPP4/4K2{letter} w - - 0 1"));
        assert!(more > even + 200, "{letter}: {more} against {even}");
    }
}
