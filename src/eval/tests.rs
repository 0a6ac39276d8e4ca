//! Tests of the evaluation as a whole.

use super::network::Network;
use super::*;
use crate::chess::{Board, Position};
use crate::score::{EVALUATION_BOUND, Score, negate_for_black};

/// Returns the positions of some random games.
fn positions() -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(3);
    let mut positions = Vec::new();
    for _ in 0..30 {
        let mut game = Position::default();
        for _ in 0..150 {
            positions.push(*game.board());
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
    for board in positions() {
        assert_eq!(evaluate(&board), evaluate(&board.flipped()), "{board}");
    }
}

#[test]
fn the_positions_evaluated_before_change_no_score() {
    let mut evaluator = Evaluator::default();
    for board in positions() {
        assert_eq!(evaluator.evaluate(&board), evaluate(&board), "{board}");
    }
}

#[test]
fn the_score_of_a_trace_is_the_scaled_output_of_the_network() {
    let (mut scaled, mut known) = (0, 0);
    let endgames = [
        "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
        "4k2r/1p6/8/8/8/8/8/4K1BR b - - 0 1",
        "7k/8/7P/6KP/8/8/8/3B4 w - - 0 1",
    ];
    let endgames = endgames.map(|fen| fen.parse::<Board>().expect("a legal position"));
    for board in positions().into_iter().chain(endgames) {
        let trace = trace(&board, Network::embedded());
        let score = negate_for_black(evaluate(&board), board.side_to_move());
        assert_eq!(trace.score, score, "{board}");
        let sum: Score = trace.pieces.iter().map(|piece| piece.value).sum();
        let types = trace.types();
        let sum_of_types: Score = types.iter().map(TypeContribution::total).sum();
        assert_eq!(sum_of_types, sum, "{board}");
        let Some(scale) = trace.scale else {
            assert!(is_known_endgame(&board), "{board}");
            assert!(types.is_empty(), "{board}");
            known += 1;
            continue;
        };
        scaled += usize::from(scale < endgame::FULL_SCALE);
        let output = trace.network * scale / endgame::FULL_SCALE;
        let output = output.clamp(-EVALUATION_BOUND, EVALUATION_BOUND);
        assert_eq!(score, output, "{board}");
    }
    assert!(scaled > 0 && known > 0, "{scaled} drawish, {known} known");
}

#[test]
fn the_largest_evaluation_is_no_tablebase_score() {
    // All pieces that one side can have.
    let board = "6Nk/6RN/8/8/QQQQQQQQ/Q7/R7/BBK5 w - - 0 1".parse();
    assert_eq!(evaluate(&board.expect("legal")), EVALUATION_BOUND);
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
