//! `ferz-lab train`: trains the network, which evaluates positions, on the files that `ferz-lab data
//! --out` writes.
//!
//! The network is small and its inputs are sparse, so it is trained on the processor, with the same
//! result in each run.

mod checkpoint;
mod inputs;
pub mod loss;
mod optimizer;
pub mod provenance;
pub mod settings;
mod teacher;
mod training;
mod weights;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Error, Result, bail, ensure};
use ferz::eval::network::file::checksum;
use ferz::eval::network::{Network, NetworkFile};
use ferz::support::memory::can_map;
use ferz::support::quote::Named;
use ferz::support::temporary_file::Lock;

use crate::data::{Part, RecordFile};
use crate::network::DescribedNetwork;
use crate::plot::losses::{LossPanel, svg};
use crate::support::{
    check_threads, file_name, read_if_exists, report, size, stop_flag, write_given,
};
use ferz::cli::output::lock_given;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, Threads, input, print_error};
use ferz::report::to_json;
use loss::{Objective, TargetShares, removed_percent};
use provenance::{DataDescription, DataFile, MeasuredLosses, Provenance, StartNetwork};
use settings::Settings;
use training::{Epoch, HeldOutSet, Sets, Training};

/// Train a network that evaluates positions
///
/// Minimizes the squared error between the expected points of the network's score and a target: a
/// weighted mean of the expected points of the search's score, of the later scores of the game, and
/// of its result. With --teach, the target is the evaluation of the program, on many more
/// positions: a network first learns what it knows, and then, with --start, what searches know. The
/// optimizer is AdamW; the learning rate falls along a cosine. The same data, options, number of
/// threads and processor give the same network, byte for byte.
///
/// Prints the losses after each epoch to standard error. "removed" is the share of the loss of the
/// evaluation of the program that the network removes. The last lines are those of the kept weights,
/// also rounded to integers ("quantized"), as the engine uses them.
///
/// Ctrl-C or SIGTERM ends the command with exit status 130. With --checkpoint, the same command
/// continues after the last complete epoch.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz-lab train games.train --held-out games.held --out network.nnue"
)]
pub struct Arguments {
    /// File of positions to train with, as written by ferz-lab data --out
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

    /// Network to begin with, instead of random weights
    #[arg(long, value_name = "FILE", conflicts_with = "initial_range")]
    start: Option<PathBuf>,

    /// File to save the state in after each epoch, and to continue from if it exists
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// File for the losses, as a line of JSON for each epoch: "epoch", "training", "held_out" and
    /// "deep" (null without such a file)
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// File for the curves of the losses, as SVG; it is written again after each epoch
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    settings: Settings,

    /// The commit that ferz was built from, for the description in the network's file
    #[arg(long, value_name = "TEXT", default_value = "unknown")]
    commit: String,

    #[command(flatten)]
    threads: Threads,
}

impl Arguments {
    /// Checks the options that depend on each other.
    fn check(&self) -> Result<()> {
        let settings = &self.settings;
        let weight_decay = settings.weight_decay;
        let (later, result) = (settings.later_share, settings.result_share);
        let rates = [
            ("--rate", settings.rate),
            ("--final-rate", settings.final_rate),
        ];
        ensure!(
            later.start + result.start <= 1.0 && later.end + result.end <= 1.0,
            "--later-share {later} and --result-share {result}: expected a sum of at most 1"
        );
        // Weight decay must not move a weight beyond the one towards which it decays.
        for (option, rate) in rates {
            ensure!(
                rate * weight_decay <= 1.0,
                "{option} {rate} and --weight-decay {weight_decay}: expected a product of at most 1"
            );
        }
        Ok(())
    }

    /// Checks that the outputs are files of their own that can be written, before hours of
    /// training, and locks them.
    fn lock_outputs(&self) -> Result<Vec<Lock>> {
        let inputs = [&self.held_out, &self.deep, &self.start];
        let inputs = inputs.into_iter().flatten().chain([&self.data]);
        let inputs: Vec<PathBuf> = inputs.cloned().collect();
        let outputs = [
            ("--out", self.out.as_deref()),
            ("--checkpoint", self.checkpoint.as_deref()),
            ("--log", self.log.as_deref()),
            ("--plot", self.plot.as_deref()),
        ];
        lock_given(&inputs, &outputs).map_err(Error::msg)
    }
}

/// Trains a network.
pub fn run(arguments: &Arguments) -> Result<ExitStatus> {
    arguments.check()?;
    // Before the lock, because a program that Ctrl-C kills does not remove the file of its lock.
    let stop = stop_flag();
    let _locks = arguments.lock_outputs()?;
    match arguments.settings.hidden {
        64 => train::<64>(arguments, &stop),
        128 => train::<128>(arguments, &stop),
        256 => train::<256>(arguments, &stop),
        384 => train::<384>(arguments, &stop),
        512 => train::<512>(arguments, &stop),
        640 => train::<640>(arguments, &stop),
        768 => train::<768>(arguments, &stop),
        width => unreachable!("the width {width} is not an argument"),
    }
}

fn train<const H: usize>(arguments: &Arguments, stop: &AtomicBool) -> Result<ExitStatus> {
    let mut settings = arguments.settings.clone();
    settings.threads = arguments.threads.number();
    let files = Files::open(arguments)?;
    if stop.load(Ordering::Relaxed) {
        return Ok(interrupted(arguments));
    }
    let (network, description) = start_network(arguments)?.unzip();
    let data = files.description(description);
    let (threads, bytes) = (settings.threads, Training::<H>::bytes(settings.threads));
    ensure!(
        can_map(bytes),
        "--threads {threads}: not enough memory for the weights and a gradient for each thread"
    );
    let mut training = Training::<H>::new(settings, network.as_ref());
    check_threads(threads)?;
    if let Some(file) = arguments.checkpoint.as_deref() {
        restore(&mut training, &data, file)?;
    }
    let sets = files.sets(&training.settings);
    report_start(H, &sets);
    while training.end().is_none() {
        let (done, all) = (training.epochs.len(), training.settings.epochs);
        let bar = ProgressBar::new(format!("positions of epoch {} of {all}", done + 1));
        let mut show = |positions, of| bar.show(positions as u64, of as u64);
        let epoch = training.run_epoch(&sets, stop, &mut show);
        drop(bar);
        let Some(epoch) = epoch else {
            return Ok(interrupted(arguments));
        };
        report_epoch(&epoch, &sets);
        write_given(arguments.checkpoint.as_deref(), || {
            checkpoint::to_bytes(&training, &data)
        })?;
        // All epochs: those before an interruption too.
        let lines = || training.epochs.iter().map(to_json).collect::<String>();
        write_given(arguments.log.as_deref(), lines)?;
        write_given(arguments.plot.as_deref(), || plot(&training, &sets))?;
    }
    finish(arguments, &training, &sets, data)?;
    Ok(ExitStatus::Success)
}

/// Reports that the training was interrupted.
fn interrupted(arguments: &Arguments) -> ExitStatus {
    print_error(match arguments.checkpoint {
        Some(_) => {
            "interrupted; run the same command again to continue after the last complete epoch"
        }
        None => "interrupted; without --checkpoint, the training cannot be continued",
    });
    ExitStatus::Interrupted
}

/// The files of records.
struct Files {
    training: RecordFile,
    held_out: Option<RecordFile>,
    deep: Option<RecordFile>,
}

impl Files {
    /// Opens and checks the files.
    fn open(arguments: &Arguments) -> Result<Self> {
        let optional =
            |path: &Option<PathBuf>, part| path.as_deref().map(|path| open(path, part)).transpose();
        let files = Self {
            training: open(&arguments.data, Part::Training)?,
            held_out: optional(&arguments.held_out, Part::HeldOut)?,
            deep: optional(&arguments.deep, Part::Deep)?,
        };
        let scale = files.training.header().scale;
        for file in [&files.held_out, &files.deep].into_iter().flatten() {
            let found = file.header().scale;
            let (file, first) = (Named(file.path()), Named(files.training.path()));
            ensure!(
                found == scale,
                "{file}: the scale is {found}; expected {scale}, as in {first}"
            );
        }
        Ok(files)
    }

    /// Returns the positions, with the losses of the evaluation.
    fn sets(&self, settings: &Settings) -> Sets<'_> {
        let scale = self.training.header().scale;
        let set = |records, shares| {
            HeldOutSet::new(records, Objective { scale, shares }, settings.threads)
        };
        let (held_out, deep) = (self.held_out.as_ref(), self.deep.as_ref());
        Sets {
            training: self.training.records(),
            scale,
            held_out: held_out.map(|file| set(file.records(), settings.final_shares())),
            deep: deep.map(|file| set(file.records(), TargetShares::default())),
        }
    }

    /// Returns the description of the files, and of the network that the training begins with.
    fn description(&self, start: Option<StartNetwork>) -> DataDescription {
        let describe = |file: &RecordFile| DataFile {
            file: file_name(file.path()),
            header: file.header().clone(),
        };
        DataDescription {
            training: describe(&self.training),
            held_out: self.held_out.as_ref().map(describe),
            deep: self.deep.as_ref().map(describe),
            start,
        }
    }
}

/// Reads the network to begin with, if there is one, and returns it with its description.
fn start_network<const H: usize>(
    arguments: &Arguments,
) -> Result<Option<(Network<H>, StartNetwork)>> {
    let Some(path) = arguments.start.as_deref() else {
        return Ok(None);
    };
    let described = DescribedNetwork::read(Some(path))?;
    let description = StartNetwork {
        file: file_name(path),
        checksum: checksum(&described.file.to_bytes()),
        provenance: Box::new(described.provenance),
    };
    Ok(Some((described.file.network, description)))
}

/// Opens a file of records and checks all of them. `part` is the expected use of the file.
fn open(path: &Path, part: Part) -> Result<RecordFile> {
    if input::is_standard(path) {
        bail!("\"-\" is not a file; expected the name of a file");
    }
    let total = size(path);
    let bar = ProgressBar::new(format!("bytes of {}", Named(path)));
    let file = RecordFile::open_verified(path, &mut |read| bar.show(read, total))?;
    file.expect_part(part)?;
    let (path, is_empty) = (Named(path), file.records().is_empty());
    ensure!(!is_empty, "{path}: expected positions, found none");
    Ok(file)
}

/// Continues from a checkpoint, if there is one.
fn restore<const H: usize>(
    training: &mut Training<H>,
    data: &DataDescription,
    file: &Path,
) -> Result<()> {
    let Some(bytes) = read_if_exists(file)? else {
        return Ok(());
    };
    checkpoint::restore(training, data, &bytes).with_context(|| Named(file).to_string())?;
    let epochs = training.epochs.len();
    report(format_args!("continuing after epoch {epochs}"));
    Ok(())
}

/// Measures the final losses and writes the network.
fn finish<const H: usize>(
    arguments: &Arguments,
    training: &Training<H>,
    sets: &Sets<'_>,
    data: DataDescription,
) -> Result<()> {
    let network = training.best.quantized();
    let commit = arguments.commit.clone();
    let provenance = Provenance::new(training, sets, &network, data, commit);
    let (end, kept) = (training.end().unwrap_or_default(), provenance.kept);
    report(format_args!("{end}; kept the weights of epoch {kept}"));
    let losses = &provenance.losses;
    for (name, of_set) in [("held-out", losses.held_out), ("deep", losses.deep)] {
        if let Some(of_set) = of_set {
            report_losses(name, of_set);
        }
    }
    write_given(arguments.out.as_deref(), || {
        let provenance = provenance.to_json();
        NetworkFile::to_bytes(&NetworkFile {
            provenance,
            network,
        })
    })
}

/// Reports the numbers of positions and the losses of the evaluation.
fn report_start(neurons: usize, sets: &Sets<'_>) {
    let positions = sets.training.len();
    let mut line = format!("{neurons} neurons; {positions} training positions");
    for (name, set) in [("held-out", &sets.held_out), ("deep", &sets.deep)] {
        if let Some(set) = set {
            let (count, loss) = (set.records.len(), set.evaluation);
            line += &format!(
                "; {count} {name} positions, loss of the evaluation of the program {loss:.6}"
            );
        }
    }
    report(line);
}

/// Reports the losses of an epoch.
fn report_epoch(epoch: &Epoch, sets: &Sets<'_>) {
    let (number, training) = (epoch.epoch, epoch.training);
    let mut line = format!("epoch {number:>3}: training loss {training:.6}");
    let held_out = ("held-out", epoch.held_out, &sets.held_out);
    for (name, loss, set) in [held_out, ("deep", epoch.deep, &sets.deep)] {
        if let (Some(loss), Some(set)) = (loss, set) {
            let removed = removed_percent(loss, set.evaluation);
            line += &format!(", {name} loss {loss:.6} (removed {removed:.1} %)");
        }
    }
    report(line);
}

/// Reports the final losses on a set of positions.
fn report_losses(set: &str, losses: MeasuredLosses) {
    let evaluation = losses.evaluation;
    let mut line = format!("{set} loss: evaluation of the program {evaluation:.6}");
    let real = ("network", Some(losses.real));
    for (name, loss) in [real, ("quantized", losses.quantized)] {
        if let Some(loss) = loss {
            let removed = removed_percent(loss, evaluation);
            line += &format!(", {name} {loss:.6} (removed {removed:.1} %)");
        }
    }
    report(line);
}

/// Returns the picture of the losses so far, as SVG.
fn plot<const H: usize>(training: &Training<H>, sets: &Sets<'_>) -> String {
    let curve = |name: &str, loss: fn(&Epoch) -> Option<f64>| {
        let epochs = training.epochs.iter();
        let losses = epochs.filter_map(|epoch| Some((epoch.epoch, loss(epoch)?)));
        let losses: Vec<_> = losses.collect();
        (!losses.is_empty()).then(|| (name.to_owned(), losses))
    };
    let panel = |title: &str, curves, set: Option<&HeldOutSet>, name: &str| LossPanel {
        title: title.to_owned(),
        curves,
        reference: set.map(|set| (format!("{name}, evaluation of the program"), set.evaluation)),
    };
    let first = curve("training", |epoch| Some(epoch.training));
    let second = curve("held-out", |epoch| epoch.held_out);
    let both = first.into_iter().chain(second).collect();
    let held_out = sets.held_out.as_ref();
    let mut panels = vec![panel("Losses of the training", both, held_out, "held-out")];
    if let Some(deep) = curve("deep", |epoch| epoch.deep) {
        let (title, set) = ("Loss against long searches", sets.deep.as_ref());
        panels.push(panel(title, vec![deep], set, "deep"));
    }
    let kept = training.kept().map(|epoch| epoch.epoch);
    svg("squared error of points", &panels, kept)
}
