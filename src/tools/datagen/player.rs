//! Plays a game of the engine against itself.
//!
//! A few random moves give each game a position of its own. From there, both sides play the
//! best moves of searches with a limited number of nodes.
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

/// Least number of random plies before a game. Half of the games have one more, so that either
/// side can be the first to move.
const RANDOM_PLIES: u8 = 8;

/// Greatest lead of a side after the random plies, in centipawns. Other openings are rejected.
const MAX_OPENING_LEAD: Score = 1_000;

/// Divides the soft node limit for the searches that evaluate openings.
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
    /// If there is not enough memory for the transposition table.
    pub fn new(settings: DatagenSettings, stop: &Arc<AtomicBool>) -> Result<Self, OutOfMemory> {
        Ok(Self {
            settings,
            solo: Solo::stopped_by(HASH_MEGABYTES, stop)?,
            stop: stop.clone(),
        })
    }

    /// Plays the game with this number; `None` if it was stopped.
    pub fn play(&mut self, number: u64) -> Option<Game> {
        self.solo.clear();
        // The sum of seed and number would give neighbouring seeds the same games.
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
            // The rules come first: the last move may be stalemate, whatever the scores are.
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

    /// Returns a position after random moves in which neither side has a decisive lead.
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

    /// Searches with a soft node limit; `None` if the search was stopped.
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
