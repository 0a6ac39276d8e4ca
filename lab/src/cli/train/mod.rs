//! `ferz train`: trains a network on the files that `ferz data --out` writes.
//! See <https://www.chessprogramming.org/NNUE>.

mod arguments;
mod plot;
mod report;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::trainer::training::StopReason;
use crate::trainer::{
    DataDescription, DataFile, Epoch, FinalLosses, Provenance, StartNetwork, Training,
    TrainingSets, checkpoint, start,
};
use crate::training_data::{Part, RecordFile};
use ferz::eval::network::file::checksum;
use ferz::eval::network::{Network, NetworkFile};
use ferz::support::quote::Named;

use super::network::Described;
use super::output::{check_given, write};
use super::progress::ProgressBar;
use super::{ExitStatus, input, print_error, stop_flag, to_json};
pub use arguments::Arguments;
use report::{EvaluationLosses, report, report_epoch, report_losses, report_start};

/// Runs `ferz train`.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written, or is invalid.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let settings = arguments.settings()?;
    check_files(arguments)?;
    let files = Files::open(arguments)?;
    let first = start_network(arguments)?;
    let (network, description) = first.unzip();
    let (sets, data) = (files.sets(), files.description(description));
    let mut training = start(settings, network.as_ref());
    if let Some(file) = arguments.checkpoint.as_deref() {
        restore(&mut *training, &data, file)?;
    }
    let stop = stop_flag();
    let evaluation = EvaluationLosses::measure(&*training, &sets);
    report_start(&*training, &sets, &evaluation);
    while training.stop_reason().is_none() {
        let Some(epoch) = run_epoch(&mut *training, &sets, &stop) else {
            print_error(interrupted(arguments));
            return Ok(ExitStatus::Interrupted);
        };
        report_epoch(&epoch, &evaluation);
        save(arguments, &*training, &data, &evaluation)?;
    }
    finish(arguments, &*training, &sets, data)?;
    Ok(ExitStatus::Success)
}

/// Checks that the outputs are files of their own that can be written, before hours of training.
fn check_files(arguments: &Arguments) -> Result<(), String> {
    let inputs = [&arguments.held_out, &arguments.deep, &arguments.start];
    let inputs = inputs.into_iter().flatten().chain([&arguments.data]);
    let inputs: Vec<PathBuf> = inputs.cloned().collect();
    let outputs = [
        ("--out", arguments.out.as_deref()),
        ("--checkpoint", arguments.checkpoint.as_deref()),
        ("--log", arguments.log.as_deref()),
        ("--plot", arguments.plot.as_deref()),
    ];
    check_given(&inputs, &outputs)
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
        let optional = |path: &Option<PathBuf>, part| {
            let path = path.as_deref();
            path.map(|path| open(path, part)).transpose()
        };
        let files = Self {
            training: open(&arguments.data, Part::Training)?,
            held_out: optional(&arguments.held_out, Part::HeldOut)?,
            deep: optional(&arguments.deep, Part::Deep)?,
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
fn start_network(arguments: &Arguments) -> Result<Option<(Network, StartNetwork)>, String> {
    let Some(path) = arguments.start.as_deref() else {
        return Ok(None);
    };
    let Described {
        file, provenance, ..
    } = Described::read(Some(path))?;
    let description = StartNetwork {
        file: file_name(path),
        checksum: checksum(&file.to_bytes()),
        provenance: Box::new(provenance),
    };
    Ok(Some((file.network, description)))
}

/// Returns the name of a file without its folder.
fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Opens a file of records and checks all of them. `part` is the expected use of the file.
fn open(path: &Path, part: Part) -> Result<RecordFile, String> {
    if input::is_standard(path) {
        return Err("\"-\" is not a file; expected the name of a file".to_owned());
    }
    let to_message = |error: anyhow::Error| error.to_string();
    let total = fs::metadata(path).map_or(0, |found| found.len());
    let bar = ProgressBar::new(format!("bytes of {}", Named(path)));
    let file = RecordFile::open_verified(path, &mut |read| bar.show(read, total));
    let file = file.map_err(to_message)?;
    file.expect_part(part).map_err(to_message)?;
    file.expect_this_evaluation().map_err(to_message)?;
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

/// Writes the checkpoint, the log and the plot.
fn save(
    arguments: &Arguments,
    training: &dyn Training,
    data: &DataDescription,
    evaluation: &EvaluationLosses,
) -> Result<(), String> {
    if let Some(file) = arguments.checkpoint.as_deref() {
        write(file, &checkpoint::to_bytes(training, data))?;
    }
    if let Some(file) = arguments.log.as_deref() {
        // All epochs: those before an interruption too.
        let lines: String = training.epochs().iter().map(to_json).collect();
        write(file, lines.as_bytes())?;
    }
    if let Some(file) = arguments.plot.as_deref() {
        write(file, plot::svg(training, evaluation).as_bytes())?;
    }
    Ok(())
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
    // With `--out`, there is a network, because other widths and `--alone` are refused.
    let (Some(file), Some(network)) = (arguments.out.as_deref(), network) else {
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
        None => "interrupted; without --checkpoint, the training cannot be continued",
    }
    .to_owned()
}
