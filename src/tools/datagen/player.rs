//! Plays a game of the engine against itself.
//!
//! Each game starts with a few random moves, so that the games differ. From there, both sides
//! play the best moves of searches with a limited number of nodes.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;

use super::settings::DatagenSettings;
use crate::chess::Position;
use crate::search::SearchResult;
use crate::search::solo::Solo;
use crate::support::memory::OutOfMemory;
use crate::tools::games::Game;
use crate::tools::self_play::openings::{pair_seed, random_opening};
use crate::tools::self_play::{opening, play_game, scored};

/// Size of the transposition table, in megabytes: enough for the nodes of one game.
const HASH_MEGABYTES: usize = 8;

/// Divisor of the soft node limit in the searches that evaluate openings.
const OPENING_DIVISOR: u64 = 5;

/// Plays games one after the other. No game depends on the games before it.
#[derive(Debug)]
pub struct Player {
    settings: DatagenSettings,
    solo: Solo,
    stop: Arc<AtomicBool>,
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
            solo: Solo::stopped_by(HASH_MEGABYTES, stop)?,
            stop: stop.clone(),
        })
    }

    /// Plays the game with this number. Returns `None` if it was stopped.
    pub fn play(&mut self, number: u64) -> Option<Game> {
        self.solo.clear();
        let mut rng = Rng::with_seed(pair_seed(self.settings.seed, number));
        let DatagenSettings {
            soft_nodes, starts, ..
        } = self.settings;
        let nodes = soft_nodes.div_ceil(OPENING_DIVISOR);
        let score = |position: &Position| Some(self.search(position, nodes)?.score());
        let start = random_opening(starts, &mut rng, score)?;
        let search = |position: &Position| {
            let result = self.search(position, soft_nodes).ok_or(())?;
            Ok::<_, ()>(scored(&result, position))
        };
        play_game(start, search).ok()
    }

    /// Searches with a soft node limit. Returns `None` if the search was stopped.
    fn search(&mut self, position: &Position, soft_nodes: u64) -> Option<SearchResult> {
        let limits = opening::soft_limits(soft_nodes);
        let result = self.solo.search(position.clone(), limits);
        (!self.stop.load(Ordering::Relaxed)).then_some(result)
    }
}
