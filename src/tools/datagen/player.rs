//! One game of the engine against itself.
//!
//! A few moves drawn by chance take each game to a place of its own; from there both sides
//! play as well as they can in so many nodes.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;

use super::judge::Judge;
use super::{Settings, Starts};
use crate::chess::chess960::{STANDARD, STARTS, start};
use crate::chess::{Board, Color, Position};
use crate::score::Score;
use crate::search::SearchResult;
use crate::search::limits::Limits;
use crate::search::solo::Solo;
use crate::support::memory::OutOfMemory;
use crate::tools::games::{Game, ScoredMove};

/// A game is searched with a table of this size; it holds the nodes of one.
const HASH_MEGABYTES: usize = 8;

/// A search is broken off when it has visited so many times the nodes of the soft limit.
const HARD_LIMIT: u64 = 8;

/// Moves that are drawn by chance before a game begins; one more in every second game, so
/// that either side begins.
const RANDOM_PLIES: u8 = 8;

/// Openings in which a side is more centipawns ahead than this are not played.
const DECIDED: Score = 1_000;

/// The searches that judge openings have so many times fewer nodes than those for moves.
const OPENING_SHARE: u64 = 5;

/// Plays games, one after the other, which do not depend on those before.
#[derive(Debug)]
pub struct Player {
    settings: Settings,
    solo: Solo,
    stop: Arc<AtomicBool>,
}

impl Player {
    /// A player under these settings, who gives up when `stop` is set.
    ///
    /// # Errors
    ///
    /// If there is no memory for the search's table.
    pub fn new(settings: Settings, stop: &Arc<AtomicBool>) -> Result<Self, OutOfMemory> {
        Ok(Self {
            settings,
            solo: Solo::stopped_by(HASH_MEGABYTES, stop)?,
            stop: stop.clone(),
        })
    }

    /// Plays the game of this number; `None` if it was stopped.
    pub fn play(&mut self, number: u64) -> Option<Game> {
        self.solo.clear();
        // Neighbouring seeds would share games, were they simply added up.
        let first = Rng::with_seed(self.settings.seed).u64(..);
        let mut rng = Rng::with_seed(first.wrapping_add(number));
        let start = self.opening(&mut rng)?;
        let mut position = Position::new(start);
        let (mut judge, mut moves) = (Judge::default(), Vec::new());
        let outcome = loop {
            let found = self.search(&position, self.settings.soft_nodes)?;
            let mv = found
                .best_move
                .expect("the game is not over, so there is a move");
            let score = white_view(&found, &position);
            let number = position.board().fullmove_number();
            moves.push(ScoredMove { mv, score });
            position.make_move(mv);
            let judged = judge.hear(score, number);
            // The rules go first: the last move may be stalemate, whatever the scores.
            if let Some(outcome) = position.outcome().or(judged) {
                break outcome;
            }
        };
        Some(Game {
            start,
            moves,
            outcome,
        })
    }

    /// A position that chance led to, and in which there is something to play for.
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
            let nodes = self.settings.soft_nodes.div_ceil(OPENING_SHARE);
            let found = self.search(&position, nodes)?;
            if found.score().abs() <= DECIDED {
                return Some(*position.board());
            }
        }
    }

    /// Searches under a soft limit; `None` if it was stopped.
    fn search(&mut self, position: &Position, soft_nodes: u64) -> Option<SearchResult> {
        let limits = Limits {
            soft_nodes: Some(soft_nodes),
            nodes: Some(soft_nodes.saturating_mul(HARD_LIMIT)),
            ..Limits::default()
        };
        let found = self.solo.search(position.clone(), limits);
        (!self.stop.load(Ordering::Relaxed)).then_some(found)
    }
}

/// Where a game begins, before moves are drawn.
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

/// A search's score is that of the side to move; data has White's.
fn white_view(found: &SearchResult, position: &Position) -> Score {
    match position.side_to_move() {
        Color::White => found.score(),
        Color::Black => -found.score(),
    }
}
