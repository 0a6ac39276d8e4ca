//! Following the slope of the loss down to better weights.
//!
//! Positions are taken in batches, in a new order each time round; each batch gives a slope,
//! and Adam makes a step of it for each weight by itself, large where the slope is steady.
//! What is learned is tested on games that were set apart: when that gets no better, the
//! best weights so far are the result. See <https://arxiv.org/abs/1412.6980>.

use std::fmt;
use std::num::NonZero;
use std::thread;

use super::model::{Goal, Model, Pair};
use super::positions::Collection;

/// How to train.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What is to be expected.
    pub goal: Goal,
    /// How far weights go in a step at first, in centipawns.
    pub rate: f32,
    /// What is left of the rate after each epoch.
    pub rate_decay: f32,
    /// Positions for a step.
    pub batch: usize,
    /// How far weights are believed to be from right when training begins, in centipawns;
    /// those that few positions speak of stay nearer to where they were.
    pub spread: f32,
    /// The most times round.
    pub epochs: usize,
    /// How many times round without a better loss in validation end it.
    pub patience: usize,
    /// For the order of positions.
    pub seed: u64,
    /// Threads to work on.
    pub threads: NonZero<usize>,
}

/// What one time round has brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number; 0 before training.
    pub number: usize,
    /// The mean loss in training, while weights were changing.
    pub training: f64,
    /// The mean loss in validation.
    pub validation: f64,
}

/// Why training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All epochs that were asked for are done.
    Epochs,
    /// The loss in validation did not improve in this number of epochs.
    Patience(usize),
}

/// What training has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// The best weights: those after the epoch that is kept.
    pub model: Model,
    /// The epoch with the least loss in validation; 0 if no training improved it.
    pub kept: Epoch,
    /// The number of the last epoch.
    pub last: usize,
    /// Why it was the last.
    pub ending: Ending,
}

/// What `ferz tune` says at its end.
impl fmt::Display for Trained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ending {
            Ending::Epochs => write!(f, "ended after epoch {}, the last asked for", self.last)?,
            Ending::Patience(epochs) => {
                let plural = if epochs == 1 { "" } else { "s" };
                write!(
                    f,
                    "ended after epoch {}, for the loss in validation did not improve in {epochs} epoch{plural}",
                    self.last
                )?;
            }
        }
        match self.kept {
            Epoch { number: 0, .. } => write!(f, "; kept the weights from before training"),
            Epoch {
                number, validation, ..
            } => write!(
                f,
                "; kept the weights of epoch {number}: loss {validation:.6} in validation"
            ),
        }
    }
}

/// Adam's memory of the slope of each weight.
struct Adam {
    means: Vec<Pair>,
    squares: Vec<Pair>,
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

    /// A step down a slope.
    fn step(&mut self, model: &mut Model, slope: &[Pair], rate: f32) {
        /// What is kept of the mean and of the mean square, as the paper has them.
        const KEPT: (f32, f32) = (0.9, 0.999);
        const LEAST: f32 = 1e-8;
        self.steps += 1;
        let young = |kept: f32| 1.0 / (1.0 - kept.powi(self.steps));
        let (mean_scale, square_scale) = (young(KEPT.0), young(KEPT.1));
        for (i, weight) in model.weights.iter_mut().enumerate() {
            for part in 0..2 {
                let slope = slope[i][part];
                let mean = &mut self.means[i][part];
                *mean = KEPT.0 * *mean + (1.0 - KEPT.0) * slope;
                let square = &mut self.squares[i][part];
                *square = KEPT.1 * *square + (1.0 - KEPT.1) * slope * slope;
                let spread = (*square * square_scale).sqrt() + LEAST;
                weight[part] -= rate * *mean * mean_scale / spread;
            }
        }
    }
}

/// The best weights found from `start`; `report` hears of each time round.
pub fn train(
    start: &Model,
    training: &Collection,
    validation: &Collection,
    settings: &Settings,
    mut report: impl FnMut(&Epoch),
) -> Trained {
    let first = Epoch {
        number: 0,
        training: start.loss(training, &settings.goal),
        validation: start.loss(validation, &settings.goal),
    };
    report(&first);
    let mut trained = Trained {
        model: start.clone(),
        kept: first,
        last: 0,
        ending: Ending::Epochs,
    };
    let mut model = start.clone();
    let mut adam = Adam::new(model.weights.len());
    let mut random = fastrand::Rng::with_seed(settings.seed);
    let mut order: Vec<usize> = (0..training.len()).collect();
    let mut rate = settings.rate;
    for number in 1..=settings.epochs {
        random.shuffle(&mut order);
        let mut loss = 0.0;
        for batch in order.chunks(settings.batch) {
            let (mut slope, batch_loss) = slope_of(&model, training, batch, settings);
            loss += batch_loss;
            pull_back(&mut slope, &model, start, training.len(), settings.spread);
            adam.step(&mut model, &slope, rate);
        }
        let epoch = Epoch {
            number,
            training: loss / training.len() as f64,
            validation: model.loss(validation, &settings.goal),
        };
        report(&epoch);
        trained.last = number;
        if epoch.validation < trained.kept.validation {
            (trained.model, trained.kept) = (model.clone(), epoch);
        } else if number >= trained.kept.number + settings.patience {
            trained.ending = Ending::Patience(number - trained.kept.number);
            break;
        }
        rate *= settings.rate_decay;
    }
    trained
}

/// The mean slope over a batch, and the sum of its losses; each thread takes a part.
fn slope_of(
    model: &Model,
    collection: &Collection,
    batch: &[usize],
    settings: &Settings,
) -> (Vec<Pair>, f64) {
    let part_of = |part: &[usize]| {
        let mut slope = vec![[0.0; 2]; model.weights.len()];
        let add = |&index: &usize| {
            let position = collection.get(index);
            model.add_slope(&position, &settings.goal, &mut slope)
        };
        let loss: f64 = part.iter().map(add).sum();
        (slope, loss)
    };
    let (mut slope, mut loss) = (vec![[0.0; 2]; model.weights.len()], 0.0);
    thread::scope(|scope| {
        let parts = batch.chunks(batch.len().div_ceil(settings.threads.get()));
        let workers: Vec<_> = parts.map(|part| scope.spawn(|| part_of(part))).collect();
        for worker in workers {
            let (part, part_loss) = worker.join().expect("adding up does not panic");
            loss += part_loss;
            for (sum, part) in slope.iter_mut().zip(part) {
                *sum = [sum[0] + part[0], sum[1] + part[1]];
            }
        }
    });
    let share = 1.0 / batch.len() as f32;
    for pair in &mut slope {
        *pair = pair.map(|sum| sum * share);
    }
    (slope, loss)
}

/// Adds the slope of what was believed before: weights lie about where they start, in a
/// normal distribution. It is as strong as one position among all.
fn pull_back(slope: &mut [Pair], model: &Model, start: &Model, positions: usize, spread: f32) {
    let pull = 1.0 / (spread * spread * positions as f32);
    let moved = model.weights.iter().zip(&start.weights);
    for (sum, (now, then)) in slope.iter_mut().zip(moved) {
        *sum = [0, 1].map(|part| sum[part] + pull * (now[part] - then[part]));
    }
}
