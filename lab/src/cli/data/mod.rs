//! `ferz data`: checks files of training games, prints statistics or positions, draws them, and
//! makes training data for networks from them.

mod arguments;
mod deep;
mod prepare;
mod report;

use std::path::PathBuf;

use crate::games::{DataError, GameSummary};
use crate::plot::games::GamesPlot;
use crate::training_data::RecordFile;

use super::output::{check_given, write};
use super::progress::ProgressBar;
use super::{ExitStatus, input, print, print_to_reader};
pub use arguments::Arguments;

/// Runs `ferz data`.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written, or contains an error.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    input::check_once(&arguments.files)?;
    match (&arguments.out, &arguments.held_out, arguments.deep) {
        (Some(out), Some(held_out), _) => prepare::run(arguments, out, held_out),
        (Some(out), None, Some(count)) => deep::run(arguments, out, count),
        _ if arguments.text => print_positions(arguments),
        _ if arguments.plot.is_none() && is_all_training_data(&arguments.files) => {
            print_headers(&arguments.files)
        }
        _ => summarize(arguments),
    }
}

/// Returns whether all files are training data that this command wrote.
fn is_all_training_data(files: &[PathBuf]) -> bool {
    // A file that cannot be read is an error of the reader of games.
    let mut files = files.iter();
    files.all(|file| !input::is_standard(file) && input::is_training_data(file).unwrap_or(false))
}

/// Checks files of training data, and prints their headers.
fn print_headers(files: &[PathBuf]) -> Result<ExitStatus, String> {
    let total = files.iter().map(|file| input::size(file)).sum();
    let (bar, mut before) = (ProgressBar::new("bytes"), 0);
    for file in files {
        let records = RecordFile::open_verified(file, &mut |read| bar.show(before + read, total))
            .map_err(|error| error.to_string())?;
        before += input::size(file);
        let header = serde_json::to_string_pretty(records.header());
        let header = header.expect("a header has only plain fields");
        bar.aside(|| print(&format!("{header}\n")))?;
    }
    Ok(ExitStatus::Success)
}

/// Checks the files, prints statistics, and draws the plot.
fn summarize(arguments: &Arguments) -> Result<ExitStatus, String> {
    let plot_file = arguments.plot.as_deref();
    check_given(&arguments.files, &[("--plot", plot_file)])?;
    let mut summary = GameSummary::default();
    let mut plot = arguments.plot.is_some().then(GamesPlot::default);
    input::for_each_game(&arguments.files, |game, bytes| {
        summary.add(game, bytes);
        if let Some(plot) = &mut plot {
            plot.add(game);
        }
    })?;
    if let (Some(file), Some(plot)) = (&arguments.plot, plot) {
        if plot.results().positions() == 0 {
            return Err(
                "--plot: found no positions without mate scores; expected at least one".to_owned(),
            );
        }
        write(file, plot.svg().as_bytes())?;
    }
    print(&summary.to_string())?;
    Ok(ExitStatus::Success)
}

/// Checks the files, and prints all positions. The output shows the progress.
fn print_positions(arguments: &Arguments) -> Result<ExitStatus, String> {
    for file in &arguments.files {
        for game in input::games(file)? {
            let game = game.map_err(|error: DataError| error.to_string())?;
            let lines = game.samples().map(|sample| format!("{sample}\n"));
            if !print_to_reader(&lines.collect::<String>())? {
                return Ok(ExitStatus::Success);
            }
        }
    }
    Ok(ExitStatus::Success)
}
