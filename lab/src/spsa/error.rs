//! Errors of SPSA runs.
//!
//! See <https://docs.rs/thiserror>.

use ferz::search::pool::TooFewThreads;
use ferz::support::memory::OutOfMemory;
use ferz::support::quote::Quoted;

/// Error of an SPSA run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpsaError {
    /// There is not enough memory for the transposition tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system cannot start even one thread.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
    /// No parameter has this name or matches this pattern.
    #[error(
        "no parameter matches {}; expected a name that \"ferz spsa\" prints, or the beginning of names followed by *",
        Quoted(.0)
    )]
    UnknownParameter(String),
    /// The file is not a state of an SPSA run, or was changed.
    #[error("not a state of ferz spsa run: {0}; delete it to start again")]
    NotState(String),
    /// The state is that of a run with other settings.
    #[error("the state has {name} {found}, expected {expected}; delete it to start again")]
    Settings {
        /// Name of the first setting that differs.
        name: String,
        /// Its value in the state.
        found: String,
        /// Its value in this run.
        expected: String,
    },
}
