//! Plays a game of the engine against itself.
//!
//! Each game starts with a few random moves, so that the games differ. From there, both sides
//! play the best moves of searches with a limited number of nodes.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;

use super::adjudication::Adjudicator;
use super::opening::{self, Attempt, RANDOM_PLIES};
use super::settings::DatagenSettings;
use crate::chess::{Board, Color, Position};
use crate::score::Score;
use crate::search::SearchResult;
use crate::search::solo::Solo;
use crate::support::memory::OutOfMemory;
use crate::tools::games::{Game, ScoredMove};

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
        // With `seed + number` as the seed, neighboring seeds would give mostly the same games.
        let first = Rng::with_seed(self.settings.seed).u64(..);
        let mut rng = Rng::with_seed(first.wrapping_add(number));
        let start = self.opening(&mut rng)?;
        let mut position = Position::new(start);
        let (mut adjudicator, mut moves) = (Adjudicator::default(), Vec::new());
        let outcome = loop {
            let result = self.search(&position, self.settings.soft_nodes)?;
            let mv = result
                .best_move
                .expect("the game is not over, so there is a move");
            let score = white_view(&result, &position);
            let number = position.board().fullmove_number();
            moves.push(ScoredMove { mv, score });
            position.make_move(mv);
            let adjudicated = adjudicator.add(score, number);
            // The rules take precedence: whatever the scores are, the last move may be stalemate.
            if let Some(outcome) = position.outcome().or(adjudicated) {
                break outcome;
            }
        };
        Some(Game {
            start,
            moves,
            outcome,
        })
    }

    /// Plays random moves until a position is found in which neither side has a decisive lead.
    /// Returns `None` if a search was stopped.
    fn opening(&mut self, rng: &mut Rng) -> Option<Board> {
        let nodes = self.settings.soft_nodes.div_ceil(OPENING_DIVISOR);
        loop {
            let first = opening::first_board(self.settings.starts, rng);
            let score = |position: &Position| Some(self.search(position, nodes)?.score());
            match opening::attempt(first, RANDOM_PLIES, rng, score) {
                Attempt::Opening(board) => return Some(board),
                Attempt::Rejected => {}
                Attempt::Stopped => return None,
            }
        }
    }

    /// Searches with a soft node limit. Returns `None` if the search was stopped.
    fn search(&mut self, position: &Position, soft_nodes: u64) -> Option<SearchResult> {
        let limits = opening::soft_limits(soft_nodes);
        let result = self.solo.search(position.clone(), limits);
        (!self.stop.load(Ordering::Relaxed)).then_some(result)
    }
}

/// Returns the score from White's view; the search's score is from that of the side to move.
fn white_view(result: &SearchResult, position: &Position) -> Score {
    match position.side_to_move() {
        Color::White => result.score(),
        Color::Black => -result.score(),
    }
}
