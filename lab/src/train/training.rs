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

use fastrand::Rng;
use ferz::eval::evaluate;
use ferz::eval::network::Network;
use ferz::eval::network::architecture::{FEATURES, OUTPUT_SCALE, output_bucket};
use serde::{Deserialize, Serialize};

use super::inputs::{Change, Inputs};
use super::loss::{Objective, mean_loss};
use super::optimizer::AdamW;
use super::settings::Settings;
use super::teacher::Teacher;
use super::weights::{FACTORIZED_ROWS, FloatRow, FloatWeights, Group};
use crate::data::{Record, expected_points};
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
    /// The loss of the evaluation of the program.
    pub evaluation: f64,
}

impl<'r> HeldOutSet<'r> {
    /// Measures the loss of the evaluation.
    pub fn new(records: &'r [Record], objective: Objective, threads: usize) -> Self {
        // A well-formed record need not be a valid position, which has no evaluation.
        let score = |record: &Record| record.board().map_or(0, |board| evaluate(&board)) as f32;
        Self {
            records,
            objective,
            evaluation: mean_loss(records, &objective, threads, score),
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
    workers: Vec<Worker<H>>,
    /// The epochs so far.
    pub epochs: Vec<Epoch>,
    /// The weights of the best epoch, with one row for each feature.
    pub best: FloatWeights<H>,
}

impl<const H: usize> Training<H> {
    /// Starts a training from random weights, which decay towards 0, or from those of a network,
    /// which decay towards its weights.
    pub fn new(settings: Settings, network: Option<&Network<H>>) -> Self {
        let zeros = || FloatWeights::zeros(FACTORIZED_ROWS);
        let random = || FloatWeights::initial(settings.seed, settings.initial_range);
        let given = network.map(FloatWeights::of_network);
        let prior = given.clone().unwrap_or_else(zeros);
        let weights = given.unwrap_or_else(random);
        Self {
            best: weights.merged(),
            optimizer: AdamW::new(weights, prior),
            workers: (0..settings.threads).map(|_| Worker::default()).collect(),
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
        let records_per_batch = settings.batch / settings.positions_per_record();
        let order = EpochOrder::new(records.len(), records_per_batch, settings.seed, number);
        let objective = Objective {
            scale: sets.scale,
            shares: settings.shares(number),
        };
        let task = Task {
            records,
            order: &order,
            objective,
            walks: settings.teach,
        };
        let mut all = Losses::default();
        for step in 0..order.batches {
            let batch = order.batch(step);
            let losses = task.add_batch(&self.optimizer.merged, &batch, &mut self.workers);
            all.add(losses);
            let epochs = (number - 1) as f32 + step as f32 / order.batches as f32;
            let rate = settings.rate_at(epochs / settings.epochs as f32);
            let gradient_scale = 1.0 / losses.positions.max(1) as f32;
            let gradients = self.workers.iter_mut().map(|worker| &mut worker.gradient);
            let mut gradients: Vec<_> = gradients.collect();
            let decay = settings.weight_decay;
            self.optimizer
                .step(&mut gradients, gradient_scale, rate, decay);
            progress(batch.end, records.len());
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        let measured = |set: Option<&HeldOutSet>| set.map(|set| self.loss(set));
        let epoch = Epoch {
            epoch: number,
            training: all.sum / all.positions.max(1) as f64,
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
        let (weights, threads) = (&self.optimizer.merged, self.settings.threads);
        mean_loss(set.records, &set.objective, threads, |record| {
            weights.output(&Inputs::new(record)) * OUTPUT_SCALE as f32
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

/// What a thread of a training changes.
struct Worker<const H: usize> {
    /// The sum of the gradients at positions; zero between two batches.
    gradient: FloatWeights<H>,
    teacher: Teacher,
}

impl<const H: usize> Default for Worker<H> {
    fn default() -> Self {
        Self {
            gradient: FloatWeights::zeros(FEATURES),
            teacher: Teacher::default(),
        }
    }
}

/// The sum of the losses at a number of positions.
#[derive(Clone, Copy, Debug, Default)]
struct Losses {
    sum: f64,
    positions: usize,
}

impl Losses {
    fn add(&mut self, other: Self) {
        self.sum += other.sum;
        self.positions += other.positions;
    }
}

/// The positions of an epoch, and what is to be learned from them.
struct Task<'t> {
    records: &'t [Record],
    order: &'t EpochOrder,
    objective: Objective,
    /// Number of walks of the teacher from each record; `None` if the labels of the records are to
    /// be learned.
    walks: Option<usize>,
}

impl Task<'_> {
    /// Adds the gradients of a batch to those of the workers, a part to each of them.
    fn add_batch<const H: usize>(
        &self,
        weights: &FloatWeights<H>,
        batch: &Range<usize>,
        workers: &mut [Worker<H>],
    ) -> Losses {
        let size = batch.len().div_ceil(workers.len());
        let part = |i: usize| (batch.start + i * size).min(batch.end);
        let parts = on_threads(workers.iter_mut().enumerate(), |(i, worker)| {
            self.add_gradients(weights, part(i)..part(i + 1), worker)
        });
        let mut all = Losses::default();
        for losses in parts {
            all.add(losses);
        }
        all
    }

    /// Adds the gradients at the records at `places` in the order to that of the worker.
    fn add_gradients<const H: usize>(
        &self,
        weights: &FloatWeights<H>,
        places: Range<usize>,
        Worker { gradient, teacher }: &mut Worker<H>,
    ) -> Losses {
        let mut losses = Losses::default();
        // Each range of places has its own random numbers, which do not depend on the other
        // threads.
        let mut random = Rng::with_seed(self.order.seed ^ places.start as u64);
        for place in places {
            let record = &self.records[self.order.record(place)];
            let inputs = Inputs::new(record);
            let mut group = Group::new(weights, &inputs.features);
            let mut learn = |changes: &[Change; 2], us, bucket, target| {
                group.add(changes, us, bucket, gradient, |output| {
                    let predicted = output * OUTPUT_SCALE as f32;
                    let (loss, derivative) = self.objective.loss(predicted, target);
                    losses.sum += f64::from(loss);
                    losses.positions += 1;
                    derivative * OUTPUT_SCALE as f32
                });
            };
            match self.walks {
                None => {
                    let target = self.objective.target(record);
                    learn(&[Change::NONE; 2], inputs.us, inputs.bucket, target);
                }
                Some(walks) => {
                    // All records of a file can be set up, unless it was damaged on purpose.
                    let Ok(base) = record.board() else { continue };
                    teacher.visit(&base, walks, &mut random, |board, score| {
                        let changes = Change::between(&base, board);
                        let us = board.side_to_move().index();
                        let bucket = output_bucket(board.occupied().count());
                        let target = expected_points(score as f32, self.objective.scale);
                        learn(&changes, us, bucket, target);
                    });
                }
            }
            group.finish(gradient);
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
        Rng::with_seed(seed).shuffle(&mut blocks);
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
