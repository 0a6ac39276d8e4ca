//! Self-play games, to tune the evaluation and to train networks.
//!
//! * [`settings`]: how games are played;
//! * [`player`]: plays one game, which depends only on the settings and its number;
//! * [`game_file`]: the file of games, and how it is continued after an interruption;
//! * [`run()`]: plays many games on several threads, and passes them on in the order of their
//!   numbers.
//!
//! The same settings give the same file, byte for byte, on any number of threads and after any
//! interruption. See <https://www.chessprogramming.org/Automated_Tuning>.

pub mod error;
pub mod game_file;
pub mod player;
mod run;
pub mod settings;

pub use error::DatagenError;
pub use game_file::GameFile;
pub use player::Player;
pub use run::run;
pub use settings::{DatagenSettings, SOFT_NODES};
