//! The weights of a network as real numbers, for any width of the hidden layer.
//!
//! The width is a constant of each type, so that the compiler unrolls and vectorizes the loops over
//! the neurons. See <https://www.chessprogramming.org/NNUE>.

use std::array;

use ferz::eval::network::Network;
use ferz::eval::network::architecture::{FEATURES, HIDDEN, HIDDEN_ONE, OUTPUT_BUCKETS, OUTPUT_ONE};
use ferz::eval::network::features::{FEATURES_PER_BUCKET, KING_BUCKETS};
use ferz::eval::network::weights::Row;

/// Number of rows of hidden weights in training: one for each feature, then the shared rows, one
/// for each feature of a king bucket. The weights of a feature are the sum of its own and its
/// shared row (factorization), so that rare king buckets learn from the others.
pub const FACTORIZED_ROWS: usize = FEATURES + FEATURES_PER_BUCKET;

/// Maximum absolute value of a weight or bias. Quantized, it is 126 in the hidden layer and among
/// the output weights, which fits in 8 bits.
pub const MAX_WEIGHT: f32 = 63.0 / 128.0;

/// One number for each neuron of the hidden layer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct FloatRow<const H: usize>(pub [f32; H]);

impl<const H: usize> FloatRow<H> {
    /// A row of zeros.
    pub const ZERO: Self = Self([0.0; H]);

    /// Adds a row.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        for (sum, value) in self.0.iter_mut().zip(&other.0) {
            *sum += value;
        }
    }
}

/// The weights that every position uses: all but the hidden weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense<const H: usize> {
    /// Bias of the hidden layer.
    pub hidden_bias: FloatRow<H>,
    /// By output bucket: the weights of the side to move, then of the other side.
    pub output: [[FloatRow<H>; 2]; OUTPUT_BUCKETS],
    /// By output bucket: the bias of the output.
    pub output_bias: [f32; OUTPUT_BUCKETS],
}

/// All weights of a network, or one number for each of them, such as a gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatWeights<const H: usize> {
    /// Hidden weights: [`FEATURES`] rows, or [`FACTORIZED_ROWS`].
    pub hidden: Vec<FloatRow<H>>,
    /// The other weights.
    pub dense: Dense<H>,
}

impl<const H: usize> FloatWeights<H> {
    /// Returns weights of zero with this number of rows of hidden weights.
    #[must_use]
    pub fn zeros(rows: usize) -> Self {
        Self {
            hidden: vec![FloatRow::ZERO; rows],
            dense: Dense {
                hidden_bias: FloatRow::ZERO,
                output: [[FloatRow::ZERO; 2]; OUTPUT_BUCKETS],
                output_bias: [0.0; OUTPUT_BUCKETS],
            },
        }
    }

    /// Returns factorized weights to begin the training with. The shared hidden weights are uniform
    /// within ±`range`; all others are 0, so the output of the network is 0.
    #[must_use]
    pub fn initial(seed: u64, range: f32) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut weights = Self::zeros(FACTORIZED_ROWS);
        let shared = weights.hidden[FEATURES..].iter_mut();
        for weight in shared.flat_map(|row| &mut row.0) {
            *weight = range * (2.0 * random.f32() - 1.0);
        }
        weights
    }

    /// Returns the weights of a network as factorized weights: the shared row is the mean of the rows
    /// of all king buckets, and each own row is what is left. Returns `None` if the network has another
    /// width.
    #[must_use]
    pub fn of_network(network: &Network) -> Option<Self> {
        if H != HIDDEN {
            return None;
        }
        let row =
            |row: &Row, one: i32| FloatRow(array::from_fn(|i| f32::from(row.0[i]) / one as f32));
        let mut weights = Self::zeros(FACTORIZED_ROWS);
        let (own, shared) = weights.hidden.split_at_mut(FEATURES);
        for (feature, own) in own.iter_mut().enumerate() {
            *own = row(network.hidden_weights(feature), HIDDEN_ONE);
            let shared = &mut shared[feature % FEATURES_PER_BUCKET].0;
            for (mean, weight) in shared.iter_mut().zip(own.0) {
                *mean += weight / KING_BUCKETS as f32;
            }
        }
        for (feature, own) in own.iter_mut().enumerate() {
            let shared = &shared[feature % FEATURES_PER_BUCKET].0;
            for (weight, mean) in own.0.iter_mut().zip(shared) {
                *weight -= mean;
            }
        }
        weights.dense = Dense {
            hidden_bias: row(network.hidden_bias(), HIDDEN_ONE),
            output: array::from_fn(|bucket| {
                let sides = network.output_weights(bucket).each_ref();
                sides.map(|weights| row(weights, OUTPUT_ONE))
            }),
            output_bias: array::from_fn(|bucket| {
                network.output_bias(bucket) as f32 / (HIDDEN_ONE * OUTPUT_ONE) as f32
            }),
        };
        Some(weights)
    }

    /// Returns the weights of the features: the sums of their own and their shared rows, limited to
    /// ±[`MAX_WEIGHT`].
    #[must_use]
    pub fn merged(&self) -> Self {
        let mut merged = Self {
            hidden: self.hidden[..FEATURES].to_vec(),
            dense: self.dense.clone(),
        };
        let shared = &self.hidden[FEATURES..];
        for bucket in 0..KING_BUCKETS {
            let rows = &mut merged.hidden[bucket * FEATURES_PER_BUCKET..][..FEATURES_PER_BUCKET];
            for (row, shared) in rows.iter_mut().zip(shared) {
                row.add(shared);
                row.0 = row.0.map(|weight| weight.clamp(-MAX_WEIGHT, MAX_WEIGHT));
            }
        }
        merged
    }

    /// Returns all weights: hidden weights, hidden bias, output weights, output biases.
    pub fn values(&self) -> impl Iterator<Item = &f32> {
        let dense = &self.dense;
        let rows = self.hidden.iter().chain([&dense.hidden_bias]);
        let rows = rows.chain(dense.output.as_flattened());
        rows.flat_map(|row| &row.0).chain(&dense.output_bias)
    }

    /// Returns all weights in the order of [`values`](Self::values).
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let dense = &mut self.dense;
        let rows = self.hidden.iter_mut().chain([&mut dense.hidden_bias]);
        let rows = rows.chain(dense.output.as_flattened_mut());
        rows.flat_map(|row| &mut row.0)
            .chain(&mut dense.output_bias)
    }
}
