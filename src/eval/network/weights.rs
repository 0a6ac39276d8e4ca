//! The quantized weights of a network.
//!
//! The types of the weights limit their values so that no sum can overflow: every value of these
//! types is valid.
//!
//! The types are generic over the number of neurons of the hidden layer, because `ferz-lab train`
//! writes networks of other widths than the engine's.

use super::architecture::{FEATURES, HIDDEN, HIDDEN_ONE, OUTPUT_BUCKETS, OUTPUT_ONE, OUTPUT_SCALE};

// The sum of the bias and 32 weights of a neuron, the product of an activation and an output
// weight, and the sum of a quarter of the outputs of one side (`output.rs`) fit in their types.
const _: () = {
    let weight = i8::MIN.unsigned_abs() as i64;
    assert!(33 * weight <= i16::MAX as i64);
    let product = HIDDEN_ONE as i64 * weight;
    assert!(product <= i16::MAX as i64);
    assert!((HIDDEN / 4) as i64 * product * HIDDEN_ONE as i64 <= i32::MAX as i64);
};

/// One number for each neuron of the hidden layer: the weights of a feature, the biases, or the
/// output weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row<const H: usize = HIDDEN>(pub [i8; H]);

/// The sums of the hidden layer: the bias and the weights of a position's features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Sums<const H: usize = HIDDEN>(pub [i16; H]);

/// A network: its quantized weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<const H: usize = HIDDEN> {
    /// One row for each feature.
    pub hidden_weights: Box<[Row<H>]>,
    /// The bias of the hidden layer.
    pub hidden_bias: Row<H>,
    /// By output bucket: the weights of the side to move, then of the other side.
    pub output_weights: [[Row<H>; 2]; OUTPUT_BUCKETS],
    /// By output bucket, in units of 1/([`HIDDEN_ONE`] × [`OUTPUT_ONE`]).
    pub output_bias: [i32; OUTPUT_BUCKETS],
}

impl<const H: usize> Network<H> {
    /// Creates a network from its weights.
    pub fn new(
        hidden_weights: Box<[Row<H>]>,
        hidden_bias: Row<H>,
        output_weights: [[Row<H>; 2]; OUTPUT_BUCKETS],
        output_bias: [i32; OUTPUT_BUCKETS],
    ) -> Self {
        assert_eq!(hidden_weights.len(), FEATURES, "one row for each feature");
        Self {
            hidden_weights,
            hidden_bias,
            output_weights,
            output_bias,
        }
    }
}

/// Converts the output sum of a network, in units of 1/([`HIDDEN_ONE`]² × [`OUTPUT_ONE`]), and the
/// bias of its bucket to centipawns.
#[inline]
pub const fn centipawns(sum: i64, bias: i32) -> i32 {
    let output = sum / HIDDEN_ONE as i64 + bias as i64;
    (output * OUTPUT_SCALE as i64 / (HIDDEN_ONE * OUTPUT_ONE) as i64) as i32
}
