//! Games of the engine against itself: openings, adjudication, and playing many games on several
//! threads. Data generation, tuning and matches share them.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use fastrand::Rng;
use ferz::bench::opening::{self, Attempt, RANDOM_PLIES, soft_limits};
use ferz::chess::{Board, Color, Move, Outcome, Position};
use ferz::score::Score;
use ferz::search::limits::Limits;
use ferz::search::pool::STACK_BYTES;
use ferz::search::solo::Solo;
use ferz::support::threads::TooFewThreads;
use ferz::support::work_queue::map_in_order_with_stack;

use crate::data::{Game, ScoredMove};

pub use ferz::bench::opening::Starts;

/// Default number of nodes after which a search starts no new iteration.
pub const SOFT_NODES: u64 = 5_000;

/// Size of the transposition table of a player of a match, in megabytes: enough for the nodes of one
/// game.
pub const HASH_MEGABYTES: usize = 8;

/// Minimum winning lead in a training game, in centipawns. Beyond it, the expected points hardly
/// depend on the position.
pub const TRAINING_LEAD: Score = 700;

/// Maximum lead in a level position, in centipawns.
const DRAW_SCORE: Score = 8;

/// Number of successive level plies after which the game is adjudicated as a draw.
const DRAW_PLIES: u32 = 16;

/// First move number at which a level game is adjudicated as a draw.
const DRAW_MOVE: u16 = 40;

/// Adjudicates a game by its scores: ends it when its result is clear, because its remaining moves
/// would not be useful training data. The scores of successive plies come from the two sides in
/// turn, so the searches of both sides must agree on the result.
#[derive(Clone, Copy, Debug)]
pub struct Adjudicator {
    /// Minimum winning lead, in centipawns.
    win_score: Score,
    /// Number of successive plies with a winning lead after which the game is adjudicated as won.
    win_plies: u32,
    /// The side with a winning lead, and the number of successive plies with that lead.
    leader: Option<(Color, u32)>,
    /// The number of successive level plies.
    level_plies: u32,
}

impl Adjudicator {
    /// The adjudicator of a match.
    pub const OF_MATCHES: Self = Self::new(1_500, 6);

    /// The adjudicator of training games.
    pub const OF_TRAINING: Self = Self::new(TRAINING_LEAD, 4);

    /// Creates an adjudicator of wins by this lead in centipawns over this number of plies.
    const fn new(win_score: Score, win_plies: u32) -> Self {
        Self {
            win_score,
            win_plies,
            leader: None,
            level_plies: 0,
        }
    }

    /// Adds the next score of the game, from White's view. `move_number` is the move number of
    /// its position. Returns the result if the game is adjudicated.
    pub fn add(&mut self, score: Score, move_number: u16) -> Option<Outcome> {
        let ahead = match score {
            _ if score >= self.win_score => Some(Color::White),
            _ if score <= -self.win_score => Some(Color::Black),
            _ => None,
        };
        self.leader = ahead.map(|color| match self.leader {
            Some((before, plies)) if before == color => (color, plies + 1),
            _ => (color, 1),
        });
        self.level_plies = if score.abs() <= DRAW_SCORE {
            self.level_plies + 1
        } else {
            0
        };
        match self.leader {
            Some((color, plies)) if plies >= self.win_plies => Some(Outcome::win_of(color)),
            _ if self.level_plies >= DRAW_PLIES && move_number >= DRAW_MOVE => Some(Outcome::Draw),
            _ => None,
        }
    }
}

/// The result of a search for a move of a game.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The move to play.
    pub mv: Move,
    /// The score for the side to move.
    pub score: Score,
}

/// Searches a position in which the game is not over. Returns `None` if the search was stopped.
pub fn search(solo: &mut Solo, position: &Position, limits: Limits) -> Option<Answer> {
    let result = solo.search_unless_stopped(position.clone(), limits)?;
    let mv = result.best_move;
    Some(Answer {
        mv: mv.expect("the game is not over, so there is a move"),
        score: result.score(),
    })
}

/// Returns the score of an opening for the side to move. Returns `None` if the search was stopped.
pub fn opening_score(solo: &mut Solo, position: &Position, soft_nodes: u64) -> Option<Score> {
    let result = solo.search_unless_stopped(position.clone(), soft_limits(soft_nodes));
    result.map(|result| result.score())
}

/// Returns the soft node limit of the search that evaluates an opening: a fifth of that for a move
/// of the game.
pub const fn opening_nodes(soft_nodes: u64) -> u64 {
    soft_nodes.div_ceil(5)
}

/// Plays random moves until they lead to a position in which the game is not over and neither side
/// has a decisive lead. `score` returns the score of a position for either side, or `None` if its
/// search was stopped. Returns `None` if a search was stopped.
pub fn random_opening(
    starts: Starts,
    rng: &mut Rng,
    mut score: impl FnMut(&Position) -> Option<Score>,
) -> Option<Board> {
    loop {
        let first = opening::first_board(starts, rng);
        match opening::attempt(first, RANDOM_PLIES, rng, &mut score) {
            Attempt::Opening(board) => return Some(board),
            Attempt::Rejected => {}
            Attempt::Stopped => return None,
        }
    }
}

/// Returns the seed of a game or pair of games. With `seed + number` as the seed, neighboring
/// seeds would give mostly the same games.
pub fn numbered_seed(seed: u64, number: u64) -> u64 {
    Rng::with_seed(seed).u64(..).wrapping_add(number)
}

/// A game in progress.
pub struct LiveGame {
    /// The first position.
    pub start: Board,
    /// The moves so far.
    pub moves: Vec<ScoredMove>,
    /// The position after them.
    pub position: Position,
}

/// Plays a game from `start`, in which the game is not over, to its end by the rules or, with an
/// adjudicator, by adjudication. `choose` returns the move to play, or `None` to end the game
/// without a result.
pub fn play_game(
    start: Board,
    mut adjudicator: Option<Adjudicator>,
    mut choose: impl FnMut(&LiveGame) -> Result<Option<Answer>>,
) -> Result<Option<Game>> {
    let mut game = LiveGame {
        start,
        moves: Vec::new(),
        position: Position::new(start),
    };
    let outcome = loop {
        let Some(Answer { mv, score }) = choose(&game)? else {
            return Ok(None);
        };
        let score = match game.position.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        };
        let number = game.position.board().fullmove_number();
        game.moves.push(ScoredMove { mv, score });
        game.position.make_move(mv);
        let adjudicator = adjudicator.as_mut();
        let adjudicated = adjudicator.and_then(|adjudicator| adjudicator.add(score, number));
        // The rules take precedence: after any scores, the last move may be stalemate.
        if let Some(outcome) = game.position.outcome().or(adjudicated) {
            break outcome;
        }
    };
    Ok(Some(Game {
        start,
        moves: game.moves,
        outcome,
    }))
}

/// Returns the number of threads that have something to do, if there are this many games or game
/// pairs.
pub fn useful_threads(threads: usize, games: u64) -> usize {
    threads.min(usize::try_from(games).unwrap_or(usize::MAX))
}

/// Plays the games or game pairs with these numbers on several threads, one for each of `players`,
/// and passes the results to `take` in the order of their numbers, until it returns `Break` or an
/// error. Then `stop` is set, so that the other threads abandon their games. `play` returns `None`
/// if it was stopped; unfinished games are discarded.
pub fn play_in_order<P: Send, R: Send>(
    numbers: Range<u64>,
    players: &mut [P],
    stop: &AtomicBool,
    play: impl Fn(&mut P, u64) -> Result<Option<R>> + Sync,
    mut take: impl FnMut(R) -> Result<ControlFlow<()>> + Send,
) -> Result<()> {
    let (threads, mut ended) = (players.len(), Ok(()));
    map_in_order_with_stack(
        STACK_BYTES,
        numbers,
        players,
        |player, number| play(player, number).transpose(),
        |played| {
            match played.and_then(&mut take) {
                Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
                Ok(ControlFlow::Break(())) => {}
                Err(error) => ended = Err(error),
            }
            stop.store(true, Ordering::Relaxed);
            ControlFlow::Break(())
        },
    )
    .map_err(|_| TooFewThreads::none_of(threads))?;
    ended
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of scores after which a game is adjudicated, and its result.
    fn adjudicated(scores: &[Score], number: u16) -> Option<(usize, Outcome)> {
        let mut adjudicator = Adjudicator::OF_MATCHES;
        let results = scores.iter().map(|&score| adjudicator.add(score, number));
        (1..)
            .zip(results)
            .find_map(|(plies, result)| Some((plies, result?)))
    }

    #[test]
    fn a_side_with_a_lasting_lead_wins() {
        let Adjudicator {
            win_score,
            win_plies,
            ..
        } = Adjudicator::OF_MATCHES;
        let plies = win_plies as usize;
        let win = |score| adjudicated(&[score].repeat(plies), 1);
        assert_eq!(win(win_score), Some((plies, Outcome::WhiteWins)));
        assert_eq!(win(-win_score), Some((plies, Outcome::BlackWins)));
        assert_eq!(win(win_score - 1), None);
        // Each side considers itself ahead.
        assert_eq!(adjudicated(&[2_000, -2_000].repeat(plies), 1), None);
        // A single lower score restarts the count.
        let mut scores = [2_000].repeat(2 * plies - 1);
        scores[plies - 1] = 1_000;
        assert_eq!(adjudicated(&scores, 1), None);
    }

    #[test]
    fn a_level_game_is_a_draw_except_in_the_opening() {
        let plies = DRAW_PLIES as usize;
        let level = |score, number| adjudicated(&[score].repeat(plies), number);
        let draw = Some((plies, Outcome::Draw));
        assert_eq!(level(DRAW_SCORE, DRAW_MOVE), draw);
        assert_eq!(level(-DRAW_SCORE, DRAW_MOVE), draw);
        assert_eq!(level(DRAW_SCORE + 1, DRAW_MOVE), None);
        assert_eq!(level(0, DRAW_MOVE - 1), None);
    }
}
