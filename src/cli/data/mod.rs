//! `ferz data`: checks files of training games, prints statistics or positions, and makes training
//! data for networks from them.

mod arguments;
mod deep;
mod prepare;
mod report;

use ferz::tools::games::{DataError, GameSummary};

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
        _ => summarize(arguments),
    }
}

/// Checks the files, and prints statistics or all positions.
fn summarize(arguments: &Arguments) -> Result<ExitStatus, String> {
    let mut summary = GameSummary::default();
    for file in &arguments.files {
        let to_message = |error: DataError| error.to_string();
        let mut games = input::games(file).map_err(to_message)?;
        let mut before = 0;
        while let Some(game) = games.next() {
            let game = game.map_err(to_message)?;
            summary.add(&game, games.bytes() - before);
            before = games.bytes();
            if arguments.text {
                let lines = game.samples().map(|sample| format!("{sample}\n"));
                if !print_to_reader(&lines.collect::<String>())? {
                    return Ok(ExitStatus::Success);
                }
            }
        }
    }
    if !arguments.text {
        print(&summary.to_string())?;
    }
    Ok(ExitStatus::Success)
}
