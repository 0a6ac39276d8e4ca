//! Games that the engine played against itself, and their positions.

use std::fmt;

use ferz::chess::{Board, Move, MoveList, Outcome, generate_captures};
use ferz::score::{Score, is_mate};
use ferz::search::see;

/// A played move, and the search score of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    pub mv: Move,
    /// The score from White's view, in centipawns or as a mate score. It must fit in 16 bits.
    pub score: Score,
}

/// The error of a file that ends within its last game: its message.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Torn(pub(super) String);

/// A game. All of its moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The first position, after any random opening moves.
    pub start: Board,
    pub moves: Vec<ScoredMove>,
    pub outcome: Outcome,
}

impl Game {
    /// Returns all positions in which a move was played, in order.
    pub fn samples(&self) -> impl Iterator<Item = Sample> + '_ {
        let mut next = self.start;
        self.moves.iter().enumerate().map(move |(ply, played)| {
            let board = next;
            next = board.after(played.mv);
            Sample {
                board,
                mv: played.mv,
                score: played.score,
                outcome: self.outcome,
                ply,
            }
        })
    }

    /// Returns the position after the last move.
    pub fn end(&self) -> Board {
        let moves = self.moves.iter();
        moves.fold(self.start, |board, played| board.after(played.mv))
    }
}

/// A position of a game, as a training sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub board: Board,
    /// The played move: the best move of the search.
    pub mv: Move,
    /// The score of the search, from White's view.
    pub score: Score,
    pub outcome: Outcome,
    /// The number of plies since the first position of the game.
    pub ply: usize,
}

impl Sample {
    /// Returns whether the position is quiet, so that its static evaluation is meaningful: the
    /// side to move is not in check, the best move is neither a capture nor a promotion, and the
    /// score is not a mate.
    pub fn is_quiet(&self) -> bool {
        self.mv.is_quiet() && !is_mate(self.score) && !self.board.is_in_check()
    }

    /// Returns whether a static evaluation can be fitted to the position: it is
    /// [quiet](Self::is_quiet), and no capture wins material. In other positions the score depends
    /// on tactics, which a static evaluation does not see.
    pub fn suits_static_eval(&self) -> bool {
        self.is_quiet() && !has_winning_capture(&self.board)
    }
}

/// Returns whether a capture wins material.
pub fn has_winning_capture(board: &Board) -> bool {
    let mut captures = MoveList::new();
    generate_captures(board, &mut captures);
    let values = see::values();
    captures
        .iter()
        .any(|&mv| see::wins_at_least(board, mv, 1, &values))
}

/// Formats the sample as `FEN | score | result` for trainers of networks. The score and the
/// result (1.0, 0.5 or 0.0 points) are from White's view.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = self.outcome.points();
        write!(f, "{} | {} | {points:.1}", self.board, self.score)
    }
}
