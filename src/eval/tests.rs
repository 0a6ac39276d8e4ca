use super::classical::weights::WEIGHTS;
use super::network::Network;
use super::*;
use crate::chess::Position;
use crate::chess::{Board, Color, Keys};
use crate::score::Score;

/// Returns the position with colors exchanged.
fn mirrored(fen: &str) -> Board {
    fen.parse::<Board>().expect("a legal position").flipped()
}

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
        let fen = board.to_string();
        assert_eq!(evaluate(&board), evaluate(&mirrored(&fen)), "{fen}");
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
            assert_eq!(
                evaluator.evaluate(&board, &keys),
                evaluate(&board),
                "{board}"
            );
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
        scaled += usize::from(scale < Some(1.0));
        let trace = trace(&board, Network::embedded());
        let rows = trace.rows();
        let blended: Score = rows.iter().map(|row| row.blended).sum();
        let sign = match board.side_to_move() {
            Color::White => 1,
            Color::Black => -1,
        };
        assert_eq!(blended * sign, evaluate_classical(&board), "{board}");
        let total: Tapered = rows.iter().map(|row| row.values[0] - row.values[1]).sum();
        let total = endgame::scale_endgame(&board, total);
        assert_eq!(total.blend(phase(&board), FULL_PHASE), blended, "{board}");
    }
    assert!(scaled > 10, "{scaled} drawish, {known} known");
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
