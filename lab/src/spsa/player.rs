//! Plays the game pair of one iteration.
//!
//! See <https://www.chessprogramming.org/SPSA>.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::self_play::{Openings, PairResult, Searcher, play_game, play_pair, scored};
use ferz::chess::{Board, Color, Outcome};
use ferz::search::params::ParamSet;
use ferz::support::memory::OutOfMemory;

/// A search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stopped;

/// Plays game pairs on one thread. No pair depends on the pairs before it.
#[derive(Debug)]
pub struct Player {
    /// The searchers of the plus side and the minus side.
    sides: [Searcher; 2],
}

impl Player {
    /// Creates a player whose searches end after the iteration in which they reach `soft_nodes`.
    /// Its games end unfinished when `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the transposition tables.
    pub fn new(soft_nodes: u64, stop: &Arc<AtomicBool>) -> Result<Self, OutOfMemory> {
        let searcher = || Searcher::new(soft_nodes, stop);
        Ok(Self {
            sides: [searcher()?, searcher()?],
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
        for (side, params) in self.sides.iter_mut().zip(params) {
            side.set_params(params);
        }
        play_pair(start, |start, plus| self.play_one(start, plus)).ok()
    }

    /// Returns an opening. It does not depend on the tuned parameters.
    fn opening(&mut self, openings: &Openings, number: u64) -> Option<Board> {
        let searcher = &mut self.sides[0];
        searcher.clear();
        searcher.set_params(ParamSet::default());
        openings.get(number, |position| searcher.opening_score(position))
    }

    /// Plays a game in which the plus side has the color `plus`.
    fn play_one(&mut self, start: Board, plus: Color) -> Result<Outcome, Stopped> {
        self.sides.iter_mut().for_each(Searcher::clear);
        let game = play_game(start, |position| {
            let side = usize::from(position.side_to_move() != plus);
            let result = self.sides[side].search(position).ok_or(Stopped)?;
            Ok(scored(&result, position))
        })?;
        Ok(game.outcome)
    }
}
