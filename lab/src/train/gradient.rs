//! The output of a network and its gradient, for one position.
//!
//! Only the rows of active features are read and changed. Sums are computed in a fixed order,
//! the same in all builds. See <https://www.chessprogramming.org/NNUE>.

use super::inputs::Inputs;
use super::weights::{FloatRow, FloatWeights, OUTPUT_BIASES, output_row};

impl<const H: usize> FloatWeights<H> {
    /// Returns the sums of the hidden layer for a side: 0 for the side to move, 1 for the other
    /// side. The hidden weights are multiplied by `scale`.
    #[inline]
    fn sums(&self, inputs: &Inputs, side: usize, scale: f32) -> [f32; H] {
        let mut sums = [0.0; H];
        let (quads, rest) = inputs.features(side).as_chunks::<4>();
        for quad in quads {
            let [a, b, c, d] = quad.map(|feature| &self.hidden[usize::from(feature)].0);
            for i in 0..H {
                sums[i] += (a[i] + b[i]) + (c[i] + d[i]);
            }
        }
        for &feature in rest {
            let row = &self.hidden[usize::from(feature)].0;
            for i in 0..H {
                sums[i] += row[i];
            }
        }
        let bias = &self.dense[0].0;
        std::array::from_fn(|i| bias[i] + scale * sums[i])
    }

    /// Returns the output for a position. `self` has one row for each feature.
    #[inline]
    pub fn output(&self, inputs: &Inputs) -> f32 {
        let bucket = inputs.bucket();
        let side = |side: usize| {
            let sums = self.sums(inputs, side, 1.0);
            dot(&activations(&sums), &self.dense[output_row(bucket, side)].0)
        };
        self.dense[OUTPUT_BIASES].0[bucket] + side(0) + side(1)
    }

    /// Adds the gradient at a position to `gradient`. The hidden weights are multiplied by `scale`,
    /// see [`Dropout::scale`](super::inputs::Dropout::scale). `derivative` returns the derivative of
    /// the loss with respect to the output. Both weights have one row for each feature.
    #[inline]
    pub fn add_gradient(
        &self,
        inputs: &Inputs,
        gradient: &mut Self,
        scale: f32,
        derivative: impl FnOnce(f32) -> f32,
    ) {
        let bucket = inputs.bucket();
        let rows = [output_row(bucket, 0), output_row(bucket, 1)];
        let weights = rows.map(|row| &self.dense[row].0);
        let sums = [0, 1].map(|side| self.sums(inputs, side, scale));
        let active = [activations(&sums[0]), activations(&sums[1])];
        let output = self.dense[OUTPUT_BIASES].0[bucket]
            + dot(&active[0], weights[0])
            + dot(&active[1], weights[1]);
        let derivative = derivative(output);
        gradient.dense[OUTPUT_BIASES].0[bucket] += derivative;
        for side in 0..2 {
            let output = &mut gradient.dense[rows[side]].0;
            let mut row = FloatRow::<H>::ZERO;
            for i in 0..H {
                output[i] += derivative * active[side][i];
                let sum = sums[side][i];
                let limited = if sum < 1.0 { sum.max(0.0) } else { 0.0 };
                row.0[i] = 2.0 * derivative * weights[side][i] * limited;
            }
            gradient.dense[0].add(&row);
            row.0 = row.0.map(|derivative| scale * derivative);
            for &feature in inputs.features(side) {
                gradient.hidden[usize::from(feature)].add(&row);
            }
        }
    }
}

/// Returns the activations of the hidden layer: the squares of the sums limited to 0 to 1 (SCReLU).
#[inline]
fn activations<const H: usize>(sums: &[f32; H]) -> [f32; H] {
    sums.map(|sum| {
        let limited = sum.clamp(0.0, 1.0);
        limited * limited
    })
}

#[inline]
fn dot<const H: usize>(a: &[f32; H], b: &[f32; H]) -> f32 {
    /// Number of sums that the product is computed in, so that it can be vectorized.
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    let (a, b) = (a.as_chunks::<LANES>().0, b.as_chunks::<LANES>().0);
    for (a, b) in a.iter().zip(b) {
        for i in 0..LANES {
            sums[i] += a[i] * b[i];
        }
    }
    sums.iter().sum()
}
