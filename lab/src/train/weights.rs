//! The weights of a network as real numbers, for any width of the hidden layer, and their gradient.
//!
//! The width is a constant of each type, so that the compiler unrolls and vectorizes the loops over
//! the neurons. For a position, only the rows of active features are read and changed. Sums are
//! computed in a fixed order, the same in all builds.

use std::array;

use ferz::eval::network::Network;
use ferz::eval::network::architecture::{FEATURES, HIDDEN_ONE, OUTPUT_BUCKETS, OUTPUT_ONE};
use ferz::eval::network::features::{FEATURES_PER_BUCKET, KING_BUCKETS};
use ferz::eval::network::weights::Row;

use super::inputs::{Change, Features, Inputs};

/// Number of rows of hidden weights in training: one for each feature, then the shared rows, one
/// for each feature of a king bucket. The weights of a feature are the sum of its own and its
/// shared row (factorization), so that rare king buckets learn from the others.
pub const FACTORIZED_ROWS: usize = FEATURES + FEATURES_PER_BUCKET;

/// Number of rows of the weights that every position uses: the bias of the hidden layer, two rows
/// of output weights for each output bucket, and the biases of the output.
pub const DENSE_ROWS: usize = 2 + 2 * OUTPUT_BUCKETS;

/// The row of the biases of the output, by output bucket. The rest of the row is 0.
const OUTPUT_BIASES: usize = DENSE_ROWS - 1;

/// Maximum absolute value of a weight or bias. Quantized, it is 126 in the hidden layer and among
/// the output weights, which fits in 8 bits.
pub const MAX_WEIGHT: f32 = 63.0 / 128.0;

/// One number for each neuron of the hidden layer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct FloatRow<const H: usize>(pub [f32; H]);

impl<const H: usize> FloatRow<H> {
    pub const ZERO: Self = Self([0.0; H]);

    #[inline]
    pub fn add(&mut self, other: &Self) {
        for (sum, value) in self.0.iter_mut().zip(&other.0) {
            *sum += value;
        }
    }

    /// Returns a block of [`BLOCK`] numbers.
    #[inline]
    fn block(&self, number: usize) -> &[f32; BLOCK] {
        &self.0.as_chunks().0[number]
    }

    #[inline]
    fn block_mut(&mut self, number: usize) -> &mut [f32; BLOCK] {
        &mut self.0.as_chunks_mut().0[number]
    }

    #[inline]
    fn add_block(&mut self, number: usize, other: &[f32; BLOCK]) {
        let block = self.block_mut(number);
        for i in 0..BLOCK {
            block[i] += other[i];
        }
    }

    /// Limits the weights to ±[`MAX_WEIGHT`].
    pub fn limit(&mut self) {
        self.0 = self.0.map(|weight| weight.clamp(-MAX_WEIGHT, MAX_WEIGHT));
    }
}

/// All weights of a network, or one number for each of them, such as a gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatWeights<const H: usize> {
    /// Hidden weights: [`FEATURES`] rows, or [`FACTORIZED_ROWS`].
    pub hidden: Vec<FloatRow<H>>,
    /// The other weights.
    // Not on the stack, which may be small: these are up to 18 kB.
    pub dense: Box<[FloatRow<H>; DENSE_ROWS]>,
}

/// Returns the dense row of the output weights of a bucket: side 0 is the side to move, 1 the
/// other.
const fn output_row(bucket: usize, side: usize) -> usize {
    1 + 2 * bucket + side
}

impl<const H: usize> FloatWeights<H> {
    /// Returns weights of zero with this number of rows of hidden weights.
    pub fn zeros(rows: usize) -> Self {
        Self {
            hidden: vec![FloatRow::ZERO; rows],
            dense: Box::new([FloatRow::ZERO; DENSE_ROWS]),
        }
    }

    /// Returns factorized weights to begin the training with. The shared hidden weights are uniform
    /// within ±`range`; all others are 0, so the output of the network is 0.
    pub fn initial(seed: u64, range: f32) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut weights = Self::zeros(FACTORIZED_ROWS);
        let shared = weights.hidden[FEATURES..].iter_mut();
        for weight in shared.flat_map(|row| &mut row.0) {
            *weight = range * (2.0 * random.f32() - 1.0);
        }
        weights
    }

    /// Returns the weights of a network as factorized weights: the shared row is the mean of the
    /// rows of all king buckets, and each own row is what is left.
    pub fn of_network(network: &Network<H>) -> Self {
        let row = |quantized: &Row<H>, one: i32| {
            FloatRow(array::from_fn(|i| f32::from(quantized.0[i]) / one as f32))
        };
        let mut weights = Self::zeros(FACTORIZED_ROWS);
        let (own_rows, shared_rows) = weights.hidden.split_at_mut(FEATURES);
        for (feature, own) in own_rows.iter_mut().enumerate() {
            *own = row(&network.hidden_weights[feature], HIDDEN_ONE);
            let shared = &mut shared_rows[feature % FEATURES_PER_BUCKET].0;
            for (mean, weight) in shared.iter_mut().zip(own.0) {
                *mean += weight / KING_BUCKETS as f32;
            }
        }
        for (feature, own) in own_rows.iter_mut().enumerate() {
            let shared = &shared_rows[feature % FEATURES_PER_BUCKET].0;
            for (weight, mean) in own.0.iter_mut().zip(shared) {
                *weight -= mean;
            }
        }
        weights.dense[0] = row(&network.hidden_bias, HIDDEN_ONE);
        for bucket in 0..OUTPUT_BUCKETS {
            for (side, output) in network.output_weights[bucket].iter().enumerate() {
                weights.dense[output_row(bucket, side)] = row(output, OUTPUT_ONE);
            }
            weights.dense[OUTPUT_BIASES].0[bucket] =
                network.output_bias[bucket] as f32 / (HIDDEN_ONE * OUTPUT_ONE) as f32;
        }
        weights
    }

    /// Rounds the weights, which have one row for each feature, to integers. See
    /// <https://www.chessprogramming.org/NNUE#Quantization>.
    pub fn quantized(&self) -> Network<H> {
        let rounded = |weight: f32, one: i32| (weight * one as f32).round() as i32;
        let weight = |value: f32, one: i32| {
            i8::try_from(rounded(value, one)).expect("the optimizer limits all weights")
        };
        let row = |row: &FloatRow<H>, one: i32| Row(array::from_fn(|i| weight(row.0[i], one)));
        let output =
            |bucket| [0, 1].map(|side| row(&self.dense[output_row(bucket, side)], OUTPUT_ONE));
        let bias = |bucket| self.dense[OUTPUT_BIASES].0[bucket];
        let hidden = self.hidden.iter();
        Network::new(
            hidden.map(|hidden| row(hidden, HIDDEN_ONE)).collect(),
            row(&self.dense[0], HIDDEN_ONE),
            array::from_fn(output),
            array::from_fn(|bucket| rounded(bias(bucket), HIDDEN_ONE * OUTPUT_ONE)),
        )
    }

    /// Returns the weights of the features: the sums of their own and their shared rows, limited.
    pub fn merged(&self) -> Self {
        let mut merged = Self {
            hidden: self.hidden[..FEATURES].to_vec(),
            dense: self.dense.clone(),
        };
        let shared_rows = self.hidden[FEATURES..].iter().cycle();
        for (row, shared) in merged.hidden.iter_mut().zip(shared_rows) {
            row.add(shared);
            row.limit();
        }
        merged
    }

    /// Returns all weights: hidden weights, hidden bias, output weights, output biases.
    pub fn values(&self) -> impl Iterator<Item = &f32> {
        let [rows @ .., biases] = &*self.dense;
        let rows = self.hidden.iter().chain(rows);
        rows.flat_map(|row| &row.0)
            .chain(&biases.0[..OUTPUT_BUCKETS])
    }

    /// Returns all weights in the order of [`values`](Self::values).
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let [rows @ .., biases] = &mut *self.dense;
        let rows = self.hidden.iter_mut().chain(rows);
        rows.flat_map(|row| &mut row.0)
            .chain(&mut biases.0[..OUTPUT_BUCKETS])
    }

    /// Returns the sums of the hidden layer for a list of features.
    #[inline]
    fn sums(&self, features: &Features) -> FloatRow<H> {
        let mut all = self.dense[0];
        for block in 0..H / BLOCK {
            let sums = all.block_mut(block);
            for &feature in features.as_slice() {
                let row = self.hidden[usize::from(feature)].block(block);
                for i in 0..BLOCK {
                    sums[i] += row[i];
                }
            }
        }
        all
    }

    /// Returns the output for a position. `self` has one row for each feature.
    #[inline]
    pub fn output(&self, inputs: &Inputs) -> f32 {
        let bucket = inputs.bucket;
        let side = |side: usize| {
            let sums = self.sums(&inputs.features[inputs.us ^ side]);
            dot(
                &activations(&sums.0),
                &self.dense[output_row(bucket, side)].0,
            )
        };
        self.dense[OUTPUT_BIASES].0[bucket] + side(0) + side(1)
    }
}

/// Number of neurons that the loops over the rows of a position take at once, so that sums stay in
/// registers. All widths of the hidden layer are multiples of it.
const BLOCK: usize = 64;

/// Positions that differ little from a first one: the sums of the hidden layer are computed from
/// those of the first position, and so is the gradient. A position then costs a quarter of the time
/// that it costs alone.
pub struct Group<'w, const H: usize> {
    /// The weights, with one row for each feature.
    weights: &'w FloatWeights<H>,
    /// The features of the first position, from the view of White, and of Black.
    features: [Features; 2],
    /// Its sums of the hidden layer.
    sums: [FloatRow<H>; 2],
    /// The gradient with respect to these sums, over all positions so far.
    sum_gradients: [FloatRow<H>; 2],
}

impl<'w, const H: usize> Group<'w, H> {
    /// Begins a group of positions that differ little from that with these features.
    #[inline]
    pub fn new(weights: &'w FloatWeights<H>, features: &[Features; 2]) -> Self {
        Self {
            weights,
            features: *features,
            sums: [0, 1].map(|view| weights.sums(&features[view])),
            sum_gradients: [FloatRow::ZERO; 2],
        }
    }

    /// Adds the gradient at a position to `gradient`, which has one row for each feature, except
    /// for what [`finish`](Self::finish) adds. `changes` lead from the first position to this one,
    /// `us` is the index of its side to move, and `bucket` that of its output weights. `derivative`
    /// returns the derivative of the loss with respect to the output.
    #[inline]
    pub fn add(
        &mut self,
        changes: &[Change; 2],
        us: usize,
        bucket: usize,
        gradient: &mut FloatWeights<H>,
        derivative: impl FnOnce(f32) -> f32,
    ) {
        let mut both_sums = [FloatRow::ZERO; 2];
        let mut output = self.weights.dense[OUTPUT_BIASES].0[bucket];
        for (side, sums) in both_sums.iter_mut().enumerate() {
            let view = us ^ side;
            self.change_sums(view, &changes[view], sums);
            let output_weights = &self.weights.dense[output_row(bucket, side)].0;
            output += dot(&activations(&sums.0), output_weights);
        }
        let derivative = derivative(output);
        gradient.dense[OUTPUT_BIASES].0[bucket] += derivative;
        for (side, sums) in both_sums.iter().enumerate() {
            let (view, row) = (us ^ side, output_row(bucket, side));
            let change = &changes[view];
            for block in 0..H / BLOCK {
                let output_weights = self.weights.dense[row].block(block);
                let of_output_weights = gradient.dense[row].block_mut(block);
                let mut of_sums = [0.0; BLOCK];
                for (i, &sum) in sums.block(block).iter().enumerate() {
                    let limited = sum.clamp(0.0, 1.0);
                    of_output_weights[i] += derivative * (limited * limited);
                    // Half of the derivative of the activation.
                    let half = if sum < 1.0 { limited } else { 0.0 };
                    of_sums[i] = 2.0 * derivative * output_weights[i] * half;
                }
                let first = match change.is_new_view {
                    true => &mut gradient.dense[0],
                    false => &mut self.sum_gradients[view],
                };
                first.add_block(block, &of_sums);
                for &feature in change.added.as_slice() {
                    gradient.hidden[usize::from(feature)].add_block(block, &of_sums);
                }
                let negative = of_sums.map(|value| -value);
                for &feature in change.removed.as_slice() {
                    gradient.hidden[usize::from(feature)].add_block(block, &negative);
                }
            }
        }
    }

    /// Computes the sums after a change.
    #[inline]
    fn change_sums(&self, view: usize, change: &Change, changed: &mut FloatRow<H>) {
        let first = match change.is_new_view {
            true => &self.weights.dense[0],
            false => &self.sums[view],
        };
        for block in 0..H / BLOCK {
            let mut sums = *first.block(block);
            for &feature in change.added.as_slice() {
                let row = self.weights.hidden[usize::from(feature)].block(block);
                for i in 0..BLOCK {
                    sums[i] += row[i];
                }
            }
            for &feature in change.removed.as_slice() {
                let row = self.weights.hidden[usize::from(feature)].block(block);
                for i in 0..BLOCK {
                    sums[i] -= row[i];
                }
            }
            *changed.block_mut(block) = sums;
        }
    }

    /// Adds to `gradient` what all positions share.
    #[inline]
    pub fn finish(self, gradient: &mut FloatWeights<H>) {
        for (row, features) in self.sum_gradients.iter().zip(&self.features) {
            gradient.dense[0].add(row);
            for &feature in features.as_slice() {
                gradient.hidden[usize::from(feature)].add(row);
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
    let chunks = a.as_chunks::<LANES>().0.iter();
    for (left, right) in chunks.zip(b.as_chunks::<LANES>().0) {
        for i in 0..LANES {
            sums[i] += left[i] * right[i];
        }
    }
    sums.iter().sum()
}
