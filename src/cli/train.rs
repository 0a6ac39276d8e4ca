//! `ferz train`: trains a network on the files that `ferz data --out` writes.
//! See <https://www.chessprogramming.org/NNUE>.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ferz::eval::network::NetworkFile;
use ferz::eval::network::architecture::HIDDEN;
use ferz::support::quote::Named;
use ferz::tools::trainer::losses::{Losses, evaluation_loss};
use ferz::tools::trainer::settings::WIDTHS;
use ferz::tools::trainer::training::StopReason;
use ferz::tools::trainer::{
    DataDescription, DataFile, Epoch, FinalLosses, MeasuredLosses, PointsObjective, Provenance,
    Share, TargetShares, Training, TrainingSets, TrainingSettings, checkpoint, start,
};
use ferz::tools::training_data::{Record, RecordFile};

use super::progress::ProgressBar;
use super::{ExitStatus, Threads, input, number, print_error, to_json};

/// Train a network that corrects the evaluation
///
/// Minimizes the squared error between the expected points of the corrected evaluation and a
/// target: a weighted mean of the expected points of the search's score, of the later scores of the
/// game, and of its result. The same data, options and number of threads give the same network,
/// byte for byte. Losses go to standard error.
///
/// Ctrl-C ends the command with exit status 130. With --checkpoint, the same command continues
/// after the last complete epoch.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz train games.train --held-out games.held --out ferz-1.nnue")]
pub struct Arguments {
    /// File of positions to train with, as written by ferz data --out
    #[arg(value_name = "FILE")]
    data: PathBuf,

    /// File for the network
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Positions of other games: the weights of the epoch with the lowest loss on them are kept
    #[arg(long, value_name = "FILE")]
    held_out: Option<PathBuf>,

    /// Positions of other games with scores of long searches, to measure the loss on
    #[arg(long, value_name = "FILE")]
    deep: Option<PathBuf>,

    /// File to save the state in after each epoch, and to continue from if it exists
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// File for the losses of each epoch, as lines of JSON
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Number of neurons of the hidden layer for each side: 16, 32, 64, 128 or 256; ferz can use 64
    #[arg(long, value_name = "N", default_value_t = HIDDEN, value_parser = width)]
    hidden: usize,

    /// Predict the score without the static evaluation, for comparison
    #[arg(long)]
    alone: bool,

    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<usize>(1..=1_000_000))]
    epochs: usize,

    /// Stop after this number of epochs without a lower held-out loss; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<usize>(0..=1_000_000), requires = "held_out")]
    patience: usize,

    /// Approximate number of positions per batch
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = number::<usize>(1..=1 << 30))]
    batch: usize,

    /// Learning rate at the beginning
    #[arg(long, value_name = "RATE", default_value_t = 1e-3, value_parser = rate)]
    rate: f32,

    /// Learning rate at the end; between them, it follows a cosine
    #[arg(long, value_name = "RATE", default_value_t = 2.4e-6, value_parser = rate)]
    final_rate: f32,

    /// Weight decay of AdamW
    #[arg(long, value_name = "DECAY", default_value_t = 0.01, value_parser = rate)]
    weight_decay: f32,

    /// The first hidden weights are random numbers up to this
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.05, value_parser = rate)]
    initial_range: f32,

    /// Weight of the later scores in the target, or START:END to change it over the epochs
    #[arg(long, value_name = "SHARE", default_value_t = Share::constant(0.5))]
    later_share: Share,

    /// Weight of the game's result in the target, or START:END to change it over the epochs
    #[arg(long, value_name = "SHARE", default_value_t = Share::constant(0.0))]
    result_share: Share,

    /// Seed of the first weights and of the order of positions
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// The commit that ferz was built from, for the description in the network's file
    #[arg(long, value_name = "TEXT", default_value = "unknown")]
    commit: String,

    #[command(flatten)]
    threads: Threads,
}

/// Parses a width of the hidden layer.
fn width(text: &str) -> Result<usize, String> {
    let found = text.parse().ok().filter(|width| WIDTHS.contains(width));
    found.ok_or_else(|| "expected 16, 32, 64, 128 or 256".to_owned())
}

/// Parses a number from 0 to 1.
fn rate(text: &str) -> Result<f32, String> {
    let found = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    found.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

impl Arguments {
    /// Returns the settings of the training.
    fn settings(&self) -> Result<TrainingSettings, String> {
        let (later, result) = (self.later_share, self.result_share);
        if later.start + result.start > 1.0 || later.end + result.end > 1.0 {
            return Err(format!(
                "--later-share {later} and --result-share {result}: expected a sum of at most 1"
            ));
        }
        Ok(TrainingSettings {
            hidden: self.hidden,
            alone: self.alone,
            epochs: self.epochs,
            patience: self.patience,
            batch: self.batch,
            rate: self.rate,
            final_rate: self.final_rate,
            weight_decay: self.weight_decay,
            initial_range: self.initial_range,
            later_share: later,
            result_share: result,
            seed: self.seed,
            threads: self.threads.number(),
        })
    }
}

/// Runs `ferz train`.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written, or is invalid.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let settings = arguments.settings()?;
    let files = Files::open(arguments)?;
    let (sets, data) = (files.sets(), files.description());
    let mut training = start(settings);
    if let Some(file) = arguments.checkpoint.as_deref() {
        restore(&mut *training, &data, file)?;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let handler = {
        let stop = stop.clone();
        move || stop.store(true, Ordering::Relaxed)
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C will kill the program: {error}");
    }
    let evaluation = EvaluationLosses::measure(&*training, &sets);
    report_start(&*training, &sets, &evaluation);
    while training.stop_reason().is_none() {
        let Some(epoch) = run_epoch(&mut *training, &sets, &stop) else {
            print_error(interrupted(arguments));
            return Ok(ExitStatus::Interrupted);
        };
        report_epoch(&epoch, &evaluation);
        save(arguments, &*training, &data)?;
    }
    finish(arguments, &*training, &sets, data)?;
    Ok(ExitStatus::Success)
}

/// The files of records.
struct Files {
    training: RecordFile,
    held_out: Option<RecordFile>,
    deep: Option<RecordFile>,
}

impl Files {
    /// Opens and checks the files.
    fn open(arguments: &Arguments) -> Result<Self, String> {
        let optional = |path: &Option<PathBuf>| path.as_deref().map(open).transpose();
        let files = Self {
            training: open(&arguments.data)?,
            held_out: optional(&arguments.held_out)?,
            deep: optional(&arguments.deep)?,
        };
        let scale = files.training.header().scale;
        for file in [&files.held_out, &files.deep].into_iter().flatten() {
            let found = file.header().scale;
            if found != scale {
                return Err(format!(
                    "{}: the scale is {found}; expected {scale}, as in {}",
                    Named(file.path()),
                    Named(files.training.path())
                ));
            }
        }
        Ok(files)
    }

    /// Returns the positions.
    fn sets(&self) -> TrainingSets<'_> {
        TrainingSets {
            training: self.training.records(),
            held_out: self.held_out.as_ref().map(RecordFile::records),
            deep: self.deep.as_ref().map(RecordFile::records),
            scale: self.training.header().scale,
        }
    }

    /// Returns the description of the files.
    fn description(&self) -> DataDescription {
        let describe = |file: &RecordFile| DataFile {
            file: file
                .path()
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            header: file.header().clone(),
        };
        DataDescription {
            training: describe(&self.training),
            held_out: self.held_out.as_ref().map(describe),
            deep: self.deep.as_ref().map(describe),
        }
    }
}

/// Opens a file of records and checks all of them.
fn open(path: &Path) -> Result<RecordFile, String> {
    if input::is_standard(path) {
        return Err("\"-\" is not a file; expected the name of a file".to_owned());
    }
    let opened = RecordFile::open(path).and_then(|file| file.verify().map(|()| file));
    let file = opened.map_err(|error| error.to_string())?;
    if file.records().is_empty() {
        return Err(format!("{}: expected positions, found none", Named(path)));
    }
    Ok(file)
}

/// Continues from a checkpoint, if there is one.
fn restore(training: &mut dyn Training, data: &DataDescription, file: &Path) -> Result<(), String> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(format!("cannot read {}: {error}", Named(file))),
    };
    checkpoint::restore(training, data, &bytes)
        .map_err(|error| format!("{}: {error}", Named(file)))?;
    let done = training.epochs().len();
    report(format_args!("continuing after epoch {done}"));
    Ok(())
}

/// Trains for one epoch, with a progress bar.
fn run_epoch(
    training: &mut dyn Training,
    sets: &TrainingSets<'_>,
    stop: &AtomicBool,
) -> Option<Epoch> {
    let (done, all) = (training.epochs().len(), training.settings().epochs);
    let bar = ProgressBar::new(format!("positions of epoch {} of {all}", done + 1));
    training.run_epoch(sets, stop, &mut |positions, of| {
        bar.show(positions as u64, of as u64);
    })
}

/// Writes the checkpoint and the log.
fn save(
    arguments: &Arguments,
    training: &dyn Training,
    data: &DataDescription,
) -> Result<(), String> {
    if let Some(file) = arguments.checkpoint.as_deref() {
        write(file, &checkpoint::to_bytes(training, data))?;
    }
    if let Some(file) = arguments.log.as_deref() {
        // All epochs: those before an interruption too.
        let lines: String = training.epochs().iter().map(to_json).collect();
        write(file, lines.as_bytes())?;
    }
    Ok(())
}

/// Writes a file. If that fails, an existing file of this name is left as it is.
fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let mut partial = file.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let written = fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, file));
    written.map_err(|error| format!("cannot write {}: {error}", Named(file)))
}

/// Measures the final losses and writes the network.
fn finish(
    arguments: &Arguments,
    training: &dyn Training,
    sets: &TrainingSets<'_>,
    data: DataDescription,
) -> Result<(), String> {
    let network = training.network().filter(|_| !arguments.alone);
    let losses = FinalLosses::measure(training, sets, network.as_ref());
    let (Some(losses), Some(kept)) = (losses, training.kept()) else {
        return Ok(());
    };
    let done = training.epochs().len();
    report(match training.stop_reason() {
        Some(StopReason::Patience(epochs)) => format!(
            "stopped after epoch {done}: no lower held-out loss in {epochs} epochs; kept the weights of epoch {}",
            kept.epoch
        ),
        _ => format!(
            "stopped after epoch {done}, the maximum; kept the weights of epoch {}",
            kept.epoch
        ),
    });
    report_losses("held-out", losses.held_out);
    report_losses("deep", losses.deep);
    let Some(file) = arguments.out.as_deref() else {
        return Ok(());
    };
    let Some(network) = network else {
        let reason = if arguments.alone {
            "ferz uses a network only to correct the evaluation".to_owned()
        } else {
            format!("ferz can use --hidden {HIDDEN} only")
        };
        print_error(format_args!("{} is not written: {reason}", Named(file)));
        return Ok(());
    };
    let provenance = Provenance::new(training, data, arguments.commit.clone(), losses);
    let file_contents = NetworkFile {
        provenance: provenance.to_json(),
        network,
    };
    write(file, &file_contents.to_bytes())
}

/// Returns the message after Ctrl-C.
fn interrupted(arguments: &Arguments) -> String {
    match arguments.checkpoint {
        Some(_) => {
            "interrupted; run the same command again to continue after the last complete epoch"
        }
        None => "interrupted; nothing is written",
    }
    .to_owned()
}

/// The losses of the hand-crafted evaluation alone.
struct EvaluationLosses {
    held_out: Option<f64>,
    deep: Option<f64>,
}

impl EvaluationLosses {
    fn measure(training: &dyn Training, sets: &TrainingSets<'_>) -> Self {
        let settings = training.settings();
        let loss = |records: &[Record], shares: TargetShares| {
            let objective = PointsObjective {
                scale: sets.scale,
                shares,
            };
            evaluation_loss(records, &objective, settings.threads)
        };
        Self {
            held_out: sets.held_out.map(|set| loss(set, settings.final_shares())),
            deep: sets.deep.map(|set| loss(set, TargetShares::default())),
        }
    }
}

/// Prints a line to standard error. A failed write is ignored, so that it does not stop the
/// training.
fn report(text: impl Display) {
    let _: io::Result<()> = writeln!(io::stderr(), "{text}");
}

/// Reports the numbers of positions and the losses of the evaluation.
fn report_start(training: &dyn Training, sets: &TrainingSets<'_>, losses: &EvaluationLosses) {
    let mut line = format!(
        "{} neurons; {} training positions",
        training.settings().hidden,
        sets.training.len()
    );
    let held_out = ("held-out", sets.held_out, losses.held_out);
    for (name, set, loss) in [held_out, ("deep", sets.deep, losses.deep)] {
        if let (Some(set), Some(loss)) = (set, loss) {
            line += &format!(
                "; {} {name} positions, loss of the evaluation {loss:.6}",
                set.len()
            );
        }
    }
    report(line);
}

/// Reports the losses of an epoch.
fn report_epoch(epoch: &Epoch, evaluation: &EvaluationLosses) {
    let mut line = format!(
        "epoch {:>3}: training loss {:.6}",
        epoch.epoch, epoch.training
    );
    let held_out = ("held-out", epoch.held_out, evaluation.held_out);
    for (name, network, evaluation) in [held_out, ("deep", epoch.deep, evaluation.deep)] {
        if let (Some(network), Some(evaluation)) = (network, evaluation) {
            let losses = Losses {
                network,
                evaluation,
            };
            let removed = losses.removed_percent();
            line += &format!(", {name} loss {network:.6} (removed {removed:.1} %)");
        }
    }
    report(line);
}

/// Reports the final losses on a set of positions.
fn report_losses(name: &str, losses: Option<MeasuredLosses>) {
    let Some(losses) = losses else { return };
    let MeasuredLosses {
        real,
        quantized,
        evaluation,
    } = losses;
    let removed = |network| {
        Losses {
            network,
            evaluation,
        }
        .removed_percent()
    };
    let mut line = format!(
        "{name} loss: evaluation {evaluation:.6}, network {real:.6} (removed {:.1} %)",
        removed(real)
    );
    if let Some(quantized) = quantized {
        line += &format!(
            ", quantized {quantized:.6} (removed {:.1} %)",
            removed(quantized)
        );
    }
    report(line);
}
