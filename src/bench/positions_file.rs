//! Reads files with one position per line: a FEN, or an EPD, of whose operations only the counters
//! `hmvc` and `fmvn` are read.
//!
//! Opening books and the positions of a bench have this form.

use std::error::Error;
use std::path::Path;

use crate::chess::epd::EpdLine;
use crate::chess::{Board, FenError};
use crate::support::files::open_stream;
use crate::support::quote::Named;
use crate::support::text_lines::{lines, read_text};

/// Why a file of positions is not usable: a message that names the file and the line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PositionsFileError(String);

/// Reads the positions of a file, at least one. Empty lines and comments are ignored.
pub fn read_boards(file: &Path) -> Result<Vec<Board>, PositionsFileError> {
    let name = Named(file);
    let text = open_stream(file)
        .and_then(read_text)
        .map_err(|error| PositionsFileError(format!("cannot read {name}: {error}")))?;
    let mut boards = Vec::new();
    for (line, content) in lines(&text) {
        let at_line = |error: &dyn Error| PositionsFileError(format!("{name}:{line}: {error}"));
        let fen = EpdLine::split(content.map_err(|error| at_line(&error))?).fen_with_counters();
        boards.push(fen.parse().map_err(|error: FenError| at_line(&error))?);
    }
    if boards.is_empty() {
        let message = format!("{name}: found no position; expected a FEN on each line");
        return Err(PositionsFileError(message));
    }
    Ok(boards)
}
