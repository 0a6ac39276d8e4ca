//! `ferz-lab network`: shows how a network was made, and compares that with its data.

use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result};
use ferz::eval::network::NetworkFile;
use ferz::eval::network::architecture::HIDDEN;
use ferz::eval::network::embedded::{EMBEDDED_FILE, EMBEDDED_NAME};
use ferz::eval::network::file::checksum;
use ferz::support::quote::{Named, OneLine};
use shell_words::quote;

use crate::data::{Part, RecordFile, is_record_file, sha256};
use crate::support::{check_threads, size};
use crate::train::loss::{Objective, TargetShares, network_loss, removed_percent};
use crate::train::provenance::{DataFile, MeasuredLosses, Provenance};
use crate::train::settings::Settings;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, Threads, print};
use ferz::report::to_json;

/// Show how a network was made, or compare it with the data it was made from
///
/// The file of a network contains its provenance: architecture, commit and settings of the
/// training, the files of games with their SHA-256, and the losses.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example: ferz-lab network show
Example: ferz-lab network verify --data games.vf training.bin held-out.bin")]
pub struct Arguments {
    #[command(subcommand)]
    subcommand: Subcommand,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    Show(ShowArguments),
    Verify(VerifyArguments),
}

/// Print how a network was made
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz-lab network show")]
struct ShowArguments {
    /// File of the network [default: the network that is part of the program]
    file: Option<PathBuf>,

    /// Print the provenance as one line of JSON
    #[arg(long)]
    json: bool,
}

/// Compare a network with the data it was made from
///
/// Each file is either a file of games or a file that ferz-lab data wrote. The SHA-256 of games and
/// the header and checksum of prepared data must be those that the network's file states, and the
/// loss of the network on held-out and deep data must be the one stated, within a millionth,
/// because the exponential functions of two systems may differ in the last bit. The exit status is
/// 1 if something differs.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz-lab network verify --data games.vf training.bin held-out.bin"
)]
struct VerifyArguments {
    /// File of the network [default: the network that is part of the program]
    file: Option<PathBuf>,

    /// Files to compare with
    #[arg(long, value_name = "FILES", required = true, num_args = 1..)]
    data: Vec<PathBuf>,

    #[command(flatten)]
    threads: Threads,
}

/// Shows a network, or compares it with data.
pub fn run(arguments: &Arguments) -> Result<ExitStatus> {
    match &arguments.subcommand {
        Subcommand::Show(arguments) => {
            let described = <DescribedNetwork>::read(arguments.file.as_deref())?;
            let text = match arguments.json {
                true => to_json(&described.provenance),
                false => format_provenance(&described),
            };
            print(&text).map_err(Error::msg)?;
            Ok(ExitStatus::Success)
        }
        Subcommand::Verify(arguments) => verify(arguments),
    }
}

/// A network with its name and its parsed provenance.
pub struct DescribedNetwork<const H: usize = HIDDEN> {
    /// Name of the file, for messages.
    name: String,
    pub file: NetworkFile<H>,
    pub provenance: Provenance,
}

impl<const H: usize> DescribedNetwork<H> {
    /// Reads a network of this width; without a path, the embedded one, which has that of the engine.
    pub fn read(path: Option<&Path>) -> Result<Self> {
        let (name, file) = match path {
            Some(path) => (Named(path).to_string(), NetworkFile::load(path)?),
            None => {
                let name = format!("{EMBEDDED_NAME} (embedded)");
                let file = NetworkFile::from_bytes(EMBEDDED_FILE).context(name.clone())?;
                (name, file)
            }
        };
        let provenance = serde_json::from_str(&file.provenance).with_context(|| {
            format!("{name}: the provenance is not as ferz-lab train writes it")
        })?;
        Ok(Self {
            name,
            file,
            provenance,
        })
    }
}

/// Formats the provenance.
fn format_provenance(described: &DescribedNetwork) -> String {
    let provenance = &described.provenance;
    let (data, losses) = (&provenance.data, &provenance.losses);
    let bytes = described.file.to_bytes();
    let mut text = String::new();
    // The file can contain any text.
    let mut line = |line: String| text += &format!("{}\n", OneLine(&line));
    line(format!("Network: {}", described.name));
    line(format!("Architecture: {}", provenance.architecture));
    line(format!("Size: {} bytes", bytes.len()));
    line(format!("Checksum: CRC-32C {:08x}", checksum(&bytes)));
    line(format!("Trained by: commit {}", provenance.commit));
    line(format!("Command: {}", training_command(provenance)));
    let (epochs, kept) = (provenance.epochs, provenance.kept);
    line(format!(
        "Epochs: {epochs}; kept the weights of epoch {kept}"
    ));
    line(format!("Training loss: {:.6}", losses.training));
    for (name, of_set) in [("Held-out", losses.held_out), ("Deep", losses.deep)] {
        if let Some(of_set) = of_set {
            line(format!("{name} loss: {}", format_losses(of_set)));
        }
    }
    let files = [
        ("Training", Some(&data.training)),
        ("Held-out", data.held_out.as_ref()),
        ("Deep", data.deep.as_ref()),
    ];
    for (name, file) in files {
        if let Some(DataFile { file, header }) = file {
            let (records, checksum) = (header.records, header.checksum);
            line(format!(
                "{name} data: {file}, {records} positions, CRC-32C {checksum:08x}"
            ));
        }
    }
    for start in provenance.start_networks() {
        let command = training_command(&start.provenance);
        let (file, checksum) = (&start.file, start.checksum);
        line(format!(
            "Started from: {file}, CRC-32C {checksum:08x}, {command}"
        ));
    }
    for source in provenance.sources() {
        let known = Some(&*source.origin).filter(|origin| !origin.is_empty());
        line(format!(
            "Games: {}, {} games, {} positions, {} bytes, SHA-256 {}; origin: {}",
            source.file,
            source.games,
            source.positions,
            source.bytes,
            source.sha256,
            known.unwrap_or("unknown")
        ));
    }
    text
}

/// Returns the command that trains the same network again, for any name of its file.
fn training_command(provenance: &Provenance) -> String {
    let Settings {
        hidden,
        teach,
        epochs,
        patience,
        batch,
        rate,
        final_rate,
        weight_decay,
        initial_range,
        later_share,
        result_share,
        seed,
        threads,
    } = &provenance.settings;
    let data = &provenance.data;
    let mut command = format!("ferz-lab train {}", quote(&data.training.file));
    for (option, file) in [("--held-out", &data.held_out), ("--deep", &data.deep)] {
        if let Some(file) = file {
            command += &format!(" {option} {}", quote(&file.file));
        }
    }
    let first_weights = match &data.start {
        Some(start) => format!("--start {}", quote(&start.file)),
        None => format!("--initial-range {initial_range}"),
    };
    let teach = teach.map_or_else(String::new, |walks| format!(" --teach {walks}"));
    command
        + &format!(
            " --hidden {hidden}{teach} --epochs {epochs} \
             --patience {patience} --batch {batch} --rate {rate} --final-rate {final_rate} \
             --weight-decay {weight_decay} {first_weights} \
             --later-share {later_share} --result-share {result_share} --seed {seed} \
             --threads {threads} --commit {} --out FILE",
            quote(&provenance.commit)
        )
}

/// Formats the losses on one set of positions.
fn format_losses(losses: MeasuredLosses) -> String {
    let (real, evaluation) = (losses.real, losses.evaluation);
    let removed = removed_percent(real, evaluation);
    let quantized = losses.quantized;
    let quantized = quantized.map_or(String::new(), |loss| format!(", quantized {loss:.6}"));
    format!(
        "{real:.6} (evaluation of the program {evaluation:.6}; removed {removed:.1} %){quantized}"
    )
}

/// Compares a network with the files it was made from.
fn verify(arguments: &VerifyArguments) -> Result<ExitStatus> {
    let described = <DescribedNetwork>::read(arguments.file.as_deref())?;
    check_threads(arguments.threads.number())?;
    let mut status = ExitStatus::Success;
    let total = arguments.data.iter().map(|path| size(path)).sum();
    let (bar, mut before) = (ProgressBar::new("bytes"), 0);
    for path in &arguments.data {
        let mut show = |read| bar.show(before + read, total);
        let unreadable = || format!("cannot read {}", Named(path));
        let compared = if is_record_file(path).with_context(unreadable)? {
            let file = RecordFile::open_verified(path, &mut show)?;
            compare_records(&described, &file, arguments.threads.number())
        } else {
            let found = sha256(path, &mut show).with_context(unreadable)?;
            compare_games(&described.provenance, &found)
        };
        before += size(path);
        let text = compared.unwrap_or_else(|difference| {
            status = ExitStatus::Difference;
            difference
        });
        let print = || print(&format!("{}: {text}\n", Named(path)));
        bar.aside(print).map_err(Error::msg)?;
    }
    Ok(status)
}

/// The result of a comparison, as text: what is equal, or what differs.
type Comparison = Result<String, String>;

/// Compares the SHA-256 of a file of games with the sources of the training data.
fn compare_games(provenance: &Provenance, found: &str) -> Comparison {
    let mut sources = provenance.sources();
    if let Some(source) = sources.find(|source| source.sha256 == found) {
        let (games, file) = (source.games, &source.file);
        return Ok(format!("equal: the {games} games of {file}"));
    }
    let names: Vec<&str> = provenance.sources().map(|source| &*source.file).collect();
    let names = names.join(", ");
    Err(format!(
        "different: SHA-256 {found}; expected that of a file of games that the network was made from ({names})"
    ))
}

/// Compares prepared data, and the loss on it.
fn compare_records(described: &DescribedNetwork, file: &RecordFile, threads: usize) -> Comparison {
    /// Allowed difference of a loss from the one stated, as a share of it.
    const LOSS_TOLERANCE: f64 = 1e-6;
    let Provenance {
        settings,
        data,
        losses,
        ..
    } = &described.provenance;
    let (score_alone, last_epoch) = (TargetShares::default(), settings.final_shares());
    let (stated, measured, shares) = match file.header().part {
        Part::Training => (Some(&data.training), None, score_alone),
        Part::HeldOut => (data.held_out.as_ref(), losses.held_out, last_epoch),
        Part::Deep => (data.deep.as_ref(), losses.deep, score_alone),
    };
    let stated = stated.ok_or("different: the network was made without such data")?;
    let (found, expected) = (file.header(), &stated.header);
    if found != expected {
        return Err(format!(
            "different: {} positions, CRC-32C {:08x}, and how they were made; expected {} positions, CRC-32C {:08x}",
            found.records, found.checksum, expected.records, expected.checksum
        ));
    }
    let equal = format!("equal: {} positions", expected.records);
    let objective = Objective {
        scale: expected.scale,
        shares,
    };
    let Some(stated_loss) = measured.and_then(|measured| measured.quantized) else {
        return Ok(equal);
    };
    let network = &described.file.network;
    let loss = network_loss(network, file.records(), &objective, threads);
    if (loss - stated_loss).abs() <= stated_loss * LOSS_TOLERANCE {
        Ok(format!("{equal}, loss {stated_loss:.6}"))
    } else {
        Err(format!("different: loss {loss}; expected {stated_loss}"))
    }
}
