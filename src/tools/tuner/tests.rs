use std::num::NonZero;

use super::model::{Goal, Model};
use super::positions::Collection;
use super::training::{Ending, Settings, train};
use super::{Collector, fit_steepness};
use crate::chess::{Board, Color, Outcome, Position};
use crate::eval::classical::layout::{Term, Weights, term_of};
use crate::eval::classical::weights::WEIGHTS;
use crate::eval::{counts, endgame_share, evaluate};
use crate::tools::games::{Game, ScoredMove};

const GOAL: Goal = Goal {
    steepness: 0.004,
    results: 0.5,
};

/// The positions of some random games, but known endings.
fn boards() -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut boards = Vec::new();
    for _ in 0..20 {
        let mut game = Position::default();
        for _ in 0..120 {
            if endgame_share(game.board(), &counts(game.board())).is_some() {
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

/// The score of a board from White's view.
fn white_score(board: &Board) -> i32 {
    match board.side_to_move() {
        Color::White => evaluate(board),
        Color::Black => -evaluate(board),
    }
}

/// Positions whose games end as a model expects, as far as points can say it.
fn judged_by(model: &Model) -> Collection {
    let mut plain = Collection::default();
    for board in boards() {
        plain.add(&board, 0.5, white_score(&board));
    }
    let mut collection = Collection::default();
    for (i, board) in boards().iter().enumerate() {
        let score = model.score(&plain.get(i));
        collection.add(board, f64::from(GOAL.points(score)), score as i32);
    }
    collection
}

#[test]
fn counts_times_weights_are_the_evaluation() {
    let model = Model::from(&WEIGHTS);
    let collection = judged_by(&model);
    let mut danger = 0;
    for (i, board) in boards().iter().enumerate() {
        let position = collection.get(i);
        let (expected, found) = (white_score(board), model.score(&position));
        // Rounded are: the blend, and for each king its danger in both halves.
        assert!(
            (found - expected as f32).abs() <= 3.0,
            "{board}: {expected}, {found}"
        );
        danger += position.danger[0].len();
    }
    assert!(danger > boards().len());
}

#[test]
fn the_slope_is_that_of_the_loss() {
    let model = Model::from(&WEIGHTS);
    let mut collection = Collection::default();
    for (i, board) in boards().iter().enumerate() {
        collection.add(board, [0.0, 0.5, 1.0][i % 3], 70 - 30 * (i % 5) as i32);
    }
    let mut slope = vec![[0.0; 2]; Weights::COUNT];
    for i in 0..collection.len() {
        model.add_slope(&collection.get(i), &GOAL, &mut slope);
    }
    let positions = collection.len() as f64;
    let mut dangers = 0;
    for weight in (0..Weights::COUNT).filter(|&weight| slope[weight][0].abs() > 0.01) {
        let loss = |step| {
            let mut moved = model.clone();
            moved.weights[weight][0] += step;
            moved.loss(&collection, &GOAL) * positions
        };
        let measured = (loss(1.0) - loss(-1.0)) / 2.0;
        let computed = f64::from(slope[weight][0]);
        let near = (measured - computed).abs() < 0.02 + 0.05 * computed.abs();
        assert!(
            near,
            "weight {weight}: {measured} measured, {computed} computed"
        );
        dangers += usize::from(term_of(weight) == Term::KingAttack);
    }
    assert!(dangers > 3);
}

#[test]
fn training_finds_the_weights_that_judged_the_positions() {
    let right = Model::from(&WEIGHTS);
    let collection = judged_by(&right);
    let mut wrong = right.clone();
    // Knights, of which there are many.
    let (start, goal) = (150.0, right.weights[1][0]);
    wrong.weights[1] = [start, 500.0];
    let settings = |threads| Settings {
        goal: GOAL,
        rate: 5.0,
        rate_decay: 0.99,
        batch: 256,
        spread: 1000.0,
        epochs: 60,
        patience: 60,
        seed: 1,
        threads: NonZero::new(threads).expect("not 0"),
    };
    let mut losses = Vec::new();
    let found = train(&wrong, &collection, &collection, &settings(2), |epoch| {
        losses.push(epoch.validation);
    });
    assert_eq!((losses.len(), found.last), (61, 60));
    let kept = losses
        .iter()
        .position(|&loss| loss == found.kept.validation);
    assert_eq!(kept, Some(found.kept.number));
    assert_eq!(found.model.loss(&collection, &GOAL), found.kept.validation);
    let excess = |model: &Model| model.loss(&collection, &GOAL) - right.loss(&collection, &GOAL);
    assert!(excess(&found.model) < excess(&wrong) / 20.0, "{losses:?}");
    // Most of the way back; the rest is in what their squares are worth.
    let way_back = (found.model.weights[1][0] - start) / (goal - start);
    assert!(way_back > 0.57, "{:?}", found.model.weights[1]);
    // The same again, to the last bit.
    let again = train(&wrong, &collection, &collection, &settings(2), |_| {});
    assert_eq!(found, again);
}

#[test]
fn training_tells_which_epoch_it_keeps_and_why_it_ends() {
    let right = Model::from(&WEIGHTS);
    let collection = judged_by(&right);
    // No step from the best weights is to better ones.
    let settings = Settings {
        goal: GOAL,
        rate: 5.0,
        rate_decay: 1.0,
        batch: 256,
        spread: 1000.0,
        epochs: 9,
        patience: 3,
        seed: 1,
        threads: NonZero::<usize>::MIN,
    };
    let said = |epochs, patience| {
        let settings = Settings {
            epochs,
            patience,
            ..settings.clone()
        };
        let found = train(&right, &collection, &collection, &settings, |_| {});
        assert_eq!((found.kept.number, &found.model), (0, &right));
        (found.ending, found.to_string())
    };
    let kept = "kept the weights from before training";
    let expected = format!(
        "ended after epoch 3, for the loss in validation did not improve in 3 epochs; {kept}"
    );
    assert_eq!(said(9, 3), (Ending::Patience(3), expected));
    let expected = format!("ended after epoch 2, the last asked for; {kept}");
    assert_eq!(said(2, 3), (Ending::Epochs, expected));
    let mut wrong = right.clone();
    wrong.weights[1] = [150.0, 500.0];
    let found = train(&wrong, &collection, &collection, &settings, |_| {});
    let (number, loss) = (found.kept.number, found.kept.validation);
    assert!(number > 0, "{found}");
    let kept = format!("; kept the weights of epoch {number}: loss {loss:.6} in validation");
    assert!(found.to_string().ends_with(&kept), "{found}");
}

#[test]
fn the_steepness_is_found_by_which_points_were_made() {
    let model = Model::from(&WEIGHTS);
    let found = fit_steepness(&model, &judged_by(&model));
    assert!((found - GOAL.steepness).abs() < 0.0002, "{found}");
}

#[test]
fn only_quiet_positions_are_collected() {
    // 1. e4 d5 2. exd5 Qxd5: Black's d5 is quiet, but lets White take a pawn that is guarded;
    // before each capture there is something to be taken.
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
