//! Plays the game pair of one iteration.
//!
//! See <https://www.chessprogramming.org/SPSA>.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::chess::{Board, Color, Outcome, Position};
use crate::search::SearchResult;
use crate::search::params::ParamSet;
use crate::search::solo::Solo;
use crate::support::memory::OutOfMemory;
use crate::tools::self_play::{Openings, PairResult, opening, play_game, play_pair, scored};

/// Size of the transposition table of each side, in megabytes: enough for the nodes of one game.
const HASH_MEGABYTES: usize = 8;

/// Divisor of the soft node limit in the searches that evaluate openings.
const OPENING_DIVISOR: u64 = 5;

/// A search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stopped;

/// Plays game pairs on one thread. No pair depends on the pairs before it.
#[derive(Debug)]
pub struct Player {
    /// The searchers of the plus side and the minus side.
    sides: [Solo; 2],
    soft_nodes: u64,
    stop: Arc<AtomicBool>,
}

impl Player {
    /// Creates a player whose searches end after the iteration in which they reach `soft_nodes`.
    /// Its games end unfinished when `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the transposition tables.
    pub fn new(soft_nodes: u64, stop: &Arc<AtomicBool>) -> Result<Self, OutOfMemory> {
        let solo = || Solo::stopped_by(HASH_MEGABYTES, stop);
        Ok(Self {
            sides: [solo()?, solo()?],
            soft_nodes,
            stop: stop.clone(),
        })
    }

    /// Plays the opening with this number twice. `params` are the parameters of the plus side and
    /// the minus side; the result is that of the plus side. Returns `None` if it was stopped.
    pub fn play(
        &mut self,
        openings: &Openings,
        number: u64,
        params: [ParamSet; 2],
    ) -> Option<PairResult> {
        let start = self.opening(openings, number)?;
        for (solo, params) in self.sides.iter_mut().zip(params) {
            solo.set_params(params);
        }
        play_pair(start, |start, plus| self.play_one(start, plus)).ok()
    }

    /// Returns an opening. It does not depend on the tuned parameters.
    fn opening(&mut self, openings: &Openings, number: u64) -> Option<Board> {
        self.sides[0].clear();
        self.sides[0].set_params(ParamSet::default());
        let nodes = self.soft_nodes.div_ceil(OPENING_DIVISOR);
        openings.get(number, |position| {
            Some(self.search(0, position, nodes).ok()?.score())
        })
    }

    /// Plays a game in which the plus side has the color `plus`.
    fn play_one(&mut self, start: Board, plus: Color) -> Result<Outcome, Stopped> {
        self.sides.iter_mut().for_each(Solo::clear);
        let nodes = self.soft_nodes;
        let game = play_game(start, |position| {
            let side = usize::from(position.side_to_move() != plus);
            Ok(scored(&self.search(side, position, nodes)?, position))
        })?;
        Ok(game.outcome)
    }

    /// Searches with a soft node limit.
    fn search(
        &mut self,
        side: usize,
        position: &Position,
        soft_nodes: u64,
    ) -> Result<SearchResult, Stopped> {
        let limits = opening::soft_limits(soft_nodes);
        let result = self.sides[side].search(position.clone(), limits);
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        Ok(result)
    }
}
