//! Reads files with one position per line: a FEN, or an EPD, of whose operations only the counters
//! `hmvc` and `fmvn` are read.
//!
//! Opening books and the positions of a bench have this form. See
//! <https://www.chessprogramming.org/Extended_Position_Description>.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::chess::{Board, FenError};
use crate::support::epd_line::EpdLine;
use crate::support::position_lines::{NotText, decode, lines};
use crate::support::quote::Named;

/// Why a file of positions is not usable.
#[derive(Debug, thiserror::Error)]
pub enum PositionsFileError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", Named(file))]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
    /// A line of the file is not a FEN.
    #[error("{}:{line}: {error}", Named(file))]
    Fen {
        /// The file.
        file: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// What is wrong with the FEN.
        error: FenError,
    },
    /// A line of the file is not UTF-8.
    #[error("{}:{line}: {error}", Named(file))]
    NotText {
        /// The file.
        file: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// The error.
        error: NotText,
    },
    /// The file has no positions.
    #[error("{}: found no position; expected a FEN on each line", Named(.0))]
    NoPositions(PathBuf),
}

/// Reads the positions of a file, at least one. Empty lines and comments are ignored.
///
/// # Errors
///
/// Returns an error if the file cannot be read, a line is not a position, or there is none.
pub fn read_boards(file: &Path) -> Result<Vec<Board>, PositionsFileError> {
    let bytes = fs::read(file).map_err(|error| PositionsFileError::Unreadable {
        file: file.to_owned(),
        error,
    })?;
    let board = |(line, text): (usize, Result<&str, NotText>)| {
        let file = file.to_owned();
        let text = text.map_err(|error| PositionsFileError::NotText {
            file: file.clone(),
            line,
            error,
        })?;
        let fen = EpdLine::split(text).fen_with_counters();
        fen.parse()
            .map_err(|error| PositionsFileError::Fen { file, line, error })
    };
    let boards: Vec<Board> = lines(&decode(&bytes))
        .map(board)
        .collect::<Result<_, _>>()?;
    if boards.is_empty() {
        return Err(PositionsFileError::NoPositions(file.to_owned()));
    }
    Ok(boards)
}
