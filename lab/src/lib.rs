//! The lab: how ferz is made stronger. Games of ferz against itself, training data, networks, the
//! parameters of the search, matches, and checks of the engine.

#![warn(clippy::unwrap_used)]
#![allow(
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags,
    rustdoc::private_intra_doc_links,
    reason = "comments on arguments are the text of --help"
)]

pub mod charts;
pub mod data;
pub mod datagen;
pub mod epd;
pub mod fit_wdl;
mod magics;
mod network;
mod pairs;
mod plot;
pub mod self_play;
pub mod selfcheck;
mod support;
mod train;
pub mod tune;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use ferz::cli::{ExitStatus, run_logged};

/// Makes ferz stronger: generates games by self-play, trains networks on them, tunes the search,
/// and plays matches between versions.
#[derive(Debug, Parser)]
#[command(
    version,
    bin_name = "ferz-lab",
    after_help = "\
Exit status: 0 on success; 1 if a result differs from the expected one; 2 after an error, such as \
a malformed line of a file or a failed write; 130 after Ctrl-C."
)]
struct Arguments {
    /// Append a log to this file: what RUST_LOG selects
    #[arg(long, value_name = "FILE", global = true)]
    log_file: Option<PathBuf>,

    #[command(subcommand)]
    subcommand: Subcommand,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    Datagen(datagen::Arguments),
    Data(data::Arguments),
    Train(train::Arguments),
    Network(network::Arguments),
    Tune(tune::Arguments),
    FitWdl(fit_wdl::Arguments),
    Match(pairs::matches::Arguments),
    Spsa(pairs::spsa::Arguments),
    Screen(pairs::screen::Arguments),
    Epd(epd::Arguments),
    Selfcheck(selfcheck::Arguments),
    /// Search for magic numbers and print src/chess/attacks/magic_numbers.rs
    #[command(after_help = "Example: ferz-lab magics | diff - src/chess/attacks/magic_numbers.rs")]
    Magics,
    /// Draw the bar charts of docs/performance.md from its tables
    ///
    /// Run it in the folder of the repository. It writes assets/perft.svg and assets/strength.svg.
    #[command(after_help = "Example: ferz-lab charts")]
    Charts,
}

/// Runs the subcommand that the command line names.
#[must_use]
pub fn main() -> ExitCode {
    #[cfg(target_arch = "x86_64")]
    ferz::support::processor::require_instructions();
    let arguments: Arguments = ferz::cli::arguments();
    let log_file = arguments.log_file.as_deref();
    run_logged(log_file, || run(arguments.subcommand))
}

fn run(subcommand: Subcommand) -> Result<ExitStatus, String> {
    match subcommand {
        Subcommand::Datagen(arguments) => datagen::run(&arguments).map_err(message),
        Subcommand::Data(arguments) => data::run(&arguments).map_err(message),
        Subcommand::Train(arguments) => train::run(&arguments).map_err(message),
        Subcommand::Network(arguments) => network::run(&arguments).map_err(message),
        Subcommand::Tune(arguments) => tune::run(&arguments).map_err(message),
        Subcommand::FitWdl(arguments) => fit_wdl::run(&arguments).map_err(message),
        Subcommand::Match(arguments) => pairs::matches::run(&arguments).map_err(message),
        Subcommand::Spsa(arguments) => pairs::spsa::run(&arguments).map_err(message),
        Subcommand::Screen(arguments) => pairs::screen::run(&arguments).map_err(message),
        Subcommand::Epd(arguments) => epd::run(&arguments).map_err(message),
        Subcommand::Selfcheck(arguments) => selfcheck::run(&arguments).map_err(message),
        Subcommand::Magics => magics::run(),
        Subcommand::Charts => charts::run().map_err(message),
    }
}

/// Returns the message of an error: the places, then what was wrong.
#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn message(error: anyhow::Error) -> String {
    format!("{error:#}")
}
