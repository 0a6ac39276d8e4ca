//! The epochs of a training.
//!
//! An epoch goes through all training positions in a new random order. For each batch, each thread
//! computes the gradient of a part of the batch, and AdamW changes the weights. After each epoch,
//! the losses on held-out positions are measured.
//!
//! The records of a file are already in random order, so that it suffices to shuffle blocks of
//! successive records for a new order. Reading blocks is faster than reading single records, and
//! needs little memory.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use ferz::eval::network::Network;
use ferz::eval::network::architecture::{FEATURES, OUTPUT_SCALE};
use serde::{Deserialize, Serialize};

use super::inputs::{Dropout, Inputs};
use super::loss::{Objective, mean_loss};
use super::optimizer::AdamW;
use super::settings::Settings;
use super::weights::{FACTORIZED_ROWS, FloatRow, FloatWeights};
use crate::data::Record;
use crate::support::on_threads;

/// The positions of a training.
pub struct Sets<'r> {
    /// Positions to train with, in random order.
    pub training: &'r [Record],
    /// Scale of the logistic function from scores to expected points, in centipawns.
    pub scale: f32,
    /// Positions of other games.
    pub held_out: Option<HeldOutSet<'r>>,
    /// Positions of other games with scores of long searches.
    pub deep: Option<HeldOutSet<'r>>,
}

/// Positions that are not trained with, to measure the loss on.
pub struct HeldOutSet<'r> {
    pub records: &'r [Record],
    pub objective: Objective,
    /// The loss of the hand-crafted evaluation alone.
    pub evaluation: f64,
}

impl<'r> HeldOutSet<'r> {
    /// Measures the loss of the evaluation.
    pub fn new(records: &'r [Record], objective: Objective, threads: usize) -> Self {
        let classical_score = |record: &Record| record.classical_score().into();
        Self {
            records,
            objective,
            evaluation: mean_loss(records, &objective, threads, classical_score),
        }
    }
}

/// The losses of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Epoch {
    /// Number of the epoch, from 1.
    pub epoch: usize,
    /// Mean loss on the training positions, measured while the weights changed.
    pub training: f64,
    /// Mean loss on the held-out positions after the epoch, with the target of the last epoch.
    pub held_out: Option<f64>,
    /// Mean loss on the positions with long searches after the epoch; the target is the score
    /// alone.
    pub deep: Option<f64>,
}

/// A training of a network with `H` neurons for each side.
pub struct Training<const H: usize> {
    pub settings: Settings,
    pub optimizer: AdamW<H>,
    /// A gradient for each thread; zero between two batches.
    gradients: Vec<FloatWeights<H>>,
    /// The epochs so far.
    pub epochs: Vec<Epoch>,
    /// The weights of the best epoch, with one row for each feature.
    pub best: FloatWeights<H>,
}

impl<const H: usize> Training<H> {
    /// Starts a training from random weights, which decay towards 0, or from those of a network,
    /// which decay towards its weights.
    pub fn new(settings: Settings, network: Option<&Network>) -> Self {
        let zeros = || FloatWeights::zeros(FACTORIZED_ROWS);
        let random = || FloatWeights::initial(settings.seed, settings.initial_range);
        let given = network.map(FloatWeights::of_network);
        let prior = given.clone().unwrap_or_else(zeros);
        let weights = given.unwrap_or_else(random);
        Self {
            best: weights.merged(),
            optimizer: AdamW::new(weights, prior),
            gradients: vec![FloatWeights::zeros(FEATURES); settings.threads],
            epochs: Vec::new(),
            settings,
        }
    }

    /// Returns the approximate size of a training, in bytes: the gradient of each thread, and the
    /// weights with what the optimizer adds to them.
    pub const fn bytes(threads: usize) -> usize {
        /// Best, merged and present weights, those towards which they decay, means and squares.
        const WEIGHTS: usize = 6;
        (threads * FEATURES + WEIGHTS * FACTORIZED_ROWS) * size_of::<FloatRow<H>>()
    }

    /// Trains for one epoch. Calls `progress` after each batch with the numbers of positions done
    /// and of all positions. Returns `None` if `stop` was set during the epoch; then the training
    /// must not be continued.
    pub fn run_epoch(
        &mut self,
        sets: &Sets<'_>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Option<Epoch> {
        let number = self.epochs.len() + 1;
        let (settings, records) = (&self.settings, sets.training);
        let order = EpochOrder::new(records.len(), settings.batch, settings.seed, number);
        let predictor = Predictor {
            settings,
            objective: Objective {
                scale: sets.scale,
                shares: settings.shares(number),
            },
        };
        let mut loss = 0.0;
        for step in 0..order.batches {
            let batch = order.batch(step);
            let weights = &self.optimizer.merged;
            loss += predictor.add_batch(weights, records, &order, &batch, &mut self.gradients);
            let epochs = (number - 1) as f32 + step as f32 / order.batches as f32;
            let rate = settings.rate_at(epochs / settings.epochs as f32);
            let gradient_scale = 1.0 / batch.len() as f32;
            let decay = settings.weight_decay;
            let gradients = &mut self.gradients;
            self.optimizer.step(gradients, gradient_scale, rate, decay);
            progress(batch.end, records.len());
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        let measured = |set: Option<&HeldOutSet>| set.map(|set| self.loss(set));
        let epoch = Epoch {
            epoch: number,
            training: loss / records.len() as f64,
            held_out: measured(sets.held_out.as_ref()),
            deep: measured(sets.deep.as_ref()),
        };
        self.epochs.push(epoch);
        if self.kept() == Some(&epoch) {
            self.best.clone_from(&self.optimizer.merged);
        }
        Some(epoch)
    }

    /// Returns the mean loss of the current weights.
    fn loss(&self, set: &HeldOutSet<'_>) -> f64 {
        let predictor = Predictor {
            settings: &self.settings,
            objective: set.objective,
        };
        let threads = self.settings.threads;
        mean_loss(set.records, &set.objective, threads, |record| {
            let output = self.optimizer.merged.output(&Inputs::new(record));
            predictor.score(record, output)
        })
    }

    /// Returns the epoch whose weights are kept: that with the lowest held-out loss, or the last.
    pub fn kept(&self) -> Option<&Epoch> {
        let better = |best: &Epoch, epoch: &Epoch| match (best.held_out, epoch.held_out) {
            (Some(best), Some(loss)) => loss < best,
            _ => true,
        };
        let epochs = self.epochs.iter();
        epochs.reduce(|best, epoch| if better(best, epoch) { epoch } else { best })
    }

    /// Returns why the training is finished, for the final message; `None` if it is not.
    pub fn end(&self) -> Option<String> {
        let done = self.epochs.len();
        let without_better = done - self.kept().map_or(0, |kept| kept.epoch);
        let patience = self.settings.patience;
        if patience > 0 && without_better >= patience {
            let why = format!("no lower held-out loss in {without_better} epochs");
            Some(format!("stopped after epoch {done}: {why}"))
        } else {
            let is_last = done >= self.settings.epochs;
            is_last.then(|| format!("stopped after epoch {done}, the maximum"))
        }
    }
}

/// How outputs of the network become predicted scores, and losses.
struct Predictor<'s> {
    settings: &'s Settings,
    objective: Objective,
}

impl Predictor<'_> {
    /// Returns the predicted score in centipawns for an output of the network.
    #[inline]
    fn score(&self, record: &Record, output: f32) -> f32 {
        let correction = output * self.settings.network_weight * OUTPUT_SCALE as f32;
        if self.settings.alone {
            correction
        } else {
            f32::from(record.classical_score()) + correction
        }
    }

    /// Adds the gradient of a batch to the gradients, a part to each of them. Returns the sum of
    /// the losses.
    fn add_batch<const H: usize>(
        &self,
        weights: &FloatWeights<H>,
        records: &[Record],
        order: &EpochOrder,
        batch: &Range<usize>,
        gradients: &mut [FloatWeights<H>],
    ) -> f64 {
        let size = batch.len().div_ceil(gradients.len());
        let part = |i: usize| (batch.start + i * size).min(batch.end);
        let losses = on_threads(gradients.iter_mut().enumerate(), |(i, gradient)| {
            let places = part(i)..part(i + 1);
            self.add_gradients(weights, records, order, places, gradient)
        });
        losses.into_iter().sum()
    }

    /// Adds the gradients at the records at `places` in the order to `gradient`. Returns the sum of
    /// the losses.
    fn add_gradients<const H: usize>(
        &self,
        weights: &FloatWeights<H>,
        records: &[Record],
        order: &EpochOrder,
        places: Range<usize>,
        gradient: &mut FloatWeights<H>,
    ) -> f64 {
        let mut losses = 0.0;
        // Each range of places has its own random numbers, which do not depend on the other
        // threads.
        let seed = order.seed ^ places.start as u64;
        let mut dropout = Dropout::new(self.settings.dropout, seed);
        let dropout_scale = dropout.scale();
        let factor = self.settings.network_weight;
        for place in places {
            let record = &records[order.record(place)];
            let mut inputs = Inputs::new(record);
            dropout.apply(&mut inputs);
            weights.add_gradient(&inputs, gradient, dropout_scale, |output| {
                let (loss, derivative) = self.objective.loss(self.score(record, output), record);
                losses += f64::from(loss);
                derivative * factor * OUTPUT_SCALE as f32
            });
        }
        losses
    }
}

/// Number of successive records in a block: 8 kB.
const BLOCK: usize = 256;

/// The order of records in an epoch.
pub struct EpochOrder {
    /// A number that differs between epochs and seeds.
    pub seed: u64,
    /// Number of batches.
    pub batches: usize,
    blocks: Vec<u32>,
    record_count: usize,
}

impl EpochOrder {
    /// Creates the order of an epoch with about `batch_size` records in each batch.
    pub fn new(record_count: usize, batch_size: usize, seed: u64, epoch: usize) -> Self {
        /// 2^64 divided by the golden ratio: successive epochs get seeds that differ in many bits.
        const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;
        let seed = seed ^ (epoch as u64).wrapping_mul(GOLDEN_RATIO);
        let block_count =
            u32::try_from(record_count / BLOCK).expect("the number of blocks fits in 32 bits");
        let mut blocks: Vec<u32> = (0..block_count).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut blocks);
        // The last block can be shorter or empty, so it stays the last.
        blocks.push(block_count);
        Self {
            seed,
            batches: ((record_count + batch_size / 2) / batch_size).max(1),
            blocks,
            record_count,
        }
    }

    /// Returns the places of a batch in the order. All batches have the same size ± 1.
    pub fn batch(&self, number: usize) -> Range<usize> {
        let start = |i| (i as u128 * self.record_count as u128 / self.batches as u128) as usize;
        start(number)..start(number + 1)
    }

    /// Returns the index of the record at a place in the order.
    #[inline]
    pub fn record(&self, place: usize) -> usize {
        self.blocks[place / BLOCK] as usize * BLOCK + place % BLOCK
    }
}
