//! `ferz network verify`: compares the provenance of a network with data.

use std::io;
use std::path::{Path, PathBuf};

use crate::trainer::{
    DataFile, MeasuredLosses, PointsObjective, Provenance, TargetShares, network_losses,
};
use crate::training_data::{Part, RecordFile, sha256};
use ferz::support::quote::Named;

use super::described::Described;
use crate::cli::progress::ProgressBar;
use crate::cli::{ExitStatus, Threads, input, print};

/// Compare a network with the data it was made from
///
/// Each file is either a file of games or a file that ferz data wrote. The SHA-256 of games and the
/// header and checksum of prepared data must be those that the network's file states, and the loss
/// of the network on held-out and deep data must be the one stated, within a millionth, because
/// the exponential functions of two systems may differ in the last bit. The exit status is 1 if
/// something differs.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz network verify --data games.vf training.bin held-out.bin")]
pub struct Arguments {
    /// File of the network [default: the network that is part of the program]
    file: Option<PathBuf>,

    /// Files to compare with
    #[arg(long, value_name = "FILES", required = true, num_args = 1..)]
    data: Vec<PathBuf>,

    #[command(flatten)]
    threads: Threads,
}

/// Runs `ferz network verify`.
///
/// # Errors
///
/// Returns an error if a file cannot be read or is invalid.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let described = Described::read(arguments.file.as_deref())?;
    let mut status = ExitStatus::Success;
    let total = arguments.data.iter().map(|path| input::size(path)).sum();
    let (bar, mut before) = (ProgressBar::new("bytes"), 0);
    for path in &arguments.data {
        let mut show = |read| bar.show(before + read, total);
        let compared =
            if crate::data::is_training_data(path).map_err(|error| unreadable(path, &error))? {
                compare_records(&described, path, arguments.threads.number(), &mut show)?
            } else {
                compare_games(&described.provenance, path, &mut show)?
            };
        before += input::size(path);
        let text = match compared {
            Ok(equal) => equal,
            Err(difference) => {
                status = ExitStatus::Difference;
                difference
            }
        };
        bar.aside(|| print(&format!("{}: {text}\n", Named(path))))?;
    }
    Ok(status)
}

/// Allowed difference of a loss from the one stated, as a share of it.
const LOSS_TOLERANCE: f64 = 1e-6;

/// What was found: in words what is equal, or what differs.
type Comparison = Result<String, String>;

fn unreadable(path: &Path, error: &io::Error) -> String {
    format!("cannot read {}: {error}", Named(path))
}

/// Compares a file of games with the sources of the training data.
fn compare_games(
    provenance: &Provenance,
    path: &Path,
    show: &mut dyn FnMut(u64),
) -> Result<Comparison, String> {
    let found = sha256(path, show).map_err(|error| unreadable(path, &error))?;
    let mut sources = provenance.sources();
    Ok(match sources.find(|source| source.sha256 == found) {
        Some(source) => Ok(format!(
            "equal: the {} games of {}",
            source.games, source.file
        )),
        None => {
            let names: Vec<&str> = provenance
                .sources()
                .map(|source| source.file.as_str())
                .collect();
            let names = names.join(", ");
            Err(format!(
                "different: SHA-256 {found}; expected that of a file of games that the network was made from ({names})"
            ))
        }
    })
}

/// Compares prepared data, and the losses on it.
fn compare_records(
    described: &Described,
    path: &Path,
    threads: usize,
    show: &mut dyn FnMut(u64),
) -> Result<Comparison, String> {
    let file = RecordFile::open_verified(path, show).map_err(|error| error.to_string())?;
    let Provenance {
        settings,
        data,
        losses,
        ..
    } = &described.provenance;
    let part = file.header().part;
    let (stated, measured, shares): (Option<&DataFile>, Option<MeasuredLosses>, _) = match part {
        Part::Training => (Some(&data.training), None, TargetShares::default()),
        Part::HeldOut => (
            data.held_out.as_ref(),
            losses.held_out,
            settings.final_shares(),
        ),
        Part::Deep => (data.deep.as_ref(), losses.deep, TargetShares::default()),
    };
    let Some(stated) = stated else {
        return Ok(Err(
            "different: the network was made without such data".to_owned()
        ));
    };
    if *file.header() != stated.header {
        return Ok(Err(format!(
            "different: {} positions, CRC-32C {:08x}, and how they were made; expected {} positions, CRC-32C {:08x}",
            file.header().records,
            file.header().checksum,
            stated.header.records,
            stated.header.checksum
        )));
    }
    let equal = format!("equal: {} positions", stated.header.records);
    let Some(expected) = measured.and_then(|measured| measured.quantized) else {
        return Ok(Ok(equal));
    };
    let objective = PointsObjective {
        scale: stated.header.scale,
        shares,
    };
    let found = network_losses(
        &described.file.network,
        settings.network_weight,
        file.records(),
        &objective,
        threads,
    );
    let difference = (found.network - expected).abs();
    Ok(if difference <= expected * LOSS_TOLERANCE {
        Ok(format!("{equal}, loss {expected:.6}"))
    } else {
        Err(format!(
            "different: loss {}; expected {expected}",
            found.network
        ))
    })
}
