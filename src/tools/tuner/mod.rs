//! Fits the weights of the evaluation to games of the engine against itself.
//!
//! * [`positions`]: quiet positions of the games, with how often each weight counts there;
//! * [`model`]: the evaluation again, of such counts and in fractions, and its slope;
//! * [`training`]: following the slope down, with Adam, on all cores.
//!
//! What is made small is the logistic loss between what the evaluation expects and what
//! came of it: the result of the game, mixed with what a search of the position thought.
//! The counts come from the evaluation itself, so the tuner has no second opinion of what a
//! weight is for.
//!
//! The present weights began as ones set by hand. They were fitted to 742,869 quiet positions,
//! 79,760 more set apart, of 12,708 games; the loss in those set apart went from 0.44031 to
//! 0.43803 (commit ce61447 played the first file, 18e5779 the second). The result was fitted
//! again to 1,881,391 positions, 207,045 more set apart, of 31,339 games that commit 8ee1f98
//! played; the loss, now of results and searches in other parts, went from 0.43860 to 0.43775:
//!
//! ```text
//! ferz datagen a.vf --games 2166 --seed 11 --nodes 1500
//! ferz datagen b.vf --games 10542 --seed 21 --nodes 400
//! ferz tune a.vf b.vf --lambda 0.2 --spread 10 --out src/eval/classical/weights.rs
//! ferz datagen c.vf --games 31339 --seed 31 --nodes 500
//! ferz tune c.vf --lambda 0.4 --spread 20 --out src/eval/classical/weights.rs
//! ```
//!
//! See <https://www.chessprogramming.org/Automated_Tuning>.

pub mod model;
pub mod positions;
pub mod training;

pub use model::{Model, fit_steepness};
pub use positions::{Collection, Collector};
pub use training::{Ending, Epoch, Settings, Trained, train};

#[cfg(test)]
mod tests;
