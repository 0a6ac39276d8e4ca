//! Games of the engine against itself, for data generation, tuning and matches.
//!
//! * [`openings`]: the openings of a match: random ones, or those of a book;
//! * [`adjudication`]: ends games whose result is clear;
//! * [`game`]: plays one game;
//! * [`searcher`]: searches with a soft node limit;
//! * [`pair`]: plays an opening twice, with colors reversed.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

pub mod adjudication;
pub mod game;
pub mod openings;
pub mod pair;
pub mod searcher;

pub use ferz::bench::opening::{self, Starts};
pub use game::{play_game, scored};
pub use openings::{Openings, pair_seed};
pub use pair::{GAMES_PER_PAIR, PairResult, play_pair};
pub use searcher::Searcher;
