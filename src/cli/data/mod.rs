//! `ferz data`: checks files of training games, prints statistics or positions, draws them, and makes
//! training data for networks from them.

mod arguments;
mod deep;
mod prepare;
mod report;

use ferz::tools::games::{DataError, GameSummary};
use ferz::tools::plot::GamesPlot;

use super::output::{check_given, write};
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
        _ => summarize(arguments),
    }
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
