use std::convert::Infallible;
use std::num::NonZero;

use super::model::{Model, Objective};
use super::positions::Dataset;
use super::training::{StopReason, TrainingReport, TrainingSettings, train};
use super::{Collector, fit_steepness};
use crate::games::{Game, ScoredMove};
use ferz::chess::{Board, Color, Outcome, Position};
use ferz::eval::classical::layout::{Term, Weights, term_of};
use ferz::eval::classical::weights::WEIGHTS;
use ferz::eval::{endgame_scale, evaluate_classical, feature_counts};

const OBJECTIVE: Objective = Objective {
    steepness: 0.004,
    result_weight: 0.5,
    later_weight: 0.0,
};

/// Returns positions of random games, except known endgames.
fn boards() -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut boards = Vec::new();
    for _ in 0..20 {
        let mut game = Position::default();
        for _ in 0..120 {
            if endgame_scale(game.board(), &feature_counts(game.board())).is_some() {
                boards.push(*game.board());
            }
            match random.choice(game.board().legal_moves()) {
                Some(mv) if !game.is_insufficient_material() => game.make_move(mv),
                _ => break,
            }
        }
    }
    boards
}

/// Returns the score of a board from White's view.
fn white_score(board: &Board) -> i32 {
    match board.side_to_move() {
        Color::White => evaluate_classical(board),
        Color::Black => -evaluate_classical(board),
    }
}

/// Returns positions whose results are the expected points of `model`.
fn predicted_by(model: &Model) -> Dataset {
    let mut plain = Dataset::default();
    for board in boards() {
        plain.add(&board, 0.5, 0.5, white_score(&board));
    }
    let mut dataset = Dataset::default();
    for (i, board) in boards().iter().enumerate() {
        let score = model.score(&plain.get(i));
        let points = OBJECTIVE.points(score);
        dataset.add(board, points.into(), points, score as i32);
    }
    dataset
}

#[test]
fn the_model_computes_the_evaluation_up_to_rounding() {
    let model = Model::from(&WEIGHTS);
    let dataset = predicted_by(&model);
    let mut danger = 0;
    for (i, board) in boards().iter().enumerate() {
        let position = dataset.get(i);
        let (expected, found) = (white_score(board), model.score(&position));
        // The evaluation rounds the tapered score, and the danger to each king.
        assert!(
            (found - expected as f32).abs() <= 3.0,
            "{board}: {expected}, {found}"
        );
        danger += position.danger[0].len();
    }
    assert!(danger > boards().len());
}

#[test]
fn the_gradient_agrees_with_differences_of_the_loss() {
    let model = Model::from(&WEIGHTS);
    let mut dataset = Dataset::default();
    for (i, board) in boards().iter().enumerate() {
        let later = 0.2 * (i % 4) as f32;
        dataset.add(
            board,
            [0.0, 0.5, 1.0][i % 3],
            later,
            70 - 30 * (i % 5) as i32,
        );
    }
    let mut gradient = vec![[0.0; 2]; Weights::COUNT];
    for i in 0..dataset.len() {
        model.add_gradient(&dataset.get(i), &OBJECTIVE, &mut gradient);
    }
    let positions = dataset.len() as f64;
    let mut dangers = 0;
    for weight in (0..Weights::COUNT).filter(|&weight| gradient[weight][0].abs() > 0.01) {
        let loss = |step| {
            let mut moved = model.clone();
            moved.weights[weight][0] += step;
            moved.loss(&dataset, &OBJECTIVE) * positions
        };
        let measured = (loss(1.0) - loss(-1.0)) / 2.0;
        let computed = f64::from(gradient[weight][0]);
        let near = (measured - computed).abs() < 0.02 + 0.05 * computed.abs();
        assert!(
            near,
            "weight {weight}: {measured} measured, {computed} computed"
        );
        dangers += usize::from(term_of(weight) == Term::KingAttack);
    }
    assert!(dangers > 3);
}

/// Ignores the reports of a training.
fn ignore(_: TrainingReport) -> Result<(), Infallible> {
    Ok(())
}

#[test]
fn training_finds_the_weights_that_predict_the_results() {
    let right = Model::from(&WEIGHTS);
    let dataset = predicted_by(&right);
    let mut wrong = right.clone();
    // The value of a knight, which applies in many positions.
    let (start, target) = (150.0, right.weights[1][0]);
    wrong.weights[1] = [start, 500.0];
    let settings = |threads| TrainingSettings {
        objective: OBJECTIVE,
        learning_rate: 5.0,
        learning_rate_decay: 0.99,
        batch: 256,
        prior_deviation: 1000.0,
        epochs: 60,
        patience: 60,
        seed: 1,
        threads: NonZero::new(threads).expect("not 0"),
    };
    let mut losses = Vec::new();
    let mut batches = 0;
    let found = train(&wrong, &dataset, &dataset, &settings(2), |report| {
        match report {
            TrainingReport::Epoch(epoch) => losses.push(epoch.validation),
            TrainingReport::Batch { .. } => batches += 1,
        }
        Ok::<(), Infallible>(())
    });
    let Ok(found) = found;
    assert_eq!(batches, 60 * dataset.len().div_ceil(256));
    assert_eq!((losses.len(), found.last), (61, 60));
    let kept = losses
        .iter()
        .position(|&loss| loss == found.kept.validation);
    assert_eq!(kept, Some(found.kept.number));
    assert_eq!(
        found.model.loss(&dataset, &OBJECTIVE),
        found.kept.validation
    );
    let excess =
        |model: &Model| model.loss(&dataset, &OBJECTIVE) - right.loss(&dataset, &OBJECTIVE);
    assert!(excess(&found.model) < excess(&wrong) / 20.0, "{losses:?}");
    // The value recovers only in part; the piece-square table of the knight makes up for the rest.
    let recovered = (found.model.weights[1][0] - start) / (target - start);
    assert!(recovered > 0.57, "{:?}", found.model.weights[1]);
    // A second run gives exactly the same result.
    let Ok(again) = train(&wrong, &dataset, &dataset, &settings(2), ignore);
    assert_eq!(found, again);
}

#[test]
fn training_reports_which_epoch_it_keeps_and_why_it_stops() {
    let right = Model::from(&WEIGHTS);
    let dataset = predicted_by(&right);
    // The initial weights are optimal, so no step improves the loss.
    let settings = TrainingSettings {
        objective: OBJECTIVE,
        learning_rate: 5.0,
        learning_rate_decay: 1.0,
        batch: 256,
        prior_deviation: 1000.0,
        epochs: 9,
        patience: 3,
        seed: 1,
        threads: NonZero::<usize>::MIN,
    };
    let message = |epochs, patience| {
        let settings = TrainingSettings {
            epochs,
            patience,
            ..settings.clone()
        };
        let Ok(found) = train(&right, &dataset, &dataset, &settings, ignore);
        assert_eq!((found.kept.number, &found.model), (0, &right));
        (found.reason, found.to_string())
    };
    let kept = "kept the initial weights";
    let expected = format!("stopped after epoch 3: no better validation loss in 3 epochs; {kept}");
    assert_eq!(message(9, 3), (StopReason::Patience(3), expected));
    let expected = format!("stopped after epoch 2, the maximum; {kept}");
    assert_eq!(message(2, 3), (StopReason::MaxEpochs, expected));
    let mut wrong = right.clone();
    wrong.weights[1] = [150.0, 500.0];
    let Ok(found) = train(&wrong, &dataset, &dataset, &settings, ignore);
    let (number, loss) = (found.kept.number, found.kept.validation);
    assert!(number > 0, "{found}");
    let kept = format!("; kept the weights of epoch {number}: validation loss {loss:.6}");
    assert!(found.to_string().ends_with(&kept), "{found}");
}

#[test]
fn the_fit_finds_the_steepness_of_the_results() {
    let model = Model::from(&WEIGHTS);
    let found = fit_steepness(&model, &predicted_by(&model), &mut |_, _| ());
    assert!((found - OBJECTIVE.steepness).abs() < 0.0002, "{found}");
}

#[test]
fn only_quiet_positions_are_collected() {
    // 1. e4 d5 2. exd5 Qxd5 3. Nc3: the positions before the two captures are not quiet.
    let mut moves = Vec::new();
    let mut board = Board::default();
    for text in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"] {
        let legal = board.legal_moves().into_iter();
        let mv = legal.clone().find(|mv| mv.to_string() == text);
        let mv = mv.expect("the moves are legal");
        moves.push(ScoredMove { mv, score: 10 });
        board = board.after(mv);
    }
    let game = Game {
        start: Board::default(),
        moves,
        outcome: Outcome::Draw,
    };
    let collected = |share| {
        let mut collector = Collector::new(1, share);
        collector.add(&game);
        (collector.training.len(), collector.validation.len())
    };
    assert_eq!(collected(0.0), (3, 0));
    assert_eq!(collected(1.0), (0, 3));
}

#[test]
fn the_target_is_a_weighted_mean_of_result_later_scores_and_score() {
    let mut dataset = Dataset::default();
    dataset.add(&Board::default(), 1.0, 0.75, 0);
    let model = Model::from(&WEIGHTS);
    // The loss of the target t for a score x is ln(1 + exp(-x)) + (1 - t) x, linear in t.
    let loss = |result_weight, later_weight| {
        let objective = Objective {
            result_weight,
            later_weight,
            ..OBJECTIVE
        };
        model.loss(&dataset, &objective)
    };
    let (result, later, score) = (loss(1.0, 0.0), loss(0.0, 1.0), loss(0.0, 0.0));
    assert!(result < later && later < score);
    let expected = 0.5 * result + 0.3 * later + 0.2 * score;
    assert!((loss(0.5, 0.3) - expected).abs() < 1e-6);
}
