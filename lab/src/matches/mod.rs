//! Matches of the engine against itself with different options, in one process.
//!
//! * [`player`]: an engine in a thread of its own, which plays one side;
//! * [`clock`]: the limits of a move: nodes, or a clock;
//! * [`referee`]: plays game pairs between two players;
//! * [`run()`]: plays many pairs on several threads;
//! * [`pentanomial`]: Elo difference and its error from the results of the pairs;
//! * [`sprt`]: ends a match as soon as it can tell which of two hypotheses is true.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

pub mod clock;
mod error;
pub mod pentanomial;
pub mod player;
pub mod referee;
mod run;
pub mod sprt;

pub use clock::TimeControl;
pub use error::MatchError;
pub use pentanomial::{EloEstimate, Pentanomial};
pub use referee::PlayedPair;
pub use run::{MatchSettings, run};
pub use sprt::{Decision, EloModel, Sprt};
