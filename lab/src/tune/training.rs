//! Gradient descent with Adam.
//!
//! An epoch goes through all training positions in a new random order. For each batch, the
//! gradient of the mean loss is computed, and Adam updates every weight with its own step size.
//! After each epoch, the loss on the validation positions is measured. Training stops when the
//! validation loss no longer improves, and keeps the best weights.
//! See <https://arxiv.org/abs/1412.6980>.

use serde::Serialize;

use super::model::{FloatTapered, Model, Objective, add_scaled};
use super::positions::TrainingPosition;
use crate::support::{decimal, on_threads, positive};
use ferz::cli::number;

/// Everything but the data that determines the result.
#[derive(Clone, Debug, clap::Args)]
pub struct Settings {
    /// Weight of the game's result in the target, from 0 to 1; the search's score has the rest
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = decimal::<f32>(0.0..=1.0))]
    pub lambda: f32,

    /// Weight of the later scores of the game in the target, from 0 to 1: their mean, in which the
    /// weight of a score decreases by 0.8 per ply, and which ends with the result
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = decimal::<f32>(0.0..=1.0))]
    pub later: f32,

    /// Initial learning rate, in centipawns per step
    #[arg(long, value_name = "CP", default_value_t = 0.5, value_parser = positive::<f32>)]
    pub rate: f32,

    /// Number of positions per batch
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = number::<usize>(1..=u64::MAX))]
    pub batch: usize,

    /// Standard deviation of the prior around the current weights, in centipawns
    // The prior keeps weights that apply in few positions near their initial values.
    #[arg(long, value_name = "CP", default_value_t = 20.0, value_parser = positive::<f32>)]
    pub spread: f32,

    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<usize>(0..=u64::MAX))]
    pub epochs: usize,

    /// Stop after this number of epochs without a better validation loss
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number::<usize>(0..=u64::MAX))]
    pub patience: usize,

    /// Seed for the order of positions and the choice of validation games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,

    // The option is `Threads`.
    #[arg(skip)]
    pub threads: usize,
}

/// Factor by which the learning rate is multiplied after each epoch.
const LEARNING_RATE_DECAY: f32 = 0.98;

/// The losses of one epoch.
///
/// As JSON, the fields have the names that they have for `ferz-lab train`.
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

/// The state of the Adam optimizer.
struct Adam {
    /// Moving average of the gradient.
    means: Vec<FloatTapered>,
    /// Moving average of the squared gradient.
    squares: Vec<FloatTapered>,
    /// Number of steps so far.
    steps: i32,
}

impl Adam {
    /// Updates the weights with one step against the gradient.
    fn step(&mut self, model: &mut Model, gradient: &[FloatTapered], learning_rate: f32) {
        /// Decay rates of the moving averages, as in the paper: beta 1 and beta 2.
        const BETA: (f32, f32) = (0.9, 0.999);
        /// Keeps the divisor above 0, as in the paper.
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

/// A training of the weights.
pub struct Training<'d> {
    settings: &'d Settings,
    objective: Objective,
    training: &'d [TrainingPosition],
    validation: &'d [TrainingPosition],
    /// The initial weights.
    start: Model,
    model: Model,
    /// The weights with the lowest validation loss.
    pub best: Model,
    /// The epochs so far, with that of the initial weights.
    pub epochs: Vec<Epoch>,
    adam: Adam,
    random: fastrand::Rng,
    order: Vec<usize>,
    learning_rate: f32,
}

impl<'d> Training<'d> {
    /// Begins with the weights of `start`, and measures their losses.
    pub fn new(
        start: &Model,
        training: &'d [TrainingPosition],
        validation: &'d [TrainingPosition],
        settings: &'d Settings,
        objective: Objective,
    ) -> Self {
        let first = Epoch {
            number: 0,
            training: start.loss(training, &objective),
            validation: start.loss(validation, &objective),
        };
        let zeros = vec![[0.0; 2]; start.weights.len()];
        Self {
            settings,
            objective,
            training,
            validation,
            start: start.clone(),
            model: start.clone(),
            best: start.clone(),
            epochs: vec![first],
            adam: Adam {
                means: zeros.clone(),
                squares: zeros,
                steps: 0,
            },
            random: fastrand::Rng::with_seed(settings.seed),
            order: (0..training.len()).collect(),
            learning_rate: settings.rate,
        }
    }

    /// Trains for one epoch. Calls `progress` after each batch with the numbers of positions done
    /// and of all positions.
    pub fn run_epoch(&mut self, mut progress: impl FnMut(usize, usize)) {
        self.random.shuffle(&mut self.order);
        let (mut loss, mut done) = (0.0, 0);
        for batch in self.order.chunks(self.settings.batch) {
            let (mut gradient, batch_loss) = self.batch_gradient(batch);
            loss += batch_loss;
            self.add_prior(&mut gradient);
            self.adam
                .step(&mut self.model, &gradient, self.learning_rate);
            done += batch.len();
            progress(done, self.order.len());
        }
        let number = self.epochs.len();
        self.epochs.push(Epoch {
            number,
            training: loss / self.training.len() as f64,
            validation: self.model.loss(self.validation, &self.objective),
        });
        if self.kept().number == number {
            self.best.clone_from(&self.model);
        }
        self.learning_rate *= LEARNING_RATE_DECAY;
    }

    /// Returns the epoch whose weights are kept: the first with the lowest validation loss.
    pub fn kept(&self) -> Epoch {
        let best = |a: &&Epoch, b: &&Epoch| a.validation.total_cmp(&b.validation);
        *self.epochs.iter().min_by(best).expect("epoch 0")
    }

    /// Returns the final message; `None` if the training is not finished.
    pub fn end(&self) -> Option<String> {
        let (kept, last) = (self.kept(), self.epochs.len() - 1);
        let without_better = last - kept.number;
        let why = if without_better > 0 && without_better >= self.settings.patience {
            let plural = if without_better == 1 { "" } else { "s" };
            format!(": no better validation loss in {without_better} epoch{plural}")
        } else if last >= self.settings.epochs {
            ", the maximum".to_owned()
        } else {
            return None;
        };
        let which = match kept.number {
            0 => "the initial weights".to_owned(),
            number => format!(
                "the weights of epoch {number}: validation loss {:.6}",
                kept.validation
            ),
        };
        Some(format!("stopped after epoch {last}{why}; kept {which}"))
    }

    /// Returns the mean gradient over a batch and the sum of the losses. Divides the batch among
    /// the threads, and adds their parts in order, so that the same settings give the same rounding
    /// errors.
    fn batch_gradient(&self, batch: &[usize]) -> (Vec<FloatTapered>, f64) {
        let zeros = || vec![[0.0; 2]; self.model.weights.len()];
        let parts = batch.chunks(batch.len().div_ceil(self.settings.threads));
        let parts = on_threads(parts, |part: &[usize]| {
            let mut gradient = zeros();
            let add = |&index: &usize| {
                let position = &self.training[index];
                self.model
                    .add_gradient(position, &self.objective, &mut gradient)
            };
            let loss: f64 = part.iter().map(add).sum();
            (gradient, loss)
        });
        let (mut gradient, mut loss) = (zeros(), 0.0);
        for (part_gradient, part_loss) in parts {
            loss += part_loss;
            for (sum, part) in gradient.iter_mut().zip(part_gradient) {
                add_scaled(sum, part, 1.0);
            }
        }
        let share = 1.0 / batch.len() as f32;
        for pair in &mut gradient {
            *pair = pair.map(|sum| sum * share);
        }
        (gradient, loss)
    }

    /// Adds the gradient of the prior's negative log density. The prior is a normal distribution
    /// around the initial weights. Its gradient is divided by the number of training positions,
    /// because `gradient` is the gradient of a mean loss.
    fn add_prior(&self, gradient: &mut [FloatTapered]) {
        let deviation = self.settings.spread;
        let pull = 1.0 / (deviation * deviation * self.training.len() as f32);
        let moved = self.model.weights.iter().zip(&self.start.weights);
        for (sum, (now, then)) in gradient.iter_mut().zip(moved) {
            *sum = [0, 1].map(|part| sum[part] + pull * (now[part] - then[part]));
        }
    }
}
