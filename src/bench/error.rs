//! Errors of benchmarks and of `genfens`.

use std::path::PathBuf;

use super::positions_file::PositionsFileError;
use crate::search::pool::TooFewThreads;
use crate::support::memory::OutOfMemory;
use crate::support::quote::Named;

/// Error that prevents or ends a benchmark or `genfens`.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// There is not enough memory for the transposition table.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The system cannot start that many threads.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
    /// The file of positions is not usable.
    #[error(transparent)]
    Positions(#[from] PositionsFileError),
    /// All attempts of `genfens` led to positions that are decided.
    #[error(
        "{}: found no undecided opening in {attempts} attempts; expected balanced positions",
        Named(file)
    )]
    NoOpening {
        /// The book.
        file: PathBuf,
        /// Number of attempts.
        attempts: u32,
    },
}
