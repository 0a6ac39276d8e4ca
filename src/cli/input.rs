//! Input files of subcommands. `-` is standard input.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::support::files::open_stream;
use crate::support::quote::Named;
use crate::support::text_lines::read_text;

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

/// Reads the text of a file, as [`read_text`] does.
pub fn text(file: &Path) -> Result<String, String> {
    let text = open(file).and_then(read_text);
    text.map_err(|error| format!("cannot read {}: {error}", Named(&name(file))))
}
