//! Tools for engine developers. They use the engine; nothing else in the library depends on them.
//!
//! * [`mod@bench`]: searches fixed positions; the node count is the signature of a version.
//! * [`bisect`]: finds the wrong move in another program's move generator.
//! * [`selfcheck`]: compares two move generators in random games.
//! * [`epd`]: test positions with their best moves.
//! * [`genfens`]: random openings, for data generation in OpenBench.
//! * [`games`]: files of games for training.
//! * [`datagen`]: writes such files from self-play.
//! * [`mod@matches`]: matches of the engine against itself with different options.
//! * [`self_play`]: games of the engine against itself.
//! * [`spsa`]: tunes the parameters of the search by such games.
//! * [`screening`]: measures the effects of many changes of these parameters by the same games.
//! * [`training_data`]: positions of such games with labels, for training networks.
//! * [`trainer`]: trains networks on such positions.
//! * [`tuner`]: fits the weights of the evaluation to games.
//! * [`fit_wdl`]: fits the win, draw and loss probabilities to games.
//! * [`plot`]: draws losses, games and tables.
//!
//! [`COMMANDS`] are those that a UCI session can run.

pub mod bench;
pub mod bisect;
mod commands;
pub mod datagen;
pub mod epd;
pub mod fit_wdl;
pub mod games;
pub mod genfens;
pub mod matches;
pub mod plot;
pub mod positions_file;
pub mod screening;
pub mod self_play;
pub mod selfcheck;
pub mod spsa;
pub mod trainer;
pub mod training_data;
pub mod tuner;

pub use commands::COMMANDS;
