//! The function to minimize: the squared error of the expected points.
//!
//! The expected points of a score are its logistic function with a fixed scale. The target is a
//! weighted mean of the expected points of the search's score, of the later scores of the game, and
//! of its result.

use ferz::eval::network::Network;
use ferz::eval::network::architecture::HIDDEN_ONE;
use ferz::eval::network::weights::centipawns;
use ferz::support::rounding::rounded;

use super::inputs::Inputs;
use crate::data::{Record, expected_points};
use crate::support::on_threads;

/// Weights of the parts of a target. The search's score has the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TargetShares {
    /// Weight of the mean of the later scores.
    pub later: f32,
    /// Weight of the game's result.
    pub result: f32,
}

/// How predictions and targets are computed.
#[derive(Clone, Copy, Debug)]
pub struct Objective {
    /// Scale of the logistic function, in centipawns.
    pub scale: f32,
    pub shares: TargetShares,
}

impl Objective {
    /// Returns the points that should be predicted.
    #[inline]
    pub fn target(&self, record: &Record) -> f32 {
        let TargetShares { later, result } = self.shares;
        let score = expected_points(record.score().into(), self.scale);
        match record.result() {
            Some(points) => {
                (1.0 - later - result) * score + later * record.later() + result * points
            }
            None => score,
        }
    }

    /// Returns the loss of a predicted score in centipawns, and its derivative with respect to the
    /// score. `target` are the points that should be predicted.
    #[inline]
    pub fn loss(&self, predicted: f32, target: f32) -> (f32, f32) {
        let points = expected_points(predicted, self.scale);
        let error = points - target;
        let derivative = points * (1.0 - points) / self.scale;
        (error * error, 2.0 * error * derivative)
    }
}

/// Returns the mean loss on a set of positions. `predicted` returns the predicted score of a
/// position, in centipawns. The result does not depend on the number of threads.
pub fn mean_loss(
    records: &[Record],
    objective: &Objective,
    threads: usize,
    predicted: impl Fn(&Record) -> f32 + Sync,
) -> f64 {
    /// Number of records whose losses are added first, so that the mean does not depend on the
    /// number of threads.
    const CHUNK: usize = 1 << 12;
    let loss = |record: &Record| {
        let (loss, _) = objective.loss(predicted(record), objective.target(record));
        f64::from(loss)
    };
    let chunk_sums = |part: &[Record]| -> Vec<f64> {
        let chunks = part.chunks(CHUNK);
        chunks.map(|chunk| chunk.iter().map(loss).sum()).collect()
    };
    // Each thread gets whole chunks.
    let size = records.len().div_ceil(CHUNK).div_ceil(threads).max(1) * CHUNK;
    let sums = on_threads(records.chunks(size), chunk_sums);
    sums.into_iter().flatten().sum::<f64>() / records.len().max(1) as f64
}

/// Returns the mean loss of a network with integer weights.
pub fn network_loss<const H: usize>(
    network: &Network<H>,
    records: &[Record],
    objective: &Objective,
    threads: usize,
) -> f64 {
    mean_loss(records, objective, threads, |record| {
        output(network, record) as f32
    })
}

/// Returns the output of a network in centipawns, from the view of the side to move, computed
/// without incremental updates.
pub fn output<const H: usize>(network: &Network<H>, record: &Record) -> i32 {
    let inputs = Inputs::new(record);
    let bucket = inputs.bucket;
    let mut output = 0;
    for side in 0..2 {
        let mut sums = network.hidden_bias.0.map(i32::from);
        for &feature in inputs.features[inputs.us ^ side].as_slice() {
            let row = &network.hidden_weights[usize::from(feature)];
            for (sum, &weight) in sums.iter_mut().zip(&row.0) {
                *sum += i32::from(weight);
            }
        }
        let weights = &network.output_weights[bucket][side].0;
        for (value, &weight) in sums.into_iter().zip(weights) {
            let limited = value.clamp(0, HIDDEN_ONE);
            output += i64::from(limited * limited * i32::from(weight));
        }
    }
    centipawns(output, network.output_bias[bucket])
}

/// Returns the share of the evaluation's loss that a network removes, in percent with one decimal.
pub fn removed_percent(network: f64, evaluation: f64) -> f64 {
    rounded(100.0 * (1.0 - network / evaluation), 1)
}
