//! Mean losses on a set of positions.
//!
//! See <https://www.chessprogramming.org/NNUE>.

use std::thread;

use super::objective::PointsObjective;
use super::quantized::quantized_output;
use crate::training_data::Record;
use ferz::eval::network::Network;

/// Number of records whose losses are added first, so that the mean does not depend on the number
/// of threads.
const CHUNK: usize = 1 << 12;

/// Mean losses of a network and of the evaluation that it corrects, on the same positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Loss of the hand-crafted evaluation with the correction.
    pub network: f64,
    /// Loss of the hand-crafted evaluation alone.
    pub evaluation: f64,
}

impl Losses {
    /// Returns the share of the evaluation's loss that the correction removes, in percent.
    #[must_use]
    pub fn removed_percent(&self) -> f64 {
        100.0 * (1.0 - self.network / self.evaluation)
    }
}

/// Returns the mean loss on a set of positions. `predicted` returns the predicted score of a
/// position, in centipawns. The result does not depend on the number of threads.
#[must_use]
pub fn mean_loss(
    records: &[Record],
    objective: &PointsObjective,
    threads: usize,
    predicted: impl Fn(&Record) -> f32 + Sync,
) -> f64 {
    let loss = |record: &Record| f64::from(objective.loss(predicted(record), record).0);
    let sums = |records: &[Record]| -> Vec<f64> {
        let chunks = records.chunks(CHUNK);
        chunks.map(|chunk| chunk.iter().map(loss).sum()).collect()
    };
    let size = records.len().div_ceil(CHUNK).div_ceil(threads).max(1) * CHUNK;
    let sum: f64 = thread::scope(|scope| {
        let workers: Vec<_> = records
            .chunks(size)
            .map(|part| scope.spawn(|| sums(part)))
            .collect();
        let sums = workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("computing a loss does not panic"));
        sums.sum()
    });
    sum / records.len().max(1) as f64
}

/// Returns the mean loss of the hand-crafted evaluation on a set of positions.
#[must_use]
pub fn evaluation_loss(records: &[Record], objective: &PointsObjective, threads: usize) -> f64 {
    let predicted = |record: &Record| record.static_score().into();
    mean_loss(records, objective, threads, predicted)
}

/// Returns the mean losses of a quantized network and of the hand-crafted evaluation on a set of
/// positions. The output of the network has the weight `network_weight` in the prediction.
#[must_use]
pub fn network_losses(
    network: &Network,
    network_weight: f32,
    records: &[Record],
    objective: &PointsObjective,
    threads: usize,
) -> Losses {
    let predicted = |record: &Record| {
        let output = quantized_output(network, record) as f32;
        f32::from(record.static_score()) + network_weight * output
    };
    Losses {
        network: mean_loss(records, objective, threads, predicted),
        evaluation: evaluation_loss(records, objective, threads),
    }
}
