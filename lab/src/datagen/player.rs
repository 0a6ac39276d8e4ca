//! Plays a game of the engine against itself.
//!
//! Each game starts with a few random moves, so that the games differ. From there, both sides
//! play the best moves of searches with a limited number of nodes.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::settings::DatagenSettings;
use crate::games::Game;
use crate::self_play::openings::{pair_seed, random_opening};
use crate::self_play::{Searcher, play_game, scored};
use ferz::chess::Position;
use ferz::support::memory::OutOfMemory;

/// Plays games one after the other. No game depends on the games before it.
#[derive(Debug)]
pub struct Player {
    settings: DatagenSettings,
    searcher: Searcher,
}

impl Player {
    /// Creates a player. Its games end unfinished when `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the transposition table.
    pub fn new(settings: DatagenSettings, stop: &Arc<AtomicBool>) -> Result<Self, OutOfMemory> {
        Ok(Self {
            settings,
            searcher: Searcher::new(settings.soft_nodes, stop)?,
        })
    }

    /// Plays the game with this number. Returns `None` if it was stopped.
    pub fn play(&mut self, number: u64) -> Option<Game> {
        let Self { settings, searcher } = self;
        searcher.clear();
        let mut rng = Rng::with_seed(pair_seed(settings.seed, number));
        let score = |position: &Position| searcher.opening_score(position);
        let start = random_opening(settings.starts, &mut rng, score)?;
        let search = |position: &Position| {
            let result = searcher.search(position).ok_or(())?;
            Ok::<_, ()>(scored(&result, position))
        };
        play_game(start, search).ok()
    }
}
