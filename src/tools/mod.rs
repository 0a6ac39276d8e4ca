//! Tools for authors of engines, on top of the engine; nothing else in the crate depends on them.
//!
//! * [`mod@bench`]: a fixed amount of search; its node count is the signature of a version.
//! * [`bisect`]: finds the wrong move in another program's move generator.
//! * [`selfcheck`]: random games in which two move generators are compared.
//! * [`epd`]: files of test positions with their best moves.
//! * [`games`]: files of games for training.
//! * [`datagen`]: self-play that writes such files.
//! * [`tuner`]: fits the weights of the evaluation to games.
//! * [`fit_wdl`]: fits the winning chances to games.

pub mod bench;
pub mod bisect;
pub mod datagen;
pub mod epd;
pub mod fit_wdl;
pub mod games;
pub mod selfcheck;
pub mod tuner;
