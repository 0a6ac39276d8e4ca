//! Tests of the tuner on positions of random games.

use ferz::chess::{Board, Color, Position};
use ferz::eval::classical::layout::{Term, Weights, term_of};
use ferz::eval::{endgame_scale, evaluate_classical, feature_counts};

use super::positions::TrainingPosition;
use super::*;

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

/// Returns a position with these labels.
fn position(board: &Board, result: f64, later: f32, score: i32) -> TrainingPosition {
    TrainingPosition::new(board, result, later, score).expect("not a known endgame")
}

/// Returns positions whose results are the expected points of `model`.
fn predicted_by(model: &Model) -> Vec<TrainingPosition> {
    let predicted = |board: &Board| {
        let score = model.score(&position(board, 0.5, 0.5, 0));
        let points = OBJECTIVE.points(score);
        position(board, points.into(), points, score as i32)
    };
    boards().iter().map(predicted).collect()
}

#[test]
fn the_model_computes_the_evaluation_up_to_rounding() {
    let model = Model::from(&WEIGHTS);
    let dataset = predicted_by(&model);
    let mut danger = 0;
    for (board, position) in boards().iter().zip(&dataset) {
        let (expected, found) = (white_score(board), model.score(position));
        // The evaluation rounds the tapered score, and the danger to each king.
        let error = (found - expected as f32).abs();
        assert!(error <= 3.0, "{board}: {expected}, {found}");
        danger += position.danger()[0].len();
    }
    assert!(danger > boards().len());
}

#[test]
fn the_gradient_agrees_with_differences_of_the_loss() {
    let model = Model::from(&WEIGHTS);
    let label = |(i, board): (usize, &Board)| {
        let (result, later) = ([0.0, 0.5, 1.0][i % 3], 0.2 * (i % 4) as f32);
        position(board, result, later, 70 - 30 * (i % 5) as i32)
    };
    let dataset: Vec<_> = boards().iter().enumerate().map(label).collect();
    let mut gradient = vec![[0.0; 2]; Weights::COUNT];
    for position in &dataset {
        model.add_gradient(position, &OBJECTIVE, &mut gradient);
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
        assert!(near, "weight {weight}: measured {measured}, {computed}");
        dangers += usize::from(term_of(weight) == Term::KingAttack);
    }
    assert!(dangers > 3);
}

fn settings() -> Settings {
    Settings {
        lambda: 0.5,
        later: 0.0,
        rate: 5.0,
        batch: 256,
        spread: 1000.0,
        epochs: 60,
        patience: 60,
        seed: 1,
        threads: 2,
    }
}

/// Trains with positions that are also those for validation. Returns the training and the number of
/// batches.
fn train<'d>(
    start: &Model,
    dataset: &'d [TrainingPosition],
    settings: &'d Settings,
) -> (Training<'d>, usize) {
    let mut training = Training::new(start, dataset, dataset, settings, OBJECTIVE);
    let mut batches = 0;
    while training.end().is_none() {
        training.run_epoch(|_, _| batches += 1);
    }
    (training, batches)
}

/// Returns the weights with a wrong value of the knight, which applies in many positions.
fn with_wrong_knight(right: &Model) -> Model {
    let mut wrong = right.clone();
    wrong.weights[1] = [150.0, 500.0];
    wrong
}

#[test]
fn training_finds_the_weights_that_predict_the_results() {
    let right = Model::from(&WEIGHTS);
    let (dataset, wrong) = (predicted_by(&right), with_wrong_knight(&right));
    let settings = settings();
    let (found, batches) = train(&wrong, &dataset, &settings);
    assert_eq!(batches, 60 * dataset.len().div_ceil(256));
    assert_eq!(found.epochs.len(), 61);
    let kept = found.kept();
    assert_eq!(found.epochs[kept.number], kept);
    let loss = |model: &Model| model.loss(&dataset, &OBJECTIVE);
    assert_eq!(loss(&found.best), kept.validation);
    let excess = |model: &Model| loss(model) - loss(&right);
    assert!(excess(&found.best) < excess(&wrong) / 20.0);
    // The value recovers only in part; the piece-square table of the knight makes up for the rest.
    let [start, found_value, target] = [&wrong, &found.best, &right].map(|m| m.weights[1][0]);
    let recovered = (found_value - start) / (target - start);
    assert!(recovered > 0.57, "{recovered}");
    // A second run gives exactly the same result.
    let (again, _) = train(&wrong, &dataset, &settings);
    assert_eq!((found.best, found.epochs), (again.best, again.epochs));
}

#[test]
fn training_reports_which_epoch_it_keeps_and_why_it_stops() {
    let right = Model::from(&WEIGHTS);
    let dataset = predicted_by(&right);
    // The initial weights are optimal, so no step improves the loss.
    for (epochs, patience, why) in [
        (9, 3, "3: no better validation loss in 3 epochs"),
        (9, 0, "1: no better validation loss in 1 epoch"),
        (2, 3, "2, the maximum"),
    ] {
        let mut settings = settings();
        (settings.epochs, settings.patience) = (epochs, patience);
        let (found, _) = train(&right, &dataset, &settings);
        assert_eq!((found.kept().number, &found.best), (0, &right));
        let expected = format!("stopped after epoch {why}; kept the initial weights");
        assert_eq!(found.end(), Some(expected));
    }
    let mut settings = settings();
    (settings.epochs, settings.patience) = (9, 3);
    let (found, _) = train(&with_wrong_knight(&right), &dataset, &settings);
    let (number, loss) = (found.kept().number, found.kept().validation);
    let end = found.end().unwrap_or_default();
    assert!(number > 0, "{end}");
    let kept = format!("; kept the weights of epoch {number}: validation loss {loss:.6}");
    assert!(end.ends_with(&kept), "{end}");
}

#[test]
fn the_fit_finds_the_steepness_of_the_results() {
    let model = Model::from(&WEIGHTS);
    let found = fit_steepness(&model, &predicted_by(&model), &mut |_, _| ());
    assert!((found - OBJECTIVE.steepness).abs() < 0.0002, "{found}");
}

#[test]
fn the_target_is_a_weighted_mean_of_result_later_scores_and_score() {
    let dataset = [position(&Board::default(), 1.0, 0.75, 0)];
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
