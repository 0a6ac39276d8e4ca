//! Random openings, so that self-play games differ.

use fastrand::Rng;

use crate::chess::chess960::{STANDARD, STARTS, start};
use crate::chess::{Board, Position};
use crate::score::Score;
use crate::search::limits::Limits;

/// Default number of random plies of an opening. Half of the openings have one more, so that
/// either side can be to move after them.
pub const RANDOM_PLIES: u8 = 8;

/// Maximum lead of a side after the random plies, in centipawns. Openings with a greater lead are
/// rejected.
const MAX_LEAD: Score = 1_000;

/// Hard node limit of a search, as a multiple of the soft limit, which only prevents new
/// iterations.
const HARD_LIMIT_FACTOR: u64 = 8;

/// The starting positions of games, before the random moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// The initial position of standard chess.
    Standard,
    /// One of the 960 starting positions of Chess960.
    Chess960,
    /// One of the 960 starting positions for each side.
    DoubleFischerRandom,
}

/// Result of a random sequence of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Attempt {
    /// An opening in which neither side has a decisive lead.
    Opening(Board),
    /// The game is over, or a side has a decisive lead.
    Rejected,
    /// The search that evaluates the opening was stopped.
    Stopped,
}

/// Makes `plies` random moves on `board`, or one more. `score` returns the score of a position from
/// the view of either side, or `None` if its search was stopped.
pub fn attempt(
    board: Board,
    plies: u8,
    rng: &mut Rng,
    score: impl FnOnce(&Position) -> Option<Score>,
) -> Attempt {
    let mut position = Position::new(board);
    let plies = plies + rng.u8(..2);
    for _ in 0..plies {
        if let Some(&mv) = rng.choice(&position.board().legal_moves()[..]) {
            position.make_move(mv);
        }
    }
    if position.outcome().is_some() {
        return Attempt::Rejected;
    }
    match score(&position) {
        None => Attempt::Stopped,
        Some(score) if score.abs() <= MAX_LEAD => Attempt::Opening(*position.board()),
        Some(_) => Attempt::Rejected,
    }
}

/// Returns the limits of a search with a soft node limit.
pub fn soft_limits(soft_nodes: u64) -> Limits {
    Limits {
        soft_nodes: Some(soft_nodes),
        nodes: Some(soft_nodes.saturating_mul(HARD_LIMIT_FACTOR)),
        ..Limits::default()
    }
}

/// Returns a starting position.
pub fn first_board(starts: Starts, rng: &mut Rng) -> Board {
    let mut number = || rng.u16(..STARTS);
    let [white, black] = match starts {
        Starts::Standard => [STANDARD; 2],
        Starts::Chess960 => [number(); 2],
        Starts::DoubleFischerRandom => [number(), number()],
    };
    start(white, black)
}
