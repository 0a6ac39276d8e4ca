//! Why a measurement could not be made.

use std::io;
use std::path::PathBuf;

use crate::chess::FenError;
use crate::search::pool::TooFewThreads;
use crate::support::memory::OutOfMemory;
use crate::support::quote::Named;

/// Why a measurement could not be made.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// There is no memory for the transposition table.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// There are no such threads.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
    /// The file of positions cannot be read.
    #[error("cannot read {}: {error}", Named(file))]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A line of the file is not a FEN.
    #[error("{}:{line}: {error}", Named(file))]
    Fen {
        /// The file.
        file: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: FenError,
    },
    /// The file is empty.
    #[error("{}: found no position; expected a FEN on each line", Named(.0))]
    NoPositions(PathBuf),
}
