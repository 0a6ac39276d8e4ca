//! `ferz tune`: tunes the weights of the evaluation.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use std::fmt::Display;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use crate::plot::{LossCurve, LossPanel, LossPlot};
use crate::tuner::model::Objective;
use crate::tuner::{
    Collector, Epoch, Model, TrainingReport, TrainingSettings, fit_steepness, train,
};
use ferz::eval::classical::weights::WEIGHTS;

use super::output::{check_given, write};
use super::progress::ProgressBar;
use super::{ExitStatus, Threads, decimal, input, number, positive, print, to_json};

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

    /// File for the losses, as a line of JSON for each epoch: "epoch" (0 with the current weights),
    /// "training" and "held_out" (the validation loss)
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// File for the curves of the losses, as SVG; it is written again after each epoch
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

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
    check_files(arguments)?;
    let games = collect(arguments)?;
    if games.training.is_empty() || games.validation.is_empty() {
        return Err(format!(
            "expected quiet positions for training and validation, found {} and {}",
            games.training.len(),
            games.validation.len()
        ));
    }
    let start = Model::from(&WEIGHTS);
    let objective = Objective {
        steepness: steepness(&start, &games),
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
    let mut progress = TuningProgress::new(arguments);
    let (training, validation) = (&games.training, &games.validation);
    let trained = train(&start, training, validation, &settings, |report| {
        progress.add(report)
    })?;
    report(&trained);
    let source = crate::weights_file::source(&trained.model.rounded());
    match out_file(arguments) {
        None => print(&source)?,
        Some(file) => write(file, source.as_bytes())?,
    }
    Ok(ExitStatus::Success)
}

/// Returns the file for the weights; `None` for standard output.
fn out_file(arguments: &Arguments) -> Option<&Path> {
    let file = arguments.out.as_deref();
    file.filter(|file| !input::is_standard(file))
}

/// Checks that the outputs are files of their own that can be written, before the training.
fn check_files(arguments: &Arguments) -> Result<(), String> {
    let outputs = [
        ("--out", out_file(arguments)),
        ("--log", arguments.log.as_deref()),
        ("--plot", arguments.plot.as_deref()),
    ];
    check_given(&arguments.data, &outputs)
}

/// Fits the steepness to the training positions, with a progress bar.
fn steepness(model: &Model, games: &Collector) -> f32 {
    let bar = ProgressBar::new("steps of the fit of the steepness");
    fit_steepness(model, &games.training, &mut |done, all| {
        bar.show(done as u64, all as u64);
    })
}

/// Reads all games and collects their quiet positions.
fn collect(arguments: &Arguments) -> Result<Collector, String> {
    let mut games = Collector::new(arguments.seed, VALIDATION_SHARE);
    crate::data::for_each_game(&arguments.data, |game, _| games.add(game))
        .map_err(|error| error.to_string())?;
    Ok(games)
}

/// Prints a line to standard error. A failed write is ignored, so that it does not stop the
/// training.
fn report(text: impl Display) {
    let _: io::Result<()> = writeln!(io::stderr(), "{text}");
}

/// Shows the progress of the training, and writes the log and the plot.
struct TuningProgress<'a> {
    arguments: &'a Arguments,
    /// The bar of the current epoch.
    bar: Option<ProgressBar>,
    epochs: Vec<Epoch>,
}

impl<'a> TuningProgress<'a> {
    fn new(arguments: &'a Arguments) -> Self {
        Self {
            arguments,
            bar: None,
            epochs: Vec::new(),
        }
    }

    fn add(&mut self, news: TrainingReport) -> Result<(), String> {
        match news {
            TrainingReport::Batch { epoch, done, total } => {
                let unit = || format!("positions of epoch {epoch}");
                let bar = self.bar.get_or_insert_with(|| ProgressBar::new(unit()));
                bar.show(done as u64, total as u64);
                Ok(())
            }
            TrainingReport::Epoch(epoch) => {
                self.bar = None;
                report(format_args!(
                    "epoch {:>3}: training loss {:.6}, validation loss {:.6}",
                    epoch.number, epoch.training, epoch.validation
                ));
                self.epochs.push(epoch);
                self.save()
            }
        }
    }

    /// Writes the log and the plot.
    fn save(&self) -> Result<(), String> {
        if let Some(file) = self.arguments.log.as_deref() {
            let lines: String = self.epochs.iter().map(to_json).collect();
            write(file, lines.as_bytes())?;
        }
        if let Some(file) = self.arguments.plot.as_deref() {
            write(file, plot(&self.epochs).svg().as_bytes())?;
        }
        Ok(())
    }
}

/// Returns the curves of the losses. Training and validation have panels of their own, because their
/// positions differ more in their losses than the epochs do.
fn plot(epochs: &[Epoch]) -> LossPlot {
    let panel = |name: &str, loss: fn(&Epoch) -> f64| LossPanel {
        title: format!("Loss of the {name} positions"),
        loss: "logistic loss".to_owned(),
        curves: vec![LossCurve {
            name: name.to_owned(),
            losses: epochs
                .iter()
                .map(|epoch| (epoch.number, loss(epoch)))
                .collect(),
        }],
        reference: epochs
            .first()
            .map(|epoch| ("initial weights".to_owned(), loss(epoch))),
    };
    let best = epochs
        .iter()
        .min_by(|a, b| a.validation.total_cmp(&b.validation));
    LossPlot {
        panels: vec![
            panel("validation", |epoch| epoch.validation),
            panel("training", |epoch| epoch.training),
        ],
        kept: best.map(|epoch| epoch.number),
    }
}
