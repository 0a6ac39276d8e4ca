//! `ferz network show`: prints the provenance of a network.

use std::fmt::Write;
use std::path::PathBuf;

use crate::trainer::{DataFile, MeasuredLosses, Provenance, StartNetwork, TrainingSettings};
use crate::training_data::Source;
use ferz::eval::network::file::checksum;
use ferz::support::quote::OneLine;
use ferz::support::rounding::rounded;
use shell_words::quote;

use super::described::Described;
use crate::cli::{ExitStatus, print, to_json};

/// Print how a network was made
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz network show")]
pub struct Arguments {
    /// File of the network [default: the network that is part of the program]
    file: Option<PathBuf>,

    /// Print the provenance as one line of JSON
    #[arg(long)]
    json: bool,
}

/// Runs `ferz network show`.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is not a network.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let described = Described::read(arguments.file.as_deref())?;
    if arguments.json {
        print(&to_json(&described.provenance))?;
    } else {
        print(&text(&described))?;
    }
    Ok(ExitStatus::Success)
}

/// Formats the provenance.
fn text(described: &Described) -> String {
    let Provenance {
        architecture,
        commit,
        settings: _,
        data,
        epochs,
        kept,
        losses,
    } = &described.provenance;
    let bytes = described.file.to_bytes();
    let mut text = String::new();
    // The file can contain any text.
    let mut line = |line: String| text += &format!("{}\n", OneLine(&line));
    line(format!("Network: {}", described.name));
    line(format!("Architecture: {architecture}"));
    line(format!("Size: {} bytes", bytes.len()));
    line(format!("Checksum: CRC-32C {:08x}", checksum(&bytes)));
    line(format!("Trained by: commit {commit}"));
    line(format!(
        "Command: {} --out FILE",
        training_command(&described.provenance)
    ));
    line(format!(
        "Epochs: {epochs}; kept the weights of epoch {kept}"
    ));
    line(format!("Training loss: {:.6}", losses.training));
    if let Some(losses) = losses.held_out {
        line(format!("Held-out loss: {}", measured(losses)));
    }
    if let Some(losses) = losses.deep {
        line(format!("Deep loss: {}", measured(losses)));
    }
    line(data_file("Training data", &data.training));
    for (name, file) in [("Held-out data", &data.held_out), ("Deep data", &data.deep)] {
        if let Some(file) = file {
            line(data_file(name, file));
        }
    }
    for network in described.provenance.start_networks() {
        line(start_network(network));
    }
    for games in described.provenance.sources() {
        line(source(games));
    }
    text
}

/// Returns the command that trains the same network again.
fn training_command(provenance: &Provenance) -> String {
    let TrainingSettings {
        hidden,
        alone: _,
        network_weight,
        epochs,
        patience,
        batch,
        rate,
        final_rate,
        weight_decay,
        initial_range,
        dropout,
        later_share,
        result_share,
        seed,
        threads,
    } = &provenance.settings;
    let data = &provenance.data;
    let mut command = format!("ferz train {}", quote(&data.training.file));
    for (option, file) in [("--held-out", &data.held_out), ("--deep", &data.deep)] {
        if let Some(file) = file {
            command += &format!(" {option} {}", quote(&file.file));
        }
    }
    let first_weights = match &data.start {
        Some(start) => format!("--start {}", quote(&start.file)),
        None => format!("--initial-range {initial_range}"),
    };
    command
        + &format!(
            " --hidden {hidden} --network-weight {network_weight} --epochs {epochs} \
             --patience {patience} --batch {batch} --rate {rate} --final-rate {final_rate} \
             --weight-decay {weight_decay} {first_weights} --dropout {dropout} \
             --later-share {later_share} --result-share {result_share} --seed {seed} \
             --threads {threads} --commit {}",
            quote(&provenance.commit)
        )
}

fn start_network(start: &StartNetwork) -> String {
    let StartNetwork {
        file,
        checksum,
        provenance,
    } = start;
    format!(
        "Started from: {file}, CRC-32C {checksum:08x}, {} --out FILE",
        training_command(provenance)
    )
}

fn measured(losses: MeasuredLosses) -> String {
    let mut text = format!(
        "{:.6} (hand-crafted evaluation alone {:.6}; removed {:.1} %)",
        losses.real,
        losses.evaluation,
        rounded(losses.removed_percent(losses.real), 1)
    );
    if let Some(quantized) = losses.quantized {
        // Writing to a string cannot fail.
        let _: Result<(), _> = write!(text, ", quantized {quantized:.6}");
    }
    text
}

fn data_file(name: &str, DataFile { file, header }: &DataFile) -> String {
    format!(
        "{name}: {file}, {} positions, CRC-32C {:08x}",
        header.records, header.checksum
    )
}

fn source(games: &Source) -> String {
    let Source {
        file,
        origin,
        bytes,
        sha256,
        games,
        positions,
    } = games;
    let origin = if origin.is_empty() { "unknown" } else { origin };
    format!(
        "Games: {file}, {games} games, {positions} positions, {bytes} bytes, SHA-256 {sha256}; origin: {origin}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_that_rounds_to_zero_has_no_sign() {
        let losses = MeasuredLosses {
            real: 0.050_001,
            quantized: None,
            evaluation: 0.05,
        };
        let expected = "0.050001 (hand-crafted evaluation alone 0.050000; removed 0.0 %)";
        assert_eq!(measured(losses), expected);
    }
}
