//! The quantized weights of a network.
//!
//! Weights are checked when a network is created, so that no sum can overflow. See
//! <https://www.chessprogramming.org/NNUE#Quantization>.

use super::architecture::{FEATURES, HIDDEN, HIDDEN_ONE, OUTPUT_BUCKETS, OUTPUT_ONE, OUTPUT_SCALE};

/// Maximum absolute value of a weight or bias of the hidden layer. The sum of the bias and 32
/// weights fits in 16 bits.
pub const MAX_HIDDEN_WEIGHT: i16 = i16::MAX / 33;

/// Maximum absolute value of an output weight. Its product with an activation fits in 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 128;

/// Maximum absolute value of an output bias.
pub const MAX_OUTPUT_BIAS: i32 = 1 << 20;

// The maximum product of an activation and a weight, the maximum sum of the outputs, and its value
// in centipawns fit in their types.
const _: () = {
    let product = HIDDEN_ONE as i64 * MAX_OUTPUT_WEIGHT as i64;
    assert!(product <= i16::MAX as i64);
    let sum = 2 * HIDDEN as i64 * product * HIDDEN_ONE as i64;
    assert!(sum <= i32::MAX as i64);
    let output = sum / HIDDEN_ONE as i64 + MAX_OUTPUT_BIAS as i64;
    assert!(output * OUTPUT_SCALE as i64 <= i32::MAX as i64);
};

/// One number for each neuron of the hidden layer: the weights of a feature, or sums of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub struct Row(pub [i16; HIDDEN]);

/// A network: its quantized weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    hidden_weights: Box<[Row]>,
    hidden_bias: Row,
    /// By output bucket: the weights of the side to move, then of the other side.
    output_weights: [[Row; 2]; OUTPUT_BUCKETS],
    output_bias: [i32; OUTPUT_BUCKETS],
}

/// A part of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Weights from features to the hidden layer.
    HiddenWeight,
    /// Bias of the hidden layer.
    HiddenBias,
    /// Weights from the hidden layer to the output.
    OutputWeight,
    /// Bias of the output.
    OutputBias,
}

/// A weight that is out of range, so that sums could overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} {index} is {value}; expected -{limit} to {limit}", .part.name())]
pub struct WeightError {
    /// The part of the network that contains the weight.
    pub part: Part,
    /// Index of the weight in this part.
    pub index: usize,
    /// The weight.
    pub value: i32,
    /// Maximum absolute value.
    pub limit: i32,
}

impl Part {
    const fn name(self) -> &'static str {
        match self {
            Self::HiddenWeight => "hidden weight",
            Self::HiddenBias => "hidden bias",
            Self::OutputWeight => "output weight",
            Self::OutputBias => "output bias",
        }
    }
}

impl Network {
    /// Creates a network from its weights: a row for each feature; the bias of the hidden layer;
    /// for each output bucket, the weights of the side to move and of the other side; and the
    /// output biases, in units of 1/([`HIDDEN_ONE`] × [`OUTPUT_ONE`]).
    ///
    /// # Errors
    ///
    /// Returns an error if a weight is out of range.
    ///
    /// # Panics
    ///
    /// Panics if the number of rows is not [`FEATURES`].
    pub fn new(
        hidden_weights: Box<[Row]>,
        hidden_bias: Row,
        output_weights: [[Row; 2]; OUTPUT_BUCKETS],
        output_bias: [i32; OUTPUT_BUCKETS],
    ) -> Result<Self, WeightError> {
        assert_eq!(hidden_weights.len(), FEATURES, "one row for each feature");
        let weights: fn(&[Row]) -> &[i16] = bytemuck::cast_slice;
        let (hidden, output) = (weights(&hidden_weights), output_weights.as_flattened());
        check(Part::HiddenWeight, MAX_HIDDEN_WEIGHT.into(), hidden)?;
        check(Part::HiddenBias, MAX_HIDDEN_WEIGHT.into(), &hidden_bias.0)?;
        check(
            Part::OutputWeight,
            MAX_OUTPUT_WEIGHT.into(),
            weights(output),
        )?;
        check(Part::OutputBias, MAX_OUTPUT_BIAS, &output_bias)?;
        Ok(Self {
            hidden_weights,
            hidden_bias,
            output_weights,
            output_bias,
        })
    }

    /// Returns the weights of a feature.
    #[inline]
    #[must_use]
    pub fn hidden_weights(&self, feature: usize) -> &Row {
        &self.hidden_weights[feature]
    }

    /// Returns the bias of the hidden layer.
    #[inline]
    #[must_use]
    pub const fn hidden_bias(&self) -> &Row {
        &self.hidden_bias
    }

    /// Returns the output weights of a bucket: of the side to move, and of the other side.
    #[inline]
    #[must_use]
    pub const fn output_weights(&self, bucket: usize) -> &[Row; 2] {
        &self.output_weights[bucket]
    }

    /// Returns the output bias of a bucket, in units of 1/([`HIDDEN_ONE`] × [`OUTPUT_ONE`]).
    #[inline]
    #[must_use]
    pub const fn output_bias(&self, bucket: usize) -> i32 {
        self.output_bias[bucket]
    }
}

/// Checks that all values are within ±`limit`.
fn check<T: Copy + Into<i32>>(part: Part, limit: i32, values: &[T]) -> Result<(), WeightError> {
    let found = values
        .iter()
        .position(|&value| value.into().abs() > limit)
        .map(|index| (index, values[index].into()));
    match found {
        None => Ok(()),
        Some((index, value)) => Err(WeightError {
            part,
            index,
            value,
            limit,
        }),
    }
}

/// Converts the output sum of a network, in units of 1/([`HIDDEN_ONE`]² × [`OUTPUT_ONE`]), and the
/// bias of its bucket to centipawns.
#[inline]
#[must_use]
pub const fn centipawns(sum: i32, bias: i32) -> i32 {
    (sum / HIDDEN_ONE + bias) * OUTPUT_SCALE / (HIDDEN_ONE * OUTPUT_ONE)
}
