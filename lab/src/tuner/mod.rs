//! Tunes the weights of the evaluation on self-play games.
//!
//! * [`positions`]: quiet positions of the games, stored as feature counts. A feature count is how
//!   often a weight applies.
//! * [`model`]: the evaluation as a function of feature counts and real-valued weights, and its
//!   gradient.
//! * [`training`]: gradient descent with Adam on all cores.
//!
//! The tuner minimizes the logistic loss between the expected score of the evaluation and a target:
//! a weighted mean of the game's result, the mean of later scores and the expected score of a search.
//! The feature counts come from the evaluation itself, so the tuner does not repeat any of its terms.
//!
//! The initial weights were chosen by hand, then tuned three times. After that, groups of weights were
//! multiplied by factors that games had shown to be better, and weights were added whose values come
//! from games alone (`docs/training.md`, "Tuning by games"). The data of the three tunings:
//!
//! 1. on 742,869 quiet positions, with 79,760 more for validation, from 12,708 games. Commit
//!    ce61447 played the games of the first file, commit 18e5779 those of the second. The
//!    validation loss went from 0.44031 to 0.43803.
//! 2. on 1,881,391 positions, with 207,045 more for validation, from 31,339 games that commit
//!    8ee1f98 played. The validation loss went from 0.43860 to 0.43775. It cannot be compared with
//!    the first one, because `--lambda` was different.
//! 3. on 1,984,184 positions, with 216,593 more for validation, from 28,578 games: hce-2k-a.vf by commit
//!    fe4e31d, the others by commit b8f6758. With half of the target from the later scores of the
//!    game, the validation loss went from 0.457242 to 0.456289.
//!
//! ```text
//! ferz datagen a.vf --games 2166 --seed 11 --nodes 1500
//! ferz datagen b.vf --games 10542 --seed 21 --nodes 400
//! ferz tune a.vf b.vf --lambda 0.2 --spread 10 --out src/eval/classical/weights.rs
//! ferz datagen c.vf --games 31339 --seed 31 --nodes 500
//! ferz tune c.vf --lambda 0.4 --spread 20 --out src/eval/classical/weights.rs
//! ferz datagen hce-2k-a.vf --games 10996 --seed 1001 --nodes 2000
//! ferz datagen hce-2k-2002.vf --games 7977 --seed 2002 --nodes 2000
//! ferz datagen hce-1k-2003.vf --games 9605 --seed 2003 --nodes 1000
//! ferz tune hce-2k-a.vf hce-2k-2002.vf hce-1k-2003.vf --lambda 0 --later 0.5 --spread 20 \
//!     --out src/eval/classical/weights.rs
//! ```
//!
//! See <https://www.chessprogramming.org/Automated_Tuning>.

pub mod model;
pub mod positions;
pub mod training;

pub use model::{Model, fit_steepness};
pub use positions::{Collector, Dataset};
pub use training::{Epoch, StopReason, Trained, TrainingReport, TrainingSettings, train};

#[cfg(test)]
mod tests;
