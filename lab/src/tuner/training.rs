//! Gradient descent with Adam.
//!
//! An epoch goes through all training positions in a new random order. For each batch, the
//! gradient of the mean loss is computed, and Adam updates every weight with its own step size.
//! After each epoch, the loss on the validation positions is measured. Training stops when the
//! validation loss no longer improves, and returns the best weights.
//! See <https://arxiv.org/abs/1412.6980>.

use std::fmt;
use std::num::NonZero;
use std::thread;

use serde::Serialize;

use super::model::{Model, Objective, Pair};
use super::positions::Dataset;

/// Settings of the training.
#[derive(Clone, Debug)]
pub struct TrainingSettings {
    /// Function to minimize.
    pub objective: Objective,
    /// Initial learning rate: the approximate step size of a weight, in centipawns.
    pub learning_rate: f32,
    /// Factor by which the learning rate is multiplied after each epoch.
    pub learning_rate_decay: f32,
    /// Number of positions in a batch.
    pub batch: usize,
    /// Standard deviation of the prior, in centipawns. The prior is a normal distribution around
    /// the initial weights; it keeps weights that apply in few positions near their initial values.
    pub prior_deviation: f32,
    /// Maximum number of epochs.
    pub epochs: usize,
    /// Number of epochs without a better validation loss after which training stops.
    pub patience: usize,
    /// Seed of the random order of positions.
    pub seed: u64,
    /// Number of threads.
    pub threads: NonZero<usize>,
}

/// The losses of one epoch.
///
/// As JSON, the fields have the names that they have for `ferz train`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Epoch {
    /// Number of the epoch; 0 before training.
    #[serde(rename = "epoch")]
    pub number: usize,
    /// Mean training loss, measured while the weights changed.
    pub training: f64,
    /// Mean validation loss after the epoch.
    #[serde(rename = "held_out")]
    pub validation: f64,
}

/// What [`train`] reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TrainingReport {
    /// A batch is done.
    Batch {
        /// Number of the epoch.
        epoch: usize,
        /// Number of positions done in this epoch.
        done: usize,
        /// Number of positions of an epoch.
        total: usize,
    },
    /// The initial losses were measured, or an epoch is done.
    Epoch(Epoch),
}

/// The reason why training stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The maximum number of epochs was reached.
    MaxEpochs,
    /// The validation loss did not improve in this number of epochs.
    Patience(usize),
}

/// Result of the training.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// The weights with the lowest validation loss.
    pub model: Model,
    /// The epoch after which the model had these weights; number 0 for the initial weights.
    pub kept: Epoch,
    /// Number of the last epoch.
    pub last: usize,
    /// The reason why training stopped.
    pub reason: StopReason,
}

/// Formats the final message of `ferz tune`.
impl fmt::Display for Trained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            StopReason::MaxEpochs => write!(f, "stopped after epoch {}, the maximum", self.last)?,
            StopReason::Patience(epochs) => {
                let plural = if epochs == 1 { "" } else { "s" };
                write!(
                    f,
                    "stopped after epoch {}: no better validation loss in {epochs} epoch{plural}",
                    self.last
                )?;
            }
        }
        match self.kept {
            Epoch { number: 0, .. } => write!(f, "; kept the initial weights"),
            Epoch {
                number, validation, ..
            } => write!(
                f,
                "; kept the weights of epoch {number}: validation loss {validation:.6}"
            ),
        }
    }
}

/// The state of the Adam optimizer.
struct Adam {
    /// Moving average of the gradient.
    means: Vec<Pair>,
    /// Moving average of the squared gradient.
    squares: Vec<Pair>,
    /// Number of steps so far.
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Self {
        Self {
            means: vec![[0.0; 2]; weights],
            squares: vec![[0.0; 2]; weights],
            steps: 0,
        }
    }

    /// Updates the weights with one step against the gradient.
    fn step(&mut self, model: &mut Model, gradient: &[Pair], learning_rate: f32) {
        /// Decay rates of the moving averages, as in the paper: beta 1 and beta 2.
        const BETA: (f32, f32) = (0.9, 0.999);
        const EPSILON: f32 = 1e-8;
        self.steps += 1;
        let bias_correction = |beta: f32| 1.0 / (1.0 - beta.powi(self.steps));
        let (mean_scale, square_scale) = (bias_correction(BETA.0), bias_correction(BETA.1));
        for (i, weight) in model.weights.iter_mut().enumerate() {
            for part in 0..2 {
                let derivative = gradient[i][part];
                let mean = &mut self.means[i][part];
                *mean = BETA.0 * *mean + (1.0 - BETA.0) * derivative;
                let square = &mut self.squares[i][part];
                *square = BETA.1 * *square + (1.0 - BETA.1) * derivative * derivative;
                let deviation = (*square * square_scale).sqrt() + EPSILON;
                weight[part] -= learning_rate * *mean * mean_scale / deviation;
            }
        }
    }
}

/// Trains a model, beginning with `start`. Calls `report` before the first epoch, and after each
/// batch and each epoch.
///
/// # Errors
///
/// Returns the first error of `report`, which ends the training.
pub fn train<E>(
    start: &Model,
    training: &Dataset,
    validation: &Dataset,
    settings: &TrainingSettings,
    mut report: impl FnMut(TrainingReport) -> Result<(), E>,
) -> Result<Trained, E> {
    let first = Epoch {
        number: 0,
        training: start.loss(training, &settings.objective),
        validation: start.loss(validation, &settings.objective),
    };
    report(TrainingReport::Epoch(first))?;
    let mut trained = Trained {
        model: start.clone(),
        kept: first,
        last: 0,
        reason: StopReason::MaxEpochs,
    };
    let mut model = start.clone();
    let mut adam = Adam::new(model.weights.len());
    let mut random = fastrand::Rng::with_seed(settings.seed);
    let mut order: Vec<usize> = (0..training.len()).collect();
    let mut learning_rate = settings.learning_rate;
    for number in 1..=settings.epochs {
        random.shuffle(&mut order);
        let (mut loss, mut done) = (0.0, 0);
        for batch in order.chunks(settings.batch) {
            let (mut gradient, batch_loss) = batch_gradient(&model, training, batch, settings);
            loss += batch_loss;
            add_prior(
                &mut gradient,
                &model,
                start,
                training.len(),
                settings.prior_deviation,
            );
            adam.step(&mut model, &gradient, learning_rate);
            done += batch.len();
            let (epoch, total) = (number, order.len());
            report(TrainingReport::Batch { epoch, done, total })?;
        }
        let epoch = Epoch {
            number,
            training: loss / training.len() as f64,
            validation: model.loss(validation, &settings.objective),
        };
        report(TrainingReport::Epoch(epoch))?;
        trained.last = number;
        if epoch.validation < trained.kept.validation {
            (trained.model, trained.kept) = (model.clone(), epoch);
        } else if number >= trained.kept.number + settings.patience {
            trained.reason = StopReason::Patience(number - trained.kept.number);
            break;
        }
        learning_rate *= settings.learning_rate_decay;
    }
    Ok(trained)
}

/// Returns the mean gradient over a batch and the sum of the losses. Divides the batch among the
/// threads.
fn batch_gradient(
    model: &Model,
    dataset: &Dataset,
    batch: &[usize],
    settings: &TrainingSettings,
) -> (Vec<Pair>, f64) {
    let part_gradient = |part: &[usize]| {
        let mut gradient = vec![[0.0; 2]; model.weights.len()];
        let add = |&index: &usize| {
            let position = dataset.get(index);
            model.add_gradient(&position, &settings.objective, &mut gradient)
        };
        let loss: f64 = part.iter().map(add).sum();
        (gradient, loss)
    };
    let (mut gradient, mut loss) = (vec![[0.0; 2]; model.weights.len()], 0.0);
    thread::scope(|scope| {
        let parts = batch.chunks(batch.len().div_ceil(settings.threads.get()));
        let workers: Vec<_> = parts
            .map(|part| scope.spawn(|| part_gradient(part)))
            .collect();
        // The parts are added in order, so that the same settings give the same rounding errors.
        for worker in workers {
            let (part, part_loss) = worker.join().expect("computing a gradient does not panic");
            loss += part_loss;
            for (sum, part) in gradient.iter_mut().zip(part) {
                *sum = [sum[0] + part[0], sum[1] + part[1]];
            }
        }
    });
    let share = 1.0 / batch.len() as f32;
    for pair in &mut gradient {
        *pair = pair.map(|sum| sum * share);
    }
    (gradient, loss)
}

/// Adds the gradient of the prior's negative log density. The prior is a normal distribution around
/// the weights of `start`. Its gradient is divided by the number of training positions, because
/// `gradient` is the gradient of a mean loss.
fn add_prior(
    gradient: &mut [Pair],
    model: &Model,
    start: &Model,
    positions: usize,
    deviation: f32,
) {
    let pull = 1.0 / (deviation * deviation * positions as f32);
    let moved = model.weights.iter().zip(&start.weights);
    for (sum, (now, then)) in gradient.iter_mut().zip(moved) {
        *sum = [0, 1].map(|part| sum[part] + pull * (now[part] - then[part]));
    }
}
