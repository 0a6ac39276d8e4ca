//! Input files of subcommands. `-` is standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ferz::support::quote::Named;
use ferz::tools::games::{DataError, GameReader};

/// Returns whether a file is `-`, standard input.
pub fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

/// Returns the name of a file for messages and results.
pub fn name(file: &Path) -> PathBuf {
    if is_standard(file) {
        "standard input".into()
    } else {
        file.to_owned()
    }
}

/// Opens a file, or standard input.
fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if is_standard(file) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file)?)
    })
}

/// Reads the text of a file, without a byte order mark. Bytes that are not UTF-8 become
/// replacement characters, so that only the lines that contain them are malformed.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn text(file: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = open(file).and_then(|mut input| input.read_to_end(&mut bytes));
    read.map_err(|error| format!("cannot read {}: {error}", Named(&name(file))))?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.trim_start_matches('\u{FEFF}').to_owned())
}

/// Opens a file of games.
///
/// # Errors
///
/// Returns an error if the file cannot be opened.
pub fn games(file: &Path) -> Result<GameReader<io::BufReader<Box<dyn Read>>>, DataError> {
    let input = open(file).map_err(|error| DataError {
        file: name(file),
        game: 1,
        offset: 0,
        kind: error.into(),
    })?;
    Ok(GameReader::new(io::BufReader::new(input), name(file)))
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
