//! The network with integer weights, and its output computed without incremental updates.
//!
//! See <https://www.chessprogramming.org/NNUE#Quantization>.

use super::inputs::Inputs;
use super::weights::{FloatRow, FloatWeights};
use crate::training_data::Record;
use ferz::eval::network::Network;
use ferz::eval::network::architecture::{HIDDEN, HIDDEN_ONE, OUTPUT_BUCKETS, OUTPUT_ONE};
use ferz::eval::network::weights::{Row, centipawns};

/// Rounds the weights, which have one row for each feature, to integers. Returns `None` if the
/// engine uses another width of the hidden layer.
///
/// # Panics
///
/// Panics if a weight exceeds [`MAX_WEIGHT`](super::weights::MAX_WEIGHT) so far that it does not
/// fit in 8 bits.
#[must_use]
pub fn quantize<const H: usize>(weights: &FloatWeights<H>) -> Option<Network> {
    if H != HIDDEN {
        return None;
    }
    let weight = |value: f32, one: i32| {
        i8::try_from(quantized(value, one)).expect("the optimizer limits all weights")
    };
    let row = |row: &FloatRow<H>, one: i32| Row(std::array::from_fn(|i| weight(row.0[i], one)));
    let hidden = weights
        .hidden
        .iter()
        .map(|weights| row(weights, HIDDEN_ONE));
    let output = |bucket: usize| {
        let sides: &[FloatRow<H>; 2] = &weights.dense.output[bucket];
        sides.each_ref().map(|weights| row(weights, OUTPUT_ONE))
    };
    let bias = weights.dense.output_bias;
    Some(Network::new(
        hidden.collect(),
        row(&weights.dense.hidden_bias, HIDDEN_ONE),
        std::array::from_fn::<_, OUTPUT_BUCKETS, _>(output),
        bias.map(|bias| quantized(bias, HIDDEN_ONE * OUTPUT_ONE)),
    ))
}

/// Rounds a weight to an integer; `one` stands for 1.
fn quantized(weight: f32, one: i32) -> i32 {
    (weight * one as f32).round() as i32
}

/// Returns the output of a network in centipawns: the correction of the static evaluation, from the
/// view of the side to move.
#[must_use]
pub fn quantized_output(network: &Network, record: &Record) -> i32 {
    let inputs = Inputs::new(record);
    let bucket = inputs.bucket();
    let mut sum = 0;
    for side in 0..2 {
        let mut sums = network.hidden_bias().0.map(i32::from);
        for &feature in inputs.features(side) {
            let row = network.hidden_weights(feature.into());
            for (sum, &weight) in sums.iter_mut().zip(&row.0) {
                *sum += i32::from(weight);
            }
        }
        let weights = &network.output_weights(bucket)[side].0;
        for (value, &weight) in sums.into_iter().zip(weights) {
            let limited = value.clamp(0, HIDDEN_ONE);
            sum += i64::from(limited * limited * i32::from(weight));
        }
    }
    centipawns(sum, network.output_bias(bucket))
}
