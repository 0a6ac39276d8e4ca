//! Errors of benchmarks.

use crate::bench::positions_file::PositionsFileError;
use crate::search::pool::TooFewThreads;
use crate::support::memory::OutOfMemory;

/// Error that prevents or ends a benchmark.
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
}
