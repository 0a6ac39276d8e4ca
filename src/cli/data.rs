//! `ferz data`: looking at files of games to learn from.

use std::path::PathBuf;

use ferz::tools::games::{DataError, Summary};

use super::{ExitStatus, input, print, print_to_reader};

/// Check files of games in viriformat, and tell what is in them
///
/// Every position, move and result is held against the rules of chess. The first that
/// breaks them ends it, with the file, the game and the byte on standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz data games.vf --text | shuf -n 10")]
pub struct Arguments {
    /// The files; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Print every position instead, as "FEN | score | result": centipawns and points (1.0,
    /// 0.5 or 0.0), both from White's view
    #[arg(long)]
    text: bool,
}

/// Runs it.
///
/// # Errors
///
/// Where a file cannot be read or is not what it should be, in words.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    input::check_once(&arguments.files)?;
    let mut summary = Summary::default();
    for file in &arguments.files {
        let in_words = |error: DataError| error.to_string();
        let mut games = input::games(file).map_err(in_words)?;
        let mut before = 0;
        while let Some(game) = games.next() {
            let game = game.map_err(in_words)?;
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
