//! `ferz-lab data`: checks files of training games, prints statistics or positions, draws them, and
//! makes training data for networks from them: quiet positions with labels, in random order.
//!
//! The same games and settings give the same files, byte for byte, on any number of threads.

mod deep;
mod file;
mod format;
mod games;
mod labels;
mod prepare;
mod reader;
pub mod record;
mod report;
mod trees;

use std::path::{Path, PathBuf};

use anyhow::{Error, Result, ensure};

pub use deep::{DeepReport, label_deeply};
pub use file::{Header, Part, RecordFile, RecordWriter, Source, is_record_file};
pub use format::encode;
pub use games::{Game, Sample, ScoredMove, Torn, has_winning_capture};
pub use labels::{LabelSettings, PrepareSettings, expected_points, game_hash, later_points};
pub use prepare::{prepare, sha256};
pub use reader::{GameReader, for_each_game};
pub use record::{Labels, Record};
pub use report::{GameSummary, Report};
pub use trees::{GameTree, TreeFile, TreeReader};

use crate::plot::games::GamesPlot;
use crate::support::{check_standard_input_once, size, write_given};
use ferz::cli::input;
use ferz::cli::output::check_given;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, Threads, number, print, print_to_reader};

/// Check files of games in viriformat, and print statistics, draw them, or make training data
///
/// Checks every position, move and result against the rules of chess. The first error ends the
/// command; its file, game and byte offset are printed to standard error.
///
/// With --out and --held-out, writes the quiet positions of the games with their labels to two
/// files, in random order, and prints statistics of them. In a quiet position, the side to move is
/// not in check, the best move is neither a capture nor a promotion, and no capture wins material.
/// Known endgames and scores from --max-score on are left out. The labels are the score of the
/// search, the mean of the later scores, and the result of the game. A hash of its moves decides
/// whether a game is held out, so all its positions go to the same file, whichever other games are
/// given. So do those that ferz-lab datagen --tree has written; the score is their only label.
///
/// With --out and --deep, labels the first positions of such a file with long searches.
///
/// A position takes 32 bytes. During the run, a temporary file as large as each output is beside
/// it, and 100 million positions need 48 MB of memory. The same arguments give the same files on
/// any number of threads. Ctrl-C ends the command with exit status 130, and nothing is written.
///
/// Given files that it has written, checks them and prints their headers in JSON.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example: ferz-lab data games.vf --text | shuf -n 10
Example: ferz-lab data games.vf --plot games.svg
Example: ferz-lab data a.vf b.vf b.tree --out training.bin --held-out held-out.bin
Example: ferz-lab data held-out.bin --deep 2000 --out deep.bin
Example: ferz-lab data training.bin")]
pub struct Arguments {
    /// Files of games, or files that this command wrote; - for games from standard input. With
    /// --held-out also files of positions from trees. With --deep, one file that --held-out wrote
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Print every position instead of statistics, as "FEN | score | result", with the score in
    /// centipawns and the result in points (1.0, 0.5 or 0.0), both from White's view
    #[arg(long, conflicts_with_all = ["out", "kind"])]
    text: bool,

    /// File for a picture of the games, as SVG: scores, phases, results by score with the curve
    /// that ferz-lab fit-wdl fits to them, and lengths
    #[arg(long, value_name = "FILE", conflicts_with_all = ["text", "out", "kind"])]
    plot: Option<PathBuf>,

    /// File to write: positions for training, or with --deep, positions with the scores of long
    /// searches
    #[arg(long, value_name = "FILE", requires = "kind")]
    out: Option<PathBuf>,

    /// File for the positions of held-out games, to measure the loss on
    #[arg(long, value_name = "FILE", requires = "out", group = "kind")]
    held_out: Option<PathBuf>,

    /// Label the first N positions of the file with long searches, except those with mate scores
    #[arg(long, value_name = "N", requires = "out", group = "kind", value_parser = number::<usize>(1..=u64::MAX))]
    deep: Option<usize>,

    #[command(flatten)]
    preparation: PrepareSettings,

    /// Nodes of each search of --deep
    #[arg(long, value_name = "N", default_value_t = deep::DEEP_NODES, requires = "deep", conflicts_with = "held_out", value_parser = number::<u64>(1..=u64::MAX))]
    nodes: u64,

    #[command(flatten)]
    threads: Threads,
}

/// Runs `ferz-lab data`.
pub fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let (files, threads) = (&arguments.files[..], arguments.threads.number());
    check_standard_input_once(files).map_err(Error::msg)?;
    match (&arguments.out, &arguments.held_out, arguments.deep) {
        (Some(out), Some(held_out), _) => {
            prepare::run(files, out, held_out, &arguments.preparation, threads)
        }
        (Some(out), None, Some(count)) => deep::run(files, out, count, arguments.nodes, threads),
        _ if arguments.text => print_positions(files),
        _ if arguments.plot.is_none() && are_record_files(files) => print_headers(files),
        _ => summarize(files, arguments.plot.as_deref()),
    }
}

/// Returns whether all files are files of records, which this command wrote.
fn are_record_files(files: &[PathBuf]) -> bool {
    // Of a file that cannot be read, the reader of games reports the error.
    let mut files = files.iter();
    files.all(|file| !input::is_standard(file) && is_record_file(file).unwrap_or(false))
}

/// Checks files of records, and prints their headers.
fn print_headers(files: &[PathBuf]) -> Result<ExitStatus> {
    let total = files.iter().map(|file| size(file)).sum();
    let (bar, mut before) = (ProgressBar::new("bytes"), 0);
    for file in files {
        let records = RecordFile::open_verified(file, &mut |read| bar.show(before + read, total))?;
        before += size(file);
        let header = serde_json::to_string_pretty(records.header())?;
        bar.aside(|| print(&format!("{header}\n")))
            .map_err(Error::msg)?;
    }
    Ok(ExitStatus::Success)
}

/// Checks the files, prints statistics, and draws the plot.
fn summarize(files: &[PathBuf], plot_file: Option<&Path>) -> Result<ExitStatus> {
    check_given(files, &[("--plot", plot_file)]).map_err(Error::msg)?;
    let mut summary = GameSummary::default();
    let mut plot = plot_file.map(|_| GamesPlot::default());
    for_each_game(files, |game, bytes| {
        summary.add(game, bytes);
        if let Some(plot) = &mut plot {
            plot.add(game);
        }
    })?;
    if let Some(plot) = plot {
        ensure!(
            plot.results.positions() > 0,
            "--plot: found no positions without mate scores; expected at least one"
        );
        write_given(plot_file, || plot.svg())?;
    }
    print(&summary.to_string()).map_err(Error::msg)?;
    Ok(ExitStatus::Success)
}

/// Checks the files, and prints all positions, without a progress bar between them.
fn print_positions(files: &[PathBuf]) -> Result<ExitStatus> {
    for file in files {
        for game in reader::open(file)? {
            let game = game?;
            let lines = game.samples().map(|sample| format!("{sample}\n"));
            if !print_to_reader(&lines.collect::<String>()).map_err(Error::msg)? {
                return Ok(ExitStatus::Success);
            }
        }
    }
    Ok(ExitStatus::Success)
}
