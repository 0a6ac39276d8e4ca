//! The epochs of a training.
//!
//! An epoch goes through all training positions in a new random order. For each batch, each thread
//! computes the gradient of a part of the batch, and AdamW changes the weights. After each epoch,
//! the losses on held-out positions are measured. See <https://www.chessprogramming.org/NNUE>.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde::{Deserialize, Serialize};

use super::dropout::Dropout;
use super::inputs::Inputs;
use super::losses::mean_loss;
use super::objective::{PointsObjective, TargetShares};
use super::optimizer::AdamW;
use super::order::EpochOrder;
use super::quantized::quantize;
use super::settings::TrainingSettings;
use super::weights::{FACTORIZED_ROWS, FloatWeights};
use crate::training_data::Record;
use ferz::eval::network::Network;
use ferz::eval::network::architecture::{FEATURES, OUTPUT_SCALE};

/// The positions of a training.
#[derive(Clone, Copy, Debug)]
pub struct TrainingSets<'r> {
    /// Positions to train with, in random order.
    pub training: &'r [Record],
    /// Positions of other games.
    pub held_out: Option<&'r [Record]>,
    /// Positions of other games with scores of long searches.
    pub deep: Option<&'r [Record]>,
    /// Scale of the logistic function from scores to expected points, in centipawns.
    pub scale: f32,
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

/// The reason why a training stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// All epochs are done.
    MaxEpochs,
    /// The held-out loss did not improve in this number of epochs.
    Patience(usize),
}

/// A training of a network with any width of the hidden layer.
pub trait Training {
    /// Returns the settings.
    fn settings(&self) -> &TrainingSettings;

    /// Returns the epochs so far.
    fn epochs(&self) -> &[Epoch];

    /// Trains for one epoch. Calls `progress` after each batch with the numbers of positions done
    /// and of all positions. Returns `None` if `stop` was set during the epoch; then the training
    /// must not be continued.
    fn run_epoch(
        &mut self,
        sets: &TrainingSets<'_>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Option<Epoch>;

    /// Returns the network of the best epoch so far. Returns `None` if the engine uses another
    /// width of the hidden layer.
    fn network(&self) -> Option<Network>;

    /// Appends the weights, the state of the optimizer and the best weights to `bytes`.
    fn save(&self, bytes: &mut Vec<u8>);

    /// Continues after these epochs with a state that [`save`](Self::save) returned for the same
    /// settings. Returns `false` if it has another length.
    fn restore(&mut self, epochs: &[Epoch], bytes: &[u8]) -> bool;

    /// Returns the epoch whose weights are kept: that with the lowest held-out loss, or the last.
    fn kept(&self) -> Option<&Epoch> {
        best(self.epochs())
    }

    /// Returns why the training is finished; `None` if it is not.
    fn stop_reason(&self) -> Option<StopReason> {
        let (settings, done) = (self.settings(), self.epochs().len());
        let without_better = done - self.kept().map_or(0, |kept| kept.epoch);
        if settings.patience > 0 && without_better >= settings.patience {
            Some(StopReason::Patience(without_better))
        } else if done >= settings.epochs {
            Some(StopReason::MaxEpochs)
        } else {
            None
        }
    }
}

/// Returns the epoch with the lowest held-out loss; the last epoch if there are no such losses.
fn best(epochs: &[Epoch]) -> Option<&Epoch> {
    let mut best = epochs.first()?;
    for epoch in epochs {
        let is_better = match (epoch.held_out, best.held_out) {
            (Some(loss), Some(best)) => loss < best,
            _ => true,
        };
        best = if is_better { epoch } else { best };
    }
    Some(best)
}

/// Starts a training from random weights or, if given, from those of a network.
///
/// # Panics
///
/// Panics if the width is not one of [`WIDTHS`](super::settings::WIDTHS), or if the network has
/// another width.
#[must_use]
pub fn start(settings: TrainingSettings, network: Option<&Network>) -> Box<dyn Training> {
    match settings.hidden {
        16 => Box::new(Trainer::<16>::new(settings, network)),
        32 => Box::new(Trainer::<32>::new(settings, network)),
        64 => Box::new(Trainer::<64>::new(settings, network)),
        128 => Box::new(Trainer::<128>::new(settings, network)),
        256 => Box::new(Trainer::<256>::new(settings, network)),
        width => panic!("the width {width} is not supported"),
    }
}

/// A training with `H` neurons for each side.
pub struct Trainer<const H: usize> {
    settings: TrainingSettings,
    optimizer: AdamW<H>,
    /// A gradient for each thread; zero between two batches.
    gradients: Vec<FloatWeights<H>>,
    epochs: Vec<Epoch>,
    /// The weights of the best epoch, with one row for each feature.
    best: FloatWeights<H>,
}

impl<const H: usize> Trainer<H> {
    /// Creates a training from random weights, which decay towards 0, or from those of a network,
    /// which decay towards its weights.
    ///
    /// # Panics
    ///
    /// Panics if the network has another width.
    #[must_use]
    pub fn new(settings: TrainingSettings, network: Option<&Network>) -> Self {
        let (weights, prior) = match network {
            Some(network) => {
                let weights = FloatWeights::of_network(network).expect("a network of this width");
                (weights.clone(), weights)
            }
            None => (
                FloatWeights::initial(settings.seed, settings.initial_range),
                FloatWeights::zeros(FACTORIZED_ROWS),
            ),
        };
        let threads = settings.threads.max(1);
        Self {
            best: weights.merged(),
            optimizer: AdamW::new(weights, prior),
            gradients: vec![FloatWeights::zeros(FEATURES); threads],
            epochs: Vec::new(),
            settings,
        }
    }

    /// Adds the gradients of a batch to [`gradients`](Self::gradients). Returns the sum of the
    /// losses.
    fn add_gradients(
        &mut self,
        records: &[Record],
        order: &EpochOrder,
        batch: Range<usize>,
        predictor: &Predictor,
    ) -> f64 {
        let weights = self.optimizer.merged();
        let size = batch.len().div_ceil(self.gradients.len());
        let mut start = batch.start;
        thread::scope(|scope| {
            let mut workers = Vec::new();
            let mut work = |gradient, is_last| {
                let part = start..(start + size).min(batch.end);
                start = part.end;
                let work = move || predictor.add_gradients(weights, records, order, part, gradient);
                if is_last {
                    return work();
                }
                workers.push(scope.spawn(work));
                0.0
            };
            let (last, others) = self.gradients.split_last_mut().expect("a thread");
            others.iter_mut().for_each(|gradient| {
                work(gradient, false);
            });
            let loss = work(last, true);
            let losses = workers
                .into_iter()
                .map(|worker| worker.join().expect("computing a gradient does not panic"));
            losses.sum::<f64>() + loss
        })
    }

    /// Returns the mean loss of the current weights on a set of positions.
    fn loss(&self, records: &[Record], scale: f32, shares: TargetShares) -> f64 {
        let predictor = Predictor {
            objective: PointsObjective { scale, shares },
            alone: self.settings.alone,
            network_weight: self.settings.network_weight,
            dropout: 0.0,
        };
        let weights = self.optimizer.merged();
        let predicted = |record: &Record| {
            let output = weights.output(&Inputs::new(record));
            predictor.score(record, output)
        };
        let threads = self.gradients.len();
        mean_loss(records, &predictor.objective, threads, predicted)
    }
}

impl<const H: usize> Training for Trainer<H> {
    fn settings(&self) -> &TrainingSettings {
        &self.settings
    }

    fn epochs(&self) -> &[Epoch] {
        &self.epochs
    }

    fn run_epoch(
        &mut self,
        sets: &TrainingSets<'_>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Option<Epoch> {
        let number = self.epochs.len() + 1;
        let (settings, records) = (&self.settings, sets.training);
        let order = EpochOrder::new(records.len(), settings.batch, settings.seed, number);
        let predictor = Predictor {
            objective: PointsObjective {
                scale: sets.scale,
                shares: settings.shares(number),
            },
            alone: settings.alone,
            network_weight: settings.network_weight,
            dropout: settings.dropout,
        };
        let mut loss = 0.0;
        for step in 0..order.batches() {
            let batch = order.batch(step);
            let (size, end) = (batch.len(), batch.end);
            loss += self.add_gradients(records, &order, batch, &predictor);
            let settings = &self.settings;
            let epochs = (number - 1) as f32 + step as f32 / order.batches() as f32;
            let rate = settings.rate_at(epochs / settings.epochs as f32);
            let scale = 1.0 / size as f32;
            self.optimizer
                .step(&mut self.gradients, scale, rate, settings.weight_decay);
            progress(end, records.len());
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        let shares = self.settings.final_shares();
        let measured = |records: Option<&[Record]>, shares| {
            records.map(|records| self.loss(records, sets.scale, shares))
        };
        let epoch = Epoch {
            epoch: number,
            training: loss / records.len() as f64,
            held_out: measured(sets.held_out, shares),
            deep: measured(sets.deep, TargetShares::default()),
        };
        self.epochs.push(epoch);
        if best(&self.epochs) == Some(&epoch) {
            self.best.clone_from(self.optimizer.merged());
        }
        Some(epoch)
    }

    fn network(&self) -> Option<Network> {
        quantize(&self.best)
    }

    fn save(&self, bytes: &mut Vec<u8>) {
        let AdamW {
            weights,
            means,
            squares,
            ..
        } = &self.optimizer;
        bytes.extend(self.optimizer.steps.to_le_bytes());
        for weights in [weights, means, squares, &self.best] {
            bytes.extend(weights.values().flat_map(|value| value.to_le_bytes()));
        }
    }

    fn restore(&mut self, epochs: &[Epoch], bytes: &[u8]) -> bool {
        let mut numbers = bytes.as_chunks::<4>().0.iter();
        let Some(&steps) = numbers.next() else {
            return false;
        };
        let optimizer = &mut self.optimizer;
        let parts = [
            &mut optimizer.weights,
            &mut optimizer.means,
            &mut optimizer.squares,
            &mut self.best,
        ];
        for value in parts.into_iter().flat_map(FloatWeights::values_mut) {
            let Some(&number) = numbers.next() else {
                return false;
            };
            *value = f32::from_le_bytes(number);
        }
        optimizer.steps = u32::from_le_bytes(steps);
        optimizer.merge();
        self.epochs = epochs.to_vec();
        numbers.next().is_none()
    }
}

/// How outputs of the network become predicted scores, and losses.
#[derive(Clone, Copy, Debug)]
struct Predictor {
    objective: PointsObjective,
    /// Whether the network alone predicts the score.
    alone: bool,
    /// Weight of the output in the prediction.
    network_weight: f32,
    /// Probability with which each piece is left out.
    dropout: f32,
}

impl Predictor {
    /// Returns the predicted score in centipawns for an output of the network.
    #[inline]
    fn score(&self, record: &Record, output: f32) -> f32 {
        let correction = output * self.network_weight * OUTPUT_SCALE as f32;
        if self.alone {
            correction
        } else {
            f32::from(record.static_score()) + correction
        }
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
        // Each range of places has its own random numbers, which do not depend on the other threads.
        let mut dropout = Dropout::new(self.dropout, order.seed() ^ places.start as u64);
        let scale = dropout.scale();
        for place in places {
            let record = &records[order.record(place)];
            let mut inputs = Inputs::new(record);
            dropout.apply(&mut inputs);
            weights.add_gradient(&inputs, gradient, scale, |output| {
                let (loss, derivative) = self.objective.loss(self.score(record, output), record);
                losses += f64::from(loss);
                derivative * self.network_weight * OUTPUT_SCALE as f32
            });
        }
        losses
    }
}
