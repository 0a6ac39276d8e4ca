//! AdamW on factorized weights, which decay towards given ones.
//!
//! The hidden weights of a feature are the sum of its own row and a shared row. The sums are
//! computed once for each batch, so positions cost as much as without factorization. See
//! <https://arxiv.org/abs/1711.05101>.

use std::array;
use std::mem;
use std::thread;

use super::weights::{FACTORIZED_ROWS, FloatRow, FloatWeights, MAX_WEIGHT};
use ferz::eval::network::features::{FEATURES_PER_BUCKET, KING_BUCKETS};

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
    /// The weights with one row for each feature, as [`FloatWeights::merged`] computes them.
    merged: FloatWeights<H>,
}

/// The numbers of a step that are the same for all weights.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Learning rate, with the correction of the bias of the means.
    rate: f32,
    /// Correction of the bias of the squares.
    square_scale: f32,
    /// Factor of the difference of a weight to its prior before the step: weight decay.
    keep: f32,
    /// Factor of the gradients.
    gradient_scale: f32,
}

/// A range of features, with its rows in each block of all weights.
struct RowRange<'r, const H: usize> {
    weights: [&'r mut [FloatRow<H>]; BLOCKS],
    prior: [&'r mut [FloatRow<H>]; BLOCKS],
    means: [&'r mut [FloatRow<H>]; BLOCKS],
    squares: [&'r mut [FloatRow<H>]; BLOCKS],
    merged: [&'r mut [FloatRow<H>]; KING_BUCKETS],
    gradients: Vec<[&'r mut [FloatRow<H>]; KING_BUCKETS]>,
}

impl<const H: usize> AdamW<H> {
    /// Creates an optimizer that begins with `weights`; weight decay draws them to `prior`. Both are
    /// factorized.
    #[must_use]
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

    /// Computes the weights with one row for each feature again. Must be called after a change of
    /// [`weights`](Self::weights).
    pub fn merge(&mut self) {
        self.merged = self.weights.merged();
    }

    /// Returns the weights with one row for each feature.
    #[must_use]
    pub const fn merged(&self) -> &FloatWeights<H> {
        &self.merged
    }

    /// Changes all weights by one step against the sum of the gradients, multiplied by
    /// `gradient_scale`. Sets the gradients to zero. Uses as many threads as there are gradients;
    /// the result depends on the gradients and their order only.
    pub fn step(
        &mut self,
        gradients: &mut [FloatWeights<H>],
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
        let mut parts = self.parts(gradients).into_iter();
        let first = parts.next();
        thread::scope(|scope| {
            for part in parts {
                scope.spawn(move || part.step(step));
            }
            if let Some(part) = first {
                part.step(step);
            }
        });
    }

    /// Changes the weights that every position uses.
    fn step_dense(&mut self, gradients: &mut [FloatWeights<H>], step: Step) {
        let (weights, means) = (&mut self.weights.dense, &mut self.means.dense);
        let (squares, prior) = (&mut self.squares.dense, &self.prior.dense);
        let mut bias = FloatRow::<H>::ZERO;
        for gradient in gradients.iter_mut() {
            bias.add(&mem::replace(
                &mut gradient.dense.hidden_bias,
                FloatRow::ZERO,
            ));
        }
        step.change(
            &mut weights.hidden_bias.0,
            &prior.hidden_bias.0,
            &mut means.hidden_bias.0,
            &mut squares.hidden_bias.0,
            &bias.0,
        );
        for i in 0..weights.output.as_flattened().len() {
            let mut sum = FloatRow::<H>::ZERO;
            for gradient in gradients.iter_mut() {
                let row = &mut gradient.dense.output.as_flattened_mut()[i];
                sum.add(&mem::replace(row, FloatRow::ZERO));
            }
            step.change(
                &mut weights.output.as_flattened_mut()[i].0,
                &prior.output.as_flattened()[i].0,
                &mut means.output.as_flattened_mut()[i].0,
                &mut squares.output.as_flattened_mut()[i].0,
                &sum.0,
            );
        }
        let mut bias = [0.0; _];
        for gradient in gradients {
            let taken = mem::take(&mut gradient.dense.output_bias);
            bias = array::from_fn(|i| bias[i] + taken[i]);
        }
        step.change(
            &mut weights.output_bias,
            &prior.output_bias,
            &mut means.output_bias,
            &mut squares.output_bias,
            &bias,
        );
        let rows = weights.output.as_flattened_mut().iter_mut();
        let rows = rows.chain([&mut weights.hidden_bias]);
        for weight in rows
            .flat_map(|row| &mut row.0)
            .chain(&mut weights.output_bias)
        {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
        self.merged.dense = weights.clone();
    }

    /// Divides the hidden weights into one part for each gradient.
    fn parts<'r>(&'r mut self, gradients: &'r mut [FloatWeights<H>]) -> Vec<RowRange<'r, H>> {
        let number = gradients.len();
        let mut weights = ranges(&mut self.weights.hidden, number);
        let mut prior = ranges(&mut self.prior.hidden, number);
        let mut means = ranges(&mut self.means.hidden, number);
        let mut squares = ranges(&mut self.squares.hidden, number);
        let mut merged = ranges(&mut self.merged.hidden, number);
        let mut gradients: Vec<_> = gradients
            .iter_mut()
            .map(|gradient| ranges(&mut gradient.hidden, number))
            .collect();
        let mut parts = Vec::new();
        while let (Some(weights), Some(prior), Some(means), Some(squares), Some(merged)) = (
            weights.next(),
            prior.next(),
            means.next(),
            squares.next(),
            merged.next(),
        ) {
            let gradients = gradients.iter_mut().filter_map(Iterator::next);
            parts.push(RowRange {
                weights,
                prior,
                means,
                squares,
                merged,
                gradients: gradients.collect(),
            });
        }
        parts
    }
}

/// Divides each of `N` blocks of rows into `number` ranges, and returns the first range of all
/// blocks, then the second range of all blocks, and so on.
fn ranges<const H: usize, const N: usize>(
    rows: &mut [FloatRow<H>],
    number: usize,
) -> impl Iterator<Item = [&mut [FloatRow<H>]; N]> {
    let size = FEATURES_PER_BUCKET.div_ceil(number);
    let mut blocks: Vec<_> = rows
        .chunks_mut(FEATURES_PER_BUCKET)
        .map(|block| block.chunks_mut(size))
        .collect();
    (0..FEATURES_PER_BUCKET.div_ceil(size)).map(move |_| {
        array::from_fn(|block| blocks[block].next().expect("all blocks are equally long"))
    })
}

impl<const H: usize> RowRange<'_, H> {
    /// Changes the weights of the part.
    fn step(mut self, step: Step) {
        for i in 0..self.merged[0].len() {
            let mut shared = FloatRow::ZERO;
            for bucket in 0..KING_BUCKETS {
                let mut sum = FloatRow::<H>::ZERO;
                for gradient in &mut self.gradients {
                    sum.add(&gradient[bucket][i]);
                    gradient[bucket][i] = FloatRow::ZERO;
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
        step.change(
            &mut self.weights[block][i].0,
            &self.prior[block][i].0,
            &mut self.means[block][i].0,
            &mut self.squares[block][i].0,
            &gradient.0,
        );
    }

    /// Limits the rows of a feature so that their sums with the shared row are in range, and
    /// computes the sums as [`FloatWeights::merged`] does.
    #[inline]
    fn merge(&mut self, i: usize) {
        let [buckets @ .., shared] = &mut self.weights;
        let shared = &shared[i].0;
        for (row, merged) in buckets.iter_mut().zip(&mut self.merged) {
            let (row, merged) = (&mut row[i].0, &mut merged[i].0);
            for n in 0..H {
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
    fn change<const N: usize>(
        self,
        weights: &mut [f32; N],
        prior: &[f32; N],
        means: &mut [f32; N],
        squares: &mut [f32; N],
        gradient: &[f32; N],
    ) {
        /// Keeps the divisor above 0, as in the paper.
        const EPSILON: f32 = 1e-8;
        for i in 0..N {
            let derivative = gradient[i] * self.gradient_scale;
            means[i] = BETA.0 * means[i] + (1.0 - BETA.0) * derivative;
            squares[i] = BETA.1 * squares[i] + (1.0 - BETA.1) * derivative * derivative;
            let deviation = (squares[i] * self.square_scale).sqrt() + EPSILON;
            let kept = prior[i] + (weights[i] - prior[i]) * self.keep;
            weights[i] = kept - self.rate * means[i] / deviation;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::eval::network::architecture::FEATURES;

    #[test]
    fn merged_weights_are_in_range_and_follow_from_the_factorized_weights() {
        let mut optimizer = AdamW::new(
            FloatWeights::<16>::initial(1, 0.05),
            FloatWeights::zeros(FACTORIZED_ROWS),
        );
        let mut gradient = vec![FloatWeights::zeros(FEATURES)];
        for _ in 0..10 {
            gradient[0].values_mut().for_each(|value| *value = 1.0);
            optimizer.step(&mut gradient, 1.0, 0.5, 0.0);
            assert_eq!(*optimizer.merged(), optimizer.weights.merged());
        }
        let mut values = optimizer.merged().values();
        assert!(values.all(|&weight| weight == -MAX_WEIGHT));
    }

    #[test]
    fn weights_decay_towards_their_prior() {
        let (first, prior) = (
            FloatWeights::<16>::initial(1, 0.05),
            FloatWeights::initial(2, 0.05),
        );
        let mut optimizer = AdamW::new(first.clone(), prior.clone());
        // Without a gradient, only the decay changes the weights.
        optimizer.step(&mut [FloatWeights::zeros(FEATURES)], 1.0, 0.5, 0.5);
        let expected = first
            .values()
            .zip(prior.values())
            .map(|(first, prior)| 0.75 * first + 0.25 * prior);
        for (weight, expected) in optimizer.weights.values().zip(expected) {
            assert!((weight - expected).abs() < 1e-6, "{weight} and {expected}");
        }
    }
}
