//! Errors that end a match.
//!
//! See <https://docs.rs/thiserror>.

use ferz::engine::options::OptionError;
use ferz::search::pool::TooFewThreads;
use ferz::support::memory::OutOfMemory;

/// An error that ends a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// There is not enough memory for the transposition tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system cannot start a thread for each player.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
    /// An option does not exist, or its value is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An engine reported an error, or made an illegal move.
    #[error("player {player}: {message}")]
    Engine {
        /// The player: A or B.
        player: char,
        /// The error.
        message: String,
    },
}
