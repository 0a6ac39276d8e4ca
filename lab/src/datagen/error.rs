//! Errors that end the generation of games.
//!
//! See <https://docs.rs/thiserror>.

use std::io;
use std::path::PathBuf;

use ferz::search::pool::TooFewThreads;
use ferz::support::memory::OutOfMemory;
use ferz::support::quote::Named;

/// An error that ends the generation of games.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// There is not enough memory for the transposition tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system cannot start even one thread.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
    /// The file contains something other than games.
    #[error(transparent)]
    Data(#[from] anyhow::Error),
    /// The file cannot be written.
    #[error("cannot write {}: {error}", Named(file))]
    Write {
        /// The file.
        file: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file contains games that were played with other settings.
    #[error(
        "{}: game {game} was played with other arguments or by another version of ferz; expected games with these arguments",
        Named(file)
    )]
    OtherGames {
        /// The file.
        file: PathBuf,
        /// The number of the game, from 1.
        game: u64,
    },
}
