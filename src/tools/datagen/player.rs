//! Plays a game of the engine against itself.
//!
//! Each game starts with a few random moves, so that the games differ. From there, both sides
//! play the best moves of searches with a limited number of nodes.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;

use super::adjudication::Adjudicator;
use super::settings::{DatagenSettings, Starts};
use crate::chess::chess960::{STANDARD, STARTS, start};
use crate::chess::{Board, Color, Position};
use crate::score::Score;
use crate::search::SearchResult;
use crate::search::limits::Limits;
use crate::search::solo::Solo;
use crate::support::memory::OutOfMemory;
use crate::tools::games::{Game, ScoredMove};

/// Size of the transposition table, in megabytes: enough for the nodes of one game.
const HASH_MEGABYTES: usize = 8;

/// Hard node limit of a search, as a multiple of the soft limit.
const HARD_LIMIT: u64 = 8;

/// Minimum number of random plies before a game. Half of the games have one more, so that either
/// side can be to move after them.
const RANDOM_PLIES: u8 = 8;

/// Maximum lead of a side after the random plies, in centipawns. Openings with a greater lead are
/// rejected.
const MAX_OPENING_LEAD: Score = 1_000;

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
        loop {
            let mut position = Position::new(first_board(self.settings.starts, rng));
            let plies = RANDOM_PLIES + rng.u8(..2);
            for _ in 0..plies {
                if let Some(&mv) = rng.choice(&position.board().legal_moves()[..]) {
                    position.make_move(mv);
                }
            }
            if position.outcome().is_some() {
                continue;
            }
            let nodes = self.settings.soft_nodes.div_ceil(OPENING_DIVISOR);
            let result = self.search(&position, nodes)?;
            if result.score().abs() <= MAX_OPENING_LEAD {
                return Some(*position.board());
            }
        }
    }

    /// Searches with a soft node limit. Returns `None` if the search was stopped.
    fn search(&mut self, position: &Position, soft_nodes: u64) -> Option<SearchResult> {
        let limits = Limits {
            soft_nodes: Some(soft_nodes),
            nodes: Some(soft_nodes.saturating_mul(HARD_LIMIT)),
            ..Limits::default()
        };
        let result = self.solo.search(position.clone(), limits);
        (!self.stop.load(Ordering::Relaxed)).then_some(result)
    }
}

/// Returns a starting position.
fn first_board(starts: Starts, rng: &mut Rng) -> Board {
    let mut number = || rng.u16(..STARTS);
    let (white, black) = match starts {
        Starts::Standard => (STANDARD, STANDARD),
        Starts::Chess960 => {
            let number = number();
            (number, number)
        }
        Starts::DoubleFischerRandom => (number(), number()),
    };
    start(white, black)
}

/// Returns the score from White's view; the search's score is from that of the side to move.
fn white_view(result: &SearchResult, position: &Position) -> Score {
    match position.side_to_move() {
        Color::White => result.score(),
        Color::Black => -result.score(),
    }
}
