//! Input files of subcommands: states of earlier runs, games, training data.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use ferz::cli::input::{is_standard, name, text};
use ferz::support::quote::Named;

pub use crate::data::{for_each_game, is_training_data};

/// Reads the state of an earlier run, which the same command continues. Returns `None` if there is
/// no such file.
pub fn state<T, E: Display>(
    file: &Path,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Option<T>, String> {
    match fs::read_to_string(file) {
        Ok(text) => match parse(&text) {
            Ok(state) => Ok(Some(state)),
            Err(error) => Err(format!("{}: {error}", Named(file))),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot read {}: {error}", Named(file))),
    }
}

/// Returns the size of a file in bytes, for a progress bar; 0 if the file cannot be read, which is an
/// error of its reader.
pub fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}

/// Checks that standard input occurs at most once in a list of files, because it can be read only
/// once.
pub fn check_once(files: &[PathBuf]) -> Result<(), String> {
    match files.iter().filter(|file| is_standard(file)).count() {
        0 | 1 => Ok(()),
        times => Err(format!(
            "found \"-\" {times} times among the files; expected standard input once"
        )),
    }
}
