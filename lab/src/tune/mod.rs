//! `ferz-lab tune`: tunes the weights of the hand-crafted evaluation on self-play games.
//!
//! The tuner minimizes the logistic loss between the expected points of the evaluation and a
//! target: a weighted mean of the game's result, the mean of later scores and the expected points
//! of a search's score. The feature counts come from the evaluation itself, so the tuner does not
//! repeat any of its terms.
//!
//! `lab/log/classical-weights.md` lists the data that the current weights were fitted to.

mod model;
mod positions;
mod training;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use anyhow::{Error, Result, ensure};
use ferz::eval::Tapered;
use ferz::eval::classical::layout::{FIELDS, Field, Weights};
use ferz::eval::classical::weights::WEIGHTS;

use crate::data::for_each_game;
use crate::plot::losses::{LossPanel, svg};
use crate::support::{check_standard_input_once, check_threads, report, write_given};
use ferz::cli::output::check_given;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, Threads, input, print};
use ferz::report::to_json;
use model::Objective;
pub use model::{Model, fit_steepness};
pub use positions::Collector;
use training::{Epoch, Settings, Training};

/// Tune the weights of the evaluation on self-play games
///
/// Uses the quiet positions of the games. Starts with the current weights and minimizes the
/// logistic loss between the expected score of the evaluation and a mix of the game's result, the
/// later scores and the search's score. A tenth of the games are held out for validation: training
/// stops when their loss no longer improves. Prints the weights of the best epoch as Rust source,
/// to replace src/eval/classical/weights.rs. Losses and the reason for stopping go to standard
/// error. The same data, options and number of threads give the same weights.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz-lab tune games.vf --out src/eval/classical/weights.rs")]
pub struct Arguments {
    /// Files of games in viriformat, as written by ferz-lab datagen; - is standard input
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

    #[command(flatten)]
    settings: Settings,

    #[command(flatten)]
    threads: Threads,
}

/// Tunes the weights.
pub fn run(arguments: &Arguments) -> Result<ExitStatus> {
    /// Fraction of the games that is used for validation.
    const VALIDATION_SHARE: f64 = 0.1;
    let mut settings = arguments.settings.clone();
    settings.threads = arguments.threads.number();
    arguments.check()?;
    check_threads(settings.threads)?;
    let mut collector = Collector::new(settings.seed, VALIDATION_SHARE);
    for_each_game(&arguments.data, |game, _| collector.add(game))?;
    let (training, validation) = (&collector.training, &collector.validation);
    let (positions, held_out) = (training.len(), validation.len());
    ensure!(
        positions > 0 && held_out > 0,
        "expected quiet positions for training and validation, found {positions} and {held_out}"
    );
    let start = Model::from(&WEIGHTS);
    let fit_bar = ProgressBar::new("steps of the fit of the steepness");
    let steepness = fit_steepness(&start, training, &mut |done, all| {
        fit_bar.show(done as u64, all as u64);
    });
    drop(fit_bar);
    report(format_args!(
        "{positions} training positions, {held_out} validation positions, steepness {steepness:.5}"
    ));
    let objective = Objective {
        steepness,
        result_weight: settings.lambda,
        later_weight: settings.later,
    };
    let mut tuning = Training::new(&start, training, validation, &settings, objective);
    let end = loop {
        arguments.save(&tuning)?;
        if let Some(end) = tuning.end() {
            break end;
        }
        let bar = ProgressBar::new(format!("positions of epoch {}", tuning.epochs.len()));
        tuning.run_epoch(|done, all| bar.show(done as u64, all as u64));
    };
    report(end);
    let source = source(&tuning.best.rounded());
    match arguments.out_file() {
        None => print(&source).map_err(Error::msg)?,
        file => write_given(file, || source)?,
    }
    Ok(ExitStatus::Success)
}

impl Arguments {
    /// Checks that the weights in the target leave a weight of at least 0 for the search's score,
    /// and that the outputs are files of their own that can be written.
    fn check(&self) -> Result<()> {
        check_standard_input_once(&self.data).map_err(Error::msg)?;
        let (lambda, later) = (self.settings.lambda, self.settings.later);
        let sum = lambda + later;
        ensure!(
            sum <= 1.0 + f32::EPSILON,
            "--lambda {lambda} and --later {later} have the sum {sum}; expected at most 1"
        );
        let outputs = [
            ("--out", self.out_file()),
            ("--log", self.log.as_deref()),
            ("--plot", self.plot.as_deref()),
        ];
        check_given(&self.data, &outputs).map_err(Error::msg)
    }

    /// Returns the file for the weights; `None` for standard output.
    fn out_file(&self) -> Option<&Path> {
        let file = self.out.as_deref();
        file.filter(|file| !input::is_standard(file))
    }

    /// Reports the last epoch, and writes the log and the plot.
    fn save(&self, tuning: &Training) -> Result<()> {
        if let Some(epoch) = tuning.epochs.last() {
            report(format_args!(
                "epoch {:>3}: training loss {:.6}, validation loss {:.6}",
                epoch.number, epoch.training, epoch.validation
            ));
        }
        let lines = || tuning.epochs.iter().map(to_json).collect::<String>();
        write_given(self.log.as_deref(), lines)?;
        write_given(self.plot.as_deref(), || plot(tuning))
    }
}

/// Returns the curves of the losses, as SVG. Training and validation have panels of their own,
/// because their positions differ more in their losses than the epochs do.
fn plot(tuning: &Training) -> String {
    let panel = |name: &str, loss: fn(&Epoch) -> f64| {
        let losses = tuning.epochs.iter().map(|e| (e.number, loss(e))).collect();
        LossPanel {
            title: format!("Loss of the {name} positions"),
            curves: vec![(name.to_owned(), losses)],
            reference: Some(("initial weights".to_owned(), loss(&tuning.epochs[0]))),
        }
    };
    let validation = panel("validation", |epoch| epoch.validation);
    let panels = [validation, panel("training", |epoch| epoch.training)];
    svg("logistic loss", &panels, Some(tuning.kept().number))
}

/// Start of `src/eval/classical/weights.rs`, up to the values.
const HEAD: &str = "\
//! Values of all weights for middlegame and endgame, in centipawns; those of danger to a king are
//! in units of danger.
//!
//! `ferz-lab tune` writes this file. `layout.rs` documents each weight.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use super::layout::Weights;
use super::tapered::Tapered;

/// Returns a pair of values. The short name keeps the tables readable.
const fn s(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The weights of the evaluation.
#[rustfmt::skip]
#[allow(clippy::needless_update, reason = \"a new weight is not listed until it is tuned\")]
pub static WEIGHTS: Weights = Weights {
";

/// End of the file. Weights that the file does not list yet are zero.
const END: &str = "    ..Weights::ZERO\n};\n";

/// Returns the content of `src/eval/classical/weights.rs` with these values.
fn source(weights: &Weights) -> String {
    let fields = FIELDS.iter().map(|field| {
        let values = &weights.as_list()[field.start..][..field.len];
        format!("    {}: {},\n", field.name, field_source(field, values))
    });
    format!("{HEAD}{}{END}", fields.collect::<String>())
}

/// Returns the values of a field: a weight, an array of weights, or an array of such arrays. A line
/// has as many weights as a board has files.
fn field_source(field: &Field, values: &[Tapered]) -> String {
    let value = |weight: &Tapered| format!("s({:4},{:4})", weight.middlegame(), weight.endgame());
    let joined = |part: &[Tapered]| part.iter().map(value).collect::<Vec<_>>().join(", ");
    let array = |items: &[Tapered], indent: &str| {
        let lines = items.chunks(8).map(joined);
        let lines: String = lines.map(|line| format!("{indent}    {line},\n")).collect();
        format!("[\n{lines}{indent}]")
    };
    match field.row {
        0 => value(&values[0]),
        row if row == values.len() => array(values, "    "),
        length => {
            let indent = " ".repeat(8);
            let rows = values.chunks(length);
            let rows = rows.map(|row| format!("{indent}{},\n", array(row, &indent)));
            format!("[\n{}    ]", rows.collect::<String>())
        }
    }
}
