//! Errors of benchmarks.

use std::io;
use std::path::PathBuf;

use crate::chess::FenError;
use crate::search::pool::TooFewThreads;
use crate::support::memory::OutOfMemory;
use crate::support::quote::Named;

/// Error that prevents or ends a benchmark.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// There is not enough memory for the transposition table.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The system cannot start that many threads.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
    /// The file of positions cannot be read.
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
    /// The file has no positions.
    #[error("{}: found no position; expected a FEN on each line", Named(.0))]
    NoPositions(PathBuf),
}
