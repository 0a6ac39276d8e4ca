//! `ferz network`: shows how a network was made, and checks that against its data.

mod show;
mod verify;

use std::path::{Path, PathBuf};

use ferz::eval::network::NetworkFile;
use ferz::eval::network::embedded::{EMBEDDED_FILE, EMBEDDED_NAME};
use ferz::support::quote::Named;
use ferz::tools::trainer::Provenance;

use super::ExitStatus;

/// Show how a network was made, or compare it with the data it was made from
///
/// The file of a network contains its provenance: architecture, commit and settings of the training,
/// the files of games with their SHA-256, and the losses.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example: ferz network show
Example: ferz network verify --data games.vf training.bin held-out.bin")]
pub struct Arguments {
    #[command(subcommand)]
    subcommand: Subcommand,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    Show(show::Arguments),
    Verify(verify::Arguments),
}

/// Runs `ferz network`.
///
/// # Errors
///
/// Returns an error if a file cannot be read or is invalid.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    match &arguments.subcommand {
        Subcommand::Show(arguments) => show::run(arguments),
        Subcommand::Verify(arguments) => verify::run(arguments),
    }
}

/// A network with its name and its parsed provenance.
struct Described {
    /// Name of the file for messages and results.
    name: String,
    file: NetworkFile,
    provenance: Provenance,
}

impl Described {
    /// Reads a network; without a path, the embedded one.
    fn read(path: Option<&PathBuf>) -> Result<Self, String> {
        let name = path.map_or_else(
            || format!("{EMBEDDED_NAME} (embedded)"),
            |path: &PathBuf| Named(path.as_path()).to_string(),
        );
        let load = |path: &PathBuf| NetworkFile::load(Path::new(path)).map_err(|e| e.to_string());
        let embedded = || {
            let file = NetworkFile::from_bytes(EMBEDDED_FILE);
            file.map_err(|error| format!("{name}: {error}"))
        };
        let file = path.map_or_else(embedded, load)?;
        let provenance = serde_json::from_str(&file.provenance).map_err(|error| {
            format!("{name}: the provenance is not as ferz train writes it: {error}")
        })?;
        Ok(Self {
            name,
            file,
            provenance,
        })
    }
}
