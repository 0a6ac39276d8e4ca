//! `ferz network`: shows how a network was made, and checks that against its data.

mod described;
mod show;
mod verify;

use super::ExitStatus;
pub(super) use described::Described;

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
