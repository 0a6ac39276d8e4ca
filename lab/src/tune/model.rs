//! The hand-crafted evaluation as a function of feature counts and real-valued weights, and its
//! gradient.
//!
//! Except for rounding and for known endgames, it computes the same score as
//! [`evaluate_classical`](ferz::eval::evaluate_classical): the sum of all weights times their
//! counts, plus the score for king danger, which is not linear. The game phase interpolates between
//! the middlegame and the endgame value.

use ferz::eval::classical::layout::Weights;
use ferz::eval::classical::tally::{
    ENDGAME_DANGER_DIVISOR, MAX_DANGER_SCORE, MIDDLEGAME_DANGER_DIVISOR,
};
use ferz::eval::classical::weights::WEIGHTS;
use ferz::eval::{FULL_PHASE, Tapered};

use super::positions::{FeatureCount, TrainingPosition};

/// A middlegame and an endgame value, as [`Tapered`] but not rounded.
pub type FloatTapered = [f32; 2];

/// Adds `factor` times `value` to `sum`.
pub fn add_scaled(sum: &mut FloatTapered, value: FloatTapered, factor: f32) {
    *sum = [0, 1].map(|part| sum[part] + value[part] * factor);
}

/// The evaluation with real-valued weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The weights in centipawns, in the order of [`Weights::as_list`].
    pub weights: Vec<FloatTapered>,
}

/// A score with the factors of its gradient.
#[derive(Clone, Copy, Debug)]
struct Evaluated {
    /// Score in centipawns, from White's view.
    score: f32,
    /// Derivatives of the score with respect to the middlegame and the endgame value.
    blend: FloatTapered,
    /// Derivatives of these values with respect to king danger, by the attacking color.
    danger: [FloatTapered; 2],
}

impl From<&Weights> for Model {
    fn from(weights: &Weights) -> Self {
        let float = |weight: &Tapered| [weight.middlegame() as f32, weight.endgame() as f32];
        Self {
            weights: weights.as_list().iter().map(float).collect(),
        }
    }
}

impl Model {
    /// Returns the weights, rounded to centipawns.
    pub fn rounded(&self) -> Weights {
        let mut weights = WEIGHTS;
        for (to, from) in weights.as_list_mut().iter_mut().zip(&self.weights) {
            *to = Tapered::new(from[0].round() as i32, from[1].round() as i32);
        }
        weights
    }

    /// Returns the score of a position in centipawns, from White's view.
    #[must_use]
    pub fn score(&self, position: &TrainingPosition) -> f32 {
        self.evaluate(position).score
    }

    fn evaluate(&self, position: &TrainingPosition) -> Evaluated {
        let mut total = self.sum(position.linear());
        let (danger_counts, mut danger) = (position.danger(), [[0.0; 2]; 2]);
        for (color, sign) in [(0, 1.0), (1, -1.0)] {
            let (value, derivative) = danger_score(self.sum(danger_counts[color]));
            total = [0, 1].map(|part| total[part] + sign * value[part]);
            danger[color] = derivative.map(|derivative| sign * derivative);
        }
        let middlegame = position.phase / FULL_PHASE as f32;
        let blend = [middlegame, (1.0 - middlegame) * position.endgame_scale];
        Evaluated {
            score: total[0] * blend[0] + total[1] * blend[1],
            blend,
            danger,
        }
    }

    /// Returns the sum of the weights, each multiplied by its count.
    fn sum(&self, counts: &[FeatureCount]) -> FloatTapered {
        let mut sum = [0.0; 2];
        for feature in counts {
            let weight = self.weights[usize::from(feature.weight)];
            add_scaled(&mut sum, weight, feature.count.into());
        }
        sum
    }

    /// Adds the gradient of the loss at a position to `gradient`. Returns the loss.
    pub fn add_gradient(
        &self,
        position: &TrainingPosition,
        objective: &Objective,
        gradient: &mut [FloatTapered],
    ) -> f64 {
        let evaluated = self.evaluate(position);
        let expected = objective.points(evaluated.score);
        let target = objective.target(position);
        let score_derivative = objective.steepness * (expected - target);
        let mut add = |counts: &[FeatureCount], derivative: FloatTapered| {
            for feature in counts {
                let sum = &mut gradient[usize::from(feature.weight)];
                add_scaled(sum, derivative, feature.count.into());
            }
        };
        let value_derivatives = evaluated.blend.map(|blend| score_derivative * blend);
        add(position.linear(), value_derivatives);
        for (counts, danger) in position.danger().into_iter().zip(evaluated.danger) {
            let [middlegame, endgame] = value_derivatives;
            add(counts, [middlegame * danger[0], endgame * danger[1]]);
        }
        objective.loss(evaluated.score, target)
    }

    /// Returns the mean loss over a data set.
    pub fn loss(&self, dataset: &[TrainingPosition], objective: &Objective) -> f64 {
        let loss = |position| objective.loss(self.score(position), objective.target(position));
        dataset.iter().map(loss).sum::<f64>() / dataset.len().max(1) as f64
    }
}

/// Returns the score for king danger and its derivative with respect to the danger. The score is
/// that of `danger_score` in [`tally`](ferz::eval::classical::tally), without rounding.
fn danger_score(danger: FloatTapered) -> (FloatTapered, FloatTapered) {
    let [middlegame, endgame] = danger.map(|danger| danger.max(0.0));
    let divisors = [MIDDLEGAME_DANGER_DIVISOR, ENDGAME_DANGER_DIVISOR];
    let [of_middlegame, of_endgame] = divisors.map(|divisor| divisor as f32);
    let limit = MAX_DANGER_SCORE as f32;
    let value = [
        middlegame * middlegame / of_middlegame,
        endgame / of_endgame,
    ];
    let value = value.map(|value| value.min(limit));
    let mut derivative = [2.0 * middlegame / of_middlegame, 1.0 / of_endgame];
    for part in 0..2 {
        if danger[part] <= 0.0 || value[part] >= limit {
            derivative[part] = 0.0;
        }
    }
    (value, derivative)
}

/// The function to minimize: the loss between expected points and target points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Objective {
    /// Steepness of the logistic function from centipawns to expected points, per centipawn.
    pub steepness: f32,
    /// Weight of the game's result in the target, from 0 to 1.
    pub result_weight: f32,
    /// Weight of the mean of later scores in the target, from 0 to 1. The rest is the weight of the
    /// search score.
    pub later_weight: f32,
}

impl Objective {
    /// Returns White's expected points for a score in centipawns, from 0 to 1.
    pub fn points(&self, score: f32) -> f32 {
        1.0 / (1.0 + (-self.steepness * score).exp())
    }

    /// Returns the points that the evaluation of `position` should predict.
    fn target(&self, position: &TrainingPosition) -> f32 {
        let score_weight = 1.0 - self.result_weight - self.later_weight;
        self.result_weight * position.result
            + self.later_weight * position.later
            + score_weight * self.points(position.score)
    }

    /// Returns the logistic loss of a score: -t ln p - (1 - t) ln (1 - p) for expected points p
    /// and target points t. This form is numerically stable for all scores.
    fn loss(&self, score: f32, target: f32) -> f64 {
        let x = f64::from(self.steepness * score);
        (-x.abs()).exp().ln_1p() + x.max(0.0) - f64::from(target) * x
    }
}

/// Returns the steepness with which `model` best predicts the results of the games. Tuning with
/// this steepness keeps the weights on the scale of centipawns. Calls `progress` before each step
/// with the numbers of steps done and of all steps.
#[must_use]
pub fn fit_steepness(
    model: &Model,
    dataset: &[TrainingPosition],
    progress: &mut dyn FnMut(usize, usize),
) -> f32 {
    /// Number of steps. Each step keeps two thirds of the range, so 0.03 % of it is left at the
    /// end.
    const STEPS: usize = 20;
    let loss = |steepness| {
        let objective = Objective {
            steepness,
            result_weight: 1.0,
            later_weight: 0.0,
        };
        model.loss(dataset, &objective)
    };
    // Ternary search: the loss has a single minimum. The range is wider than any plausible value;
    // in the training of networks, the steepness is 1 / 130.
    let (mut low, mut high) = (0.0005, 0.03);
    for step in 0..STEPS {
        progress(step, STEPS);
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    (low + high) / 2.0
}
