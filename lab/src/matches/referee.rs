//! Plays game pairs between two engines.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::clock::{Clocks, TimeControl};
use super::error::MatchError;
use super::player::{EnginePlayer, OptionSetting};
use crate::games::ScoredMove;
use crate::self_play::{Openings, PairResult, opening, play_game, play_pair};
use ferz::chess::notation::CoordinateMove;
use ferz::chess::{Board, Color, Outcome, Position};
use ferz::search::solo::Solo;

/// Size of the transposition table for the searches that evaluate openings, in megabytes.
const HASH_MEGABYTES: usize = 1;

/// Soft node limit of the searches that evaluate openings, as in `ferz datagen` by default.
const OPENING_NODES: u64 = 1_000;

/// The result of a game pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedPair {
    /// The results of the games.
    pub result: PairResult,
    /// Number of games that the first and the second player lost on time.
    pub time_losses: [u64; 2],
}

/// Why a game ended without a result on the board.
#[derive(Debug)]
enum Break {
    /// A side lost on time.
    Time(Color),
    /// The match was stopped.
    Stopped,
    /// An engine failed.
    Failed(MatchError),
}

impl From<MatchError> for Break {
    fn from(error: MatchError) -> Self {
        Self::Failed(error)
    }
}

/// Two engines on one thread, with the searcher that evaluates their random openings.
#[derive(Debug)]
pub(super) struct Referee {
    players: [EnginePlayer; 2],
    judge: Solo,
    control: TimeControl,
    stops: [Arc<AtomicBool>; 2],
}

impl Referee {
    /// Starts the engines. Their games end unfinished when one of `stops` is set.
    pub fn new(
        options: &[Vec<OptionSetting>; 2],
        control: TimeControl,
        stops: [Arc<AtomicBool>; 2],
    ) -> Result<Self, MatchError> {
        let [first, second] = options;
        Ok(Self {
            players: [
                EnginePlayer::start('A', first)?,
                EnginePlayer::start('B', second)?,
            ],
            judge: Solo::new(HASH_MEGABYTES)?,
            control,
            stops,
        })
    }

    /// Plays the opening with this number twice. Returns `None` if the match was stopped.
    pub fn play(
        &mut self,
        openings: &Openings,
        number: u64,
    ) -> Result<Option<PlayedPair>, MatchError> {
        self.judge.clear();
        let judge = &mut self.judge;
        let opening = openings.get(number, |position| {
            let limits = opening::soft_limits(OPENING_NODES);
            Some(judge.search(position.clone(), limits).score())
        });
        let Some(start) = opening.filter(|_| !self.is_stopped()) else {
            return Ok(None);
        };
        let mut time_losses = [0; 2];
        let played = play_pair(start, |start, first| match self.play_one(start, first) {
            Err(Break::Time(side)) => {
                time_losses[usize::from(side != first)] += 1;
                Ok(Outcome::win_of(!side))
            }
            played => played,
        });
        match played {
            Ok(result) => Ok(Some(PlayedPair {
                result,
                time_losses,
            })),
            Err(Break::Failed(error)) => Err(error),
            Err(Break::Stopped | Break::Time(_)) => Ok(None),
        }
    }

    /// Plays a game in which the first player has the color `first`.
    fn play_one(&self, start: Board, first: Color) -> Result<Outcome, Break> {
        for player in &self.players {
            player.new_game()?;
        }
        let mut clocks = Clocks::new(self.control);
        let mut moves: Vec<CoordinateMove> = Vec::new();
        let game = play_game(start, |position: &Position| {
            let side = position.side_to_move();
            let player = &self.players[usize::from(side != first)];
            let answer = player.search(&start, &moves, clocks.limits(), || self.is_stopped())?;
            let answer = answer.ok_or(Break::Stopped)?;
            if !clocks.press(side, answer.used) {
                return Err(Break::Time(side));
            }
            moves.push(answer.mv);
            let board = position.board();
            let legal = answer.mv.resolve(board);
            let illegal = || player.error(format!("\"{}\" is not legal on {board}", answer.mv));
            Ok(ScoredMove {
                mv: legal.ok_or_else(illegal)?,
                score: match side {
                    Color::White => answer.score,
                    Color::Black => -answer.score,
                },
            })
        })?;
        Ok(game.outcome)
    }

    fn is_stopped(&self) -> bool {
        self.stops.iter().any(|stop| stop.load(Ordering::Relaxed))
    }
}
