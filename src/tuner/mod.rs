//! Fits the weights of the evaluation to games of the engine against itself.
//!
//! * [`positions`]: quiet positions of the games, with how often each weight counts there;
//! * [`model`]: the evaluation again, of such counts and in fractions, and its slope;
//! * [`training`]: following the slope down, with Adam, on all cores.
//!
//! What is made small is the logistic loss between what the evaluation expects and what
//! came of it: the result of the game, mixed with what a search of the position thought.
//! The counts come from the evaluation itself, so the tuner has no second opinion of what a
//! weight is for. See <https://www.chessprogramming.org/Automated_Tuning>.

pub mod model;
pub mod positions;
pub mod training;

pub use model::{Model, fit_steepness};
pub use positions::{Collection, Collector};
pub use training::{Epoch, Settings, train};

#[cfg(test)]
mod tests;
