//! Input files of subcommands.

use std::fs;
use std::path::{Path, PathBuf};

pub use ferz::cli::input::{is_standard, name, text};

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
