//! The evaluation of counted weights, in fractions, and how it changes with each weight.
//!
//! It is the sum that [`eval`](crate::eval) makes, but for rounding: what is linear is a
//! product of counts and weights, danger to the kings is bent, the phase blends.
//! See <https://www.chessprogramming.org/Automated_Tuning#Gradient_Descent>.

use super::positions::{Collection, Count, Position};
use crate::eval::classical::layout::Weights;
use crate::eval::classical::tally::{DANGER_LIMIT, DANGER_SHARE, DANGER_SQUARE};
use crate::eval::{FULL_PHASE, Tapered};

/// A value for the middlegame and one for the endgame.
pub type Pair = [f32; 2];

/// The weights in fractions.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// In the order of the list of all weights.
    pub weights: Vec<Pair>,
}

/// A score with what its slope is made from.
#[derive(Clone, Copy, Debug)]
struct Judged {
    score: f32,
    /// How the score grows with the middlegame's value, and with the endgame's.
    blend: Pair,
    /// How these grow with danger, by the color that attacks.
    bend: [Pair; 2],
}

impl From<&Weights> for Model {
    fn from(weights: &Weights) -> Self {
        let pair = |pair: &Tapered| [pair.middlegame() as f32, pair.endgame() as f32];
        Self {
            weights: weights.as_list().iter().map(pair).collect(),
        }
    }
}

impl Model {
    /// The weights, rounded.
    ///
    /// # Panics
    ///
    /// If there are not as many as the evaluation has.
    #[must_use]
    pub fn rounded(&self) -> Weights {
        let mut weights = crate::eval::classical::weights::WEIGHTS;
        for (to, from) in weights.as_list_mut().iter_mut().zip(&self.weights) {
            *to = Tapered::new(from[0].round() as i32, from[1].round() as i32);
        }
        weights
    }

    /// The score of a position in centipawns, from White's view.
    #[must_use]
    pub fn score(&self, position: &Position) -> f32 {
        self.judge(position).score
    }

    fn judge(&self, position: &Position) -> Judged {
        let mut total = self.sum(position.linear);
        let mut bend = [[0.0; 2]; 2];
        for (color, sign) in [(0, 1.0), (1, -1.0)] {
            let (value, slope) = bent(self.sum(position.danger[color]));
            total = [0, 1].map(|part| total[part] + sign * value[part]);
            bend[color] = slope.map(|slope| sign * slope);
        }
        let middlegame = position.phase / FULL_PHASE as f32;
        let blend = [middlegame, (1.0 - middlegame) * position.endgame];
        Judged {
            score: total[0] * blend[0] + total[1] * blend[1],
            blend,
            bend,
        }
    }

    fn sum(&self, counts: &[Count]) -> Pair {
        let mut sum = [0.0; 2];
        for count in counts {
            let weight = self.weights[usize::from(count.weight)];
            let times = f32::from(count.times);
            sum = [sum[0] + weight[0] * times, sum[1] + weight[1] * times];
        }
        sum
    }

    /// Adds to `slope` how the loss at a position grows with each weight; gives the loss.
    pub fn add_slope(&self, position: &Position, goal: &Goal, slope: &mut [Pair]) -> f64 {
        let judged = self.judge(position);
        let expected = goal.points(judged.score);
        let target = goal.target(position);
        let by_score = goal.steepness * (expected - target);
        let mut add = |counts: &[Count], by: Pair| {
            for count in counts {
                let sum = &mut slope[usize::from(count.weight)];
                let times = f32::from(count.times);
                *sum = [sum[0] + by[0] * times, sum[1] + by[1] * times];
            }
        };
        let by = judged.blend.map(|blend| by_score * blend);
        add(position.linear, by);
        for (counts, bend) in position.danger.into_iter().zip(judged.bend) {
            add(counts, [by[0] * bend[0], by[1] * bend[1]]);
        }
        goal.loss(judged.score, target)
    }

    /// The mean loss over a collection.
    #[must_use]
    pub fn loss(&self, collection: &Collection, goal: &Goal) -> f64 {
        let loss = |index| {
            let position = collection.get(index);
            goal.loss(self.score(&position), goal.target(&position))
        };
        (0..collection.len()).map(loss).sum::<f64>() / collection.len().max(1) as f64
    }
}

/// What so much danger is worth, as [`eval`](crate::eval) bends it, and how fast that grows.
fn bent(danger: Pair) -> (Pair, Pair) {
    let [middlegame, endgame] = danger.map(|danger| danger.max(0.0));
    let square = DANGER_SQUARE as f32;
    let share = DANGER_SHARE as f32;
    let limit = DANGER_LIMIT as f32;
    let value = [
        (middlegame * middlegame / square).min(limit),
        (endgame / share).min(limit),
    ];
    let slope = [
        2.0 * middlegame / square,
        if endgame > 0.0 { 1.0 / share } else { 0.0 },
    ];
    let slope = [0, 1].map(|part| {
        if value[part] < limit {
            slope[part]
        } else {
            0.0
        }
    });
    (value, slope)
}

/// What the evaluation should expect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// How fast the points expected grow with the score, for each centipawn.
    pub steepness: f32,
    /// How much the results of games count; what is left to 1, the scores of searches.
    pub results: f32,
}

impl Goal {
    /// The points that White expects with this score, 0 to 1.
    #[must_use]
    pub fn points(&self, score: f32) -> f32 {
        1.0 / (1.0 + (-self.steepness * score).exp())
    }

    fn target(&self, position: &Position) -> f32 {
        self.results * position.result + (1.0 - self.results) * self.points(position.score)
    }

    /// The logistic loss of a score where so many points were made: for points p expected
    /// and t made, -t ln p - (1 - t) ln (1 - p), in a form that is exact for all scores.
    fn loss(&self, score: f32, target: f32) -> f64 {
        let x = f64::from(self.steepness * score);
        (-x.abs()).exp().ln_1p() + x.max(0.0) - f64::from(target) * x
    }
}

/// The steepness with which the model explains the results of the games best: so the
/// weights stay in centipawns, whatever is fitted afterwards.
#[must_use]
pub fn fit_steepness(model: &Model, collection: &Collection) -> f32 {
    /// Enough for a ten-thousandth of the range.
    const STEPS: usize = 20;
    let loss = |steepness| {
        let goal = Goal {
            steepness,
            results: 1.0,
        };
        model.loss(collection, &goal)
    };
    // The loss has one valley: the third of the range that does not hold it is left out.
    let (mut low, mut high) = (0.0005, 0.03);
    for _ in 0..STEPS {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    (low + high) / 2.0
}
