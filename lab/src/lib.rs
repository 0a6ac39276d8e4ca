//! The lab: how ferz is made stronger. Games of ferz against itself, training data, networks, the
//! parameters of the search, matches, and checks of the engine.

#![cfg_attr(not(test), warn(clippy::unwrap_used))]
#![allow(
    missing_docs,
    reason = "only the lab's tests and fuzz targets use this library; plain names need no comment"
)]
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
mod state;
mod support;
mod train;
mod tree;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use ferz::cli::{ExitStatus, run_logged};

/// Makes ferz stronger: generates games by self-play, trains networks on them, tunes the constants of
/// the search, and plays matches between networks or options.
#[derive(Debug, Parser)]
#[command(
    version,
    bin_name = "ferz-lab",
    after_help = "\
Exit status: 0 on success; 1 if a result differs from the expected one; 2 after an error, such as \
a malformed line of a file or a failed write; 130 after Ctrl-C or SIGTERM."
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
    FitWdl(fit_wdl::Arguments),
    Match(pairs::matches::Arguments),
    Spsa(pairs::spsa::Arguments),
    Screen(pairs::screen::Arguments),
    Epd(epd::Arguments),
    Selfcheck(selfcheck::Arguments),
    /// Search for magic numbers and print src/chess/attacks/magic_numbers.rs
    #[command(after_help = "Example: ferz-lab magics | diff - src/chess/attacks/magic_numbers.rs")]
    Magics,
    /// Draw the pictures of speed and strength from the tables of the pages
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
    let arguments: Arguments = ferz::cli::parse_arguments();
    let log_file = arguments.log_file.as_deref();
    run_logged(log_file, || {
        // The alternate form also prints the context: the places, then what was wrong.
        run(arguments.subcommand).map_err(|error| format!("{error:#}"))
    })
}

fn run(subcommand: Subcommand) -> anyhow::Result<ExitStatus> {
    match subcommand {
        Subcommand::Datagen(arguments) => datagen::run(&arguments),
        Subcommand::Data(arguments) => data::run(&arguments),
        Subcommand::Train(arguments) => train::run(&arguments),
        Subcommand::Network(arguments) => network::run(&arguments),
        Subcommand::FitWdl(arguments) => fit_wdl::run(&arguments),
        Subcommand::Match(arguments) => pairs::matches::run(&arguments),
        Subcommand::Spsa(arguments) => pairs::spsa::run(&arguments),
        Subcommand::Screen(arguments) => pairs::screen::run(&arguments),
        Subcommand::Epd(arguments) => epd::run(&arguments),
        Subcommand::Selfcheck(arguments) => selfcheck::run(&arguments),
        Subcommand::Magics => magics::run(),
        Subcommand::Charts => charts::run(),
    }
}
