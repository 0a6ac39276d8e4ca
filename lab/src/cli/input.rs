//! Input files of subcommands: games, training data.

use std::fs;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

pub use ferz::cli::input::{is_standard, name, open, text};
use ferz::cli::progress::ProgressBar;
use ferz::support::mapped_file::open_regular;
use ferz::support::quote::Named;

use crate::games::{DataError, Game, GameReader};
use crate::training_data::header::MAGIC;

/// Returns the size of a file in bytes, for a progress bar; 0 if the file cannot be read, which is an
/// error of its reader.
pub fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}

/// Returns whether a file is training data that `ferz data` wrote.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or is a pipe, which cannot be read twice.
pub fn is_training_data(path: &Path) -> io::Result<bool> {
    let mut first = Vec::new();
    let file = open_regular(path)?;
    file.take(MAGIC.len() as u64).read_to_end(&mut first)?;
    Ok(first == MAGIC)
}

/// Opens a file of games.
///
/// # Errors
///
/// Returns an error if the file cannot be opened, or if it is training data.
pub fn games(file: &Path) -> Result<GameReader<io::BufReader<Box<dyn Read>>>, String> {
    let name = name(file);
    let input = open(file).map_err(|error| format!("cannot read {}: {error}", Named(&name)))?;
    let mut input = io::BufReader::new(input);
    // The reader of games reports an error in reading.
    if input.fill_buf().is_ok_and(|start| start.starts_with(MAGIC)) {
        return Err(format!(
            "{}: found positions that ferz data wrote; expected games in viriformat",
            Named(&name)
        ));
    }
    Ok(GameReader::new(input, name))
}

/// Reads all games of several files, with a progress bar unless one of them is standard input or
/// another pipe. Calls `add` with each game and its size in bytes.
///
/// # Errors
///
/// Returns an error if a file cannot be read or is invalid.
pub fn for_each_game(files: &[PathBuf], mut add: impl FnMut(&Game, u64)) -> Result<(), String> {
    let size = |file: &PathBuf| {
        let found = fs::metadata(file).ok().filter(fs::Metadata::is_file);
        found.map(|found| found.len())
    };
    let total: Option<u64> = files.iter().map(size).sum();
    let bar = total.map(|total| (ProgressBar::new("bytes of games"), total));
    let mut bytes_before = 0;
    for file in files {
        let (mut games, mut bytes) = (games(file)?, 0);
        while let Some(game) = games.next() {
            let game = game.map_err(|error: DataError| error.to_string())?;
            add(&game, games.bytes() - bytes);
            bytes = games.bytes();
            if let Some((bar, total)) = &bar {
                bar.show(bytes_before + bytes, *total);
            }
        }
        bytes_before += bytes;
    }
    Ok(())
}

/// Checks that standard input occurs at most once in a list of files, because it can be read only
/// once.
///
/// # Errors
///
/// Returns an error if it occurs more than once.
pub fn check_once(files: &[PathBuf]) -> Result<(), String> {
    match files.iter().filter(|file| is_standard(file)).count() {
        0 | 1 => Ok(()),
        times => Err(format!(
            "found \"-\" {times} times among the files; expected standard input once"
        )),
    }
}
