//! `ferz data`: checks files of training games, and prints statistics or positions.

use std::path::PathBuf;

use ferz::tools::games::{DataError, GameSummary};

use super::{ExitStatus, input, print, print_to_reader};

/// Check files of games in viriformat, and print statistics
///
/// Checks every position, move and result against the rules of chess. The first error ends the
/// command; its file, game and byte offset are printed to standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz data games.vf --text | shuf -n 10")]
pub struct Arguments {
    /// Files to check; - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Print every position instead of statistics, as "FEN | score | result", with the score in
    /// centipawns and the result in points (1.0, 0.5 or 0.0), both from White's view
    #[arg(long)]
    text: bool,
}

/// Runs `ferz data`.
///
/// # Errors
///
/// Returns an error if a file cannot be read or contains an error.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    input::check_once(&arguments.files)?;
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
