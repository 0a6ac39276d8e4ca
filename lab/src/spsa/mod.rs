//! SPSA (simultaneous perturbation stochastic approximation): tunes the parameters of the search by
//! games of the engine against itself.
//!
//! Each iteration is a game pair between two sets of values: all parameters are changed at once, each
//! up or down by its step at random, against the opposite changes. The result moves each parameter
//! in the direction of its change in the side that won. The formulas are those of fishtest and
//! OpenBench.
//!
//! * [`parameter`]: which parameters are tuned, with their ranges and step sizes;
//! * [`gains`]: step sizes and learning rates by iteration;
//! * [`perturbation`]: the two sets of values of an iteration, and the update by its result;
//! * [`state`]: the values so far and their history, as a file of JSON;
//! * [`player`]: plays the game pair of an iteration;
//! * [`run_batch`]: plays many iterations on several threads.
//!
//! See <https://www.chessprogramming.org/SPSA>.

mod error;
pub mod gains;
pub mod parameter;
pub mod perturbation;
pub mod player;
mod run;
pub mod state;

pub use error::SpsaError;
pub use parameter::{Parameter, select};
pub use player::Player;
pub use run::{players, run_batch};
pub use state::{Point, Settings, State};
