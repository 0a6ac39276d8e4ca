//! AdamW (Loshchilov & Hutter, <https://arxiv.org/abs/1711.05101>) on factorized weights, which
//! decay towards given ones.
//!
//! The hidden weights of a feature are the sum of its own row and a shared row. The sums are
//! computed once for each batch, so positions cost as much as without factorization.

use std::array;
use std::mem;

use ferz::eval::network::features::{FEATURES_PER_BUCKET, KING_BUCKETS};

use super::weights::{DENSE_ROWS, FACTORIZED_ROWS, FloatRow, FloatWeights, MAX_WEIGHT};
use crate::support::on_threads;

/// Decay rates of the moving averages, as in the paper: beta 1 and beta 2.
const BETA: (f32, f32) = (0.9, 0.999);

/// Number of blocks of [`FEATURES_PER_BUCKET`] rows in factorized weights.
const BLOCKS: usize = KING_BUCKETS + 1;

/// The weights and the state of the optimizer.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW<const H: usize> {
    /// The factorized weights.
    pub weights: FloatWeights<H>,
    /// Moving averages of the gradient.
    pub means: FloatWeights<H>,
    /// Moving averages of the squared gradient.
    pub squares: FloatWeights<H>,
    /// The weights towards which all weights decay.
    prior: FloatWeights<H>,
    /// Number of steps so far.
    pub steps: u32,
    /// The weights with one row for each feature, as [`FloatWeights::merged`] computes them; to be
    /// computed again after a change of `weights` from outside.
    pub merged: FloatWeights<H>,
}

/// The numbers of a step that are the same for all weights.
#[derive(Clone, Copy)]
struct Step {
    /// Learning rate, with the correction of the bias of the means.
    rate: f32,
    /// Correction of the bias of the squares.
    square_scale: f32,
    /// Weight decay: the factor by which the difference of a weight from its prior shrinks.
    keep: f32,
    /// Factor of the gradients.
    gradient_scale: f32,
}

impl<const H: usize> AdamW<H> {
    /// Creates an optimizer that begins with `weights`; weight decay draws them to `prior`. Both
    /// are factorized.
    pub fn new(weights: FloatWeights<H>, prior: FloatWeights<H>) -> Self {
        let zeros = FloatWeights::zeros(FACTORIZED_ROWS);
        Self {
            merged: weights.merged(),
            weights,
            prior,
            means: zeros.clone(),
            squares: zeros,
            steps: 0,
        }
    }

    /// Changes all weights by one step against the sum of the gradients, multiplied by
    /// `gradient_scale`. Sets the gradients to zero. Uses as many threads as there are gradients;
    /// the result depends on the gradients and their order only.
    pub fn step(
        &mut self,
        gradients: &mut [&mut FloatWeights<H>],
        gradient_scale: f32,
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        let correction = |beta: f32| {
            let power = f64::from(beta).powi(self.steps.min(i32::MAX as u32) as i32);
            (1.0 / (1.0 - power)) as f32
        };
        let step = Step {
            rate: rate * correction(BETA.0),
            square_scale: correction(BETA.1),
            keep: 1.0 - rate * decay,
            gradient_scale,
        };
        self.step_dense(gradients, step);
        on_threads(self.feature_ranges(gradients), |range| range.step(step));
    }

    /// Changes the weights that every position uses.
    fn step_dense(&mut self, gradients: &mut [&mut FloatWeights<H>], step: Step) {
        for i in 0..DENSE_ROWS {
            let mut sum = FloatRow::ZERO;
            for gradient in &mut *gradients {
                sum.add(&mem::replace(&mut gradient.dense[i], FloatRow::ZERO));
            }
            let (means, squares) = (&mut self.means.dense[i], &mut self.squares.dense[i]);
            let weights = &mut self.weights.dense[i];
            step.change(weights, &self.prior.dense[i], means, squares, &sum);
            weights.limit();
        }
        self.merged.dense.clone_from(&self.weights.dense);
    }

    /// Divides the hidden weights into one range of features for each gradient.
    fn feature_ranges<'r>(
        &'r mut self,
        gradients: &'r mut [&mut FloatWeights<H>],
    ) -> Vec<FeatureRange<'r, H>> {
        /// Returns the next range. All weights have the same number of ranges.
        fn next<T>(ranges: &mut impl Iterator<Item = T>) -> T {
            ranges.next().expect("all blocks are equally long")
        }
        let number = gradients.len();
        let (means, squares) = (&mut self.means, &mut self.squares);
        // The prior is never changed; borrowed mutably so that all four have one type.
        let state = [&mut self.weights, &mut self.prior, means, squares];
        let mut state = state.map(|weights| ranges(&mut weights.hidden, number));
        let gradients = gradients.iter_mut().map(|gradient| &mut gradient.hidden);
        let mut gradients: Vec<_> = gradients.map(|rows| ranges(rows, number)).collect();
        ranges(&mut self.merged.hidden, number)
            .map(|merged| FeatureRange {
                state: state.each_mut().map(next),
                merged,
                gradients: gradients.iter_mut().map(next).collect(),
            })
            .collect()
    }
}

/// Divides each of `N` blocks of rows into `number` ranges, and returns the first range of all
/// blocks, then the second range of all blocks, and so on.
fn ranges<const H: usize, const N: usize>(
    rows: &mut [FloatRow<H>],
    number: usize,
) -> impl Iterator<Item = [&mut [FloatRow<H>]; N]> {
    let size = FEATURES_PER_BUCKET.div_ceil(number);
    let blocks = rows.chunks_mut(FEATURES_PER_BUCKET);
    let mut blocks: Vec<_> = blocks.map(|block| block.chunks_mut(size)).collect();
    (0..FEATURES_PER_BUCKET.div_ceil(size)).map(move |_| {
        array::from_fn(|block| blocks[block].next().expect("all blocks are equally long"))
    })
}

/// A range of features, with its rows in each block of all weights.
struct FeatureRange<'r, const H: usize> {
    /// Weights, prior, means and squares.
    state: [[&'r mut [FloatRow<H>]; BLOCKS]; 4],
    merged: [&'r mut [FloatRow<H>]; KING_BUCKETS],
    gradients: Vec<[&'r mut [FloatRow<H>]; KING_BUCKETS]>,
}

impl<const H: usize> FeatureRange<'_, H> {
    fn step(mut self, step: Step) {
        for i in 0..self.merged[0].len() {
            let mut shared = FloatRow::ZERO;
            for bucket in 0..KING_BUCKETS {
                let mut sum = FloatRow::ZERO;
                for gradient in &mut self.gradients {
                    sum.add(&mem::replace(&mut gradient[bucket][i], FloatRow::ZERO));
                }
                shared.add(&sum);
                self.change(bucket, i, &sum, step);
            }
            self.change(KING_BUCKETS, i, &shared, step);
            self.merge(i);
        }
    }

    /// Changes a row of a block.
    #[inline]
    fn change(&mut self, block: usize, i: usize, gradient: &FloatRow<H>, step: Step) {
        let state = self.state.each_mut();
        let [weights, prior, means, squares] = state.map(|blocks| &mut blocks[block][i]);
        step.change(weights, prior, means, squares, gradient);
    }

    /// Limits the rows of a feature so that their sums with the shared row are in range, and
    /// computes the sums as [`FloatWeights::merged`] does.
    #[inline]
    fn merge(&mut self, i: usize) {
        let [buckets @ .., shared] = &mut self.state[0];
        let shared = &shared[i].0;
        for (row, merged) in buckets.iter_mut().zip(&mut self.merged) {
            let (row, merged) = (&mut row[i].0, &mut merged[i].0);
            for n in 0..H {
                // A row in range stays as it is, without the rounding error of the difference. The
                // sum is limited again, because this error may take it out of range.
                let sum = row[n] + shared[n];
                let limited = sum.clamp(-MAX_WEIGHT, MAX_WEIGHT);
                row[n] = if limited == sum {
                    row[n]
                } else {
                    limited - shared[n]
                };
                merged[n] = (row[n] + shared[n]).clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        }
    }
}

impl Step {
    /// Changes weights by one step of AdamW.
    #[inline]
    fn change<const H: usize>(
        self,
        FloatRow(weights): &mut FloatRow<H>,
        FloatRow(prior): &FloatRow<H>,
        FloatRow(means): &mut FloatRow<H>,
        FloatRow(squares): &mut FloatRow<H>,
        FloatRow(gradient): &FloatRow<H>,
    ) {
        /// Keeps the divisor above 0, as in the paper.
        const EPSILON: f32 = 1e-8;
        for i in 0..H {
            let derivative = gradient[i] * self.gradient_scale;
            means[i] = BETA.0 * means[i] + (1.0 - BETA.0) * derivative;
            squares[i] = BETA.1 * squares[i] + (1.0 - BETA.1) * derivative * derivative;
            let deviation = (squares[i] * self.square_scale).sqrt() + EPSILON;
            let kept = prior[i] + (weights[i] - prior[i]) * self.keep;
            weights[i] = kept - self.rate * means[i] / deviation;
        }
    }
}
