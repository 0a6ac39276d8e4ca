//! Input files of subcommands. `-` is standard input.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::support::files::open_stream;
use crate::support::quote::Named;
use crate::support::text_lines::decode;

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

/// Opens a file, a pipe that the shell has opened, or standard input.
pub fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if is_standard(file) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(open_stream(file)?)
    })
}

/// Reads the text of a file, without a byte order mark. Bytes that are not UTF-8 become
/// replacement characters, so that only the lines that contain them are malformed.
pub fn text(file: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = open(file).and_then(|mut input| input.read_to_end(&mut bytes));
    read.map_err(|error| format!("cannot read {}: {error}", Named(&name(file))))?;
    Ok(decode(&bytes).into_owned())
}
