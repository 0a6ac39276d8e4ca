//! `ferz tune`: tunes the weights of the evaluation.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;

use ferz::eval::classical::weights::WEIGHTS;
use ferz::support::quote::Named;
use ferz::tools::games::DataError;
use ferz::tools::tuner::model::Objective;
use ferz::tools::tuner::{Collector, Epoch, Model, TrainingSettings, fit_steepness, train};

use super::{ExitStatus, Threads, decimal, input, number, positive, print};

/// Tune the weights of the evaluation on self-play games
///
/// Uses the quiet positions of the games. Starts with the current weights and minimizes the
/// logistic loss between the expected score of the evaluation and a mix of the game's result, the
/// later scores and the search's score. A tenth of the games are held out for validation: training
/// stops when their loss no longer improves. Prints the weights of the best epoch as Rust source,
/// to replace src/eval/classical/weights.rs. Losses and the reason for stopping go to standard
/// error. The same data, options and number of threads give the same weights.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz tune games.vf --out src/eval/classical/weights.rs")]
pub struct Arguments {
    /// Files of games in viriformat, as written by ferz datagen; - is standard input
    #[arg(required = true)]
    data: Vec<PathBuf>,

    /// File for the weights; - is standard output, which is also the default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Weight of the game's result in the target, from 0 to 1; the search's score has the rest
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = decimal::<f32>(0.0..=1.0))]
    lambda: f32,

    /// Weight of the later scores of the game in the target, from 0 to 1: their mean, in which the
    /// weight of a score decreases by 0.8 per ply, and which ends with the result
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = decimal::<f32>(0.0..=1.0))]
    later: f32,

    /// Initial learning rate, in centipawns per step
    #[arg(long, value_name = "CP", default_value_t = 0.5, value_parser = positive::<f32>)]
    rate: f32,

    /// Number of positions per batch
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = number::<usize>(1..=u64::MAX))]
    batch: usize,

    /// Standard deviation of the prior around the current weights, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 20.0, value_parser = positive::<f32>)]
    spread: f32,

    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<usize>(0..=u64::MAX))]
    epochs: usize,

    /// Stop after this number of epochs without a better validation loss
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number::<usize>(0..=u64::MAX))]
    patience: usize,

    /// Seed for the order of positions and the choice of validation games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    #[command(flatten)]
    threads: Threads,
}

/// Fraction of the games that is used for validation.
const VALIDATION_SHARE: f64 = 0.1;

/// Factor by which the learning rate is multiplied after each epoch.
const LEARNING_RATE_DECAY: f32 = 0.98;

/// Checks that the weights in the target leave a weight of at least 0 for the search's score.
fn check_weights(lambda: f32, later: f32) -> Result<(), String> {
    let sum = lambda + later;
    if sum > 1.0 + f32::EPSILON {
        return Err(format!(
            "--lambda {lambda} and --later {later} have the sum {sum}; expected at most 1"
        ));
    }
    Ok(())
}

/// Runs `ferz tune`.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written, or is invalid.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    input::check_once(&arguments.data)?;
    check_weights(arguments.lambda, arguments.later)?;
    let games = collect(arguments).map_err(|error| error.to_string())?;
    if games.training.is_empty() || games.validation.is_empty() {
        return Err(format!(
            "expected quiet positions for training and validation, found {} and {}",
            games.training.len(),
            games.validation.len()
        ));
    }
    let start = Model::from(&WEIGHTS);
    let objective = Objective {
        steepness: fit_steepness(&start, &games.training),
        result_weight: arguments.lambda,
        later_weight: arguments.later,
    };
    report(format_args!(
        "{} training positions, {} validation positions, steepness {:.5}",
        games.training.len(),
        games.validation.len(),
        objective.steepness
    ));
    let threads = NonZero::new(arguments.threads.number()).unwrap_or(NonZero::<usize>::MIN);
    let settings = TrainingSettings {
        objective,
        learning_rate: arguments.rate,
        learning_rate_decay: LEARNING_RATE_DECAY,
        batch: arguments.batch,
        prior_deviation: arguments.spread,
        epochs: arguments.epochs,
        patience: arguments.patience,
        seed: arguments.seed,
        threads,
    };
    let trained = train(
        &start,
        &games.training,
        &games.validation,
        &settings,
        report_epoch,
    );
    report(&trained);
    let source = trained.model.rounded().source();
    match arguments.out.as_deref() {
        None => print(&source)?,
        Some(path) if input::is_standard(path) => print(&source)?,
        Some(path) => fs::write(path, source)
            .map_err(|error| format!("cannot write {}: {error}", Named(path)))?,
    }
    Ok(ExitStatus::Success)
}

/// Reads all games and collects their quiet positions.
fn collect(arguments: &Arguments) -> Result<Collector, DataError> {
    let mut games = Collector::new(arguments.seed, VALIDATION_SHARE);
    for file in &arguments.data {
        for game in input::games(file)? {
            games.add(&game?);
        }
    }
    Ok(games)
}

/// Prints a line to standard error. A failed write is ignored, so that it does not stop the
/// training.
fn report(text: impl Display) {
    let _: io::Result<()> = writeln!(io::stderr(), "{text}");
}

fn report_epoch(epoch: &Epoch) {
    report(format_args!(
        "epoch {:>3}: training loss {:.6}, validation loss {:.6}",
        epoch.number, epoch.training, epoch.validation
    ));
}
