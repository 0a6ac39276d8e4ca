//! Games that the engine played against itself: what the evaluation's weights, the
//! winning-chance model and networks learn from.
//!
//! The files are in *viriformat*, in which several engines and trainers exchange games. A
//! file is games, one after the other; a game is 32 bytes for its first position, four
//! bytes for each move, and four zero bytes. All numbers are little-endian, squares count
//! from a1 = 0 along the ranks to h8 = 63, and scores are centipawns from White's view.
//!
//! | byte | of the first position |
//! | --- | --- |
//! | 0 to 7 | occupied squares, a bit each |
//! | 8 to 23 | the pieces on them in the order of squares, four bits each, low half first: 0 to 5 for pawn, knight, bishop, rook, queen, king, 6 for a rook that may still castle; 8 more for Black |
//! | 24 | en passant square, 64 for none; 128 more where Black is to move |
//! | 25 | half-moves since the last capture or pawn move |
//! | 26, 27 | number of the move |
//! | 28, 29 | a score, not used here |
//! | 30 | result of the game: 0 Black won, 1 draw, 2 White won |
//! | 31 | not used |
//!
//! | bits | of the 32 for a move |
//! | --- | --- |
//! | 0 to 5 | from; in castling, the king's square |
//! | 6 to 11 | to; in castling, the rook's square |
//! | 12, 13 | promotion to knight, bishop, rook, queen |
//! | 14, 15 | 1 for en passant, 2 for castling, 3 for promotion, 0 for all other moves |
//! | 16 to 31 | the score of the position in which the move was played, signed |
//!
//! Writing goes through the crate [viriformat]. Its reader trusts what it reads, and panics
//! where that is wrong; so reading is done here, and everything is checked: the position by
//! the rules for FENs, each move by the move generator, the result against the last
//! position. See <https://crates.io/crates/viriformat>.

pub mod decode;
pub mod encode;
pub mod reader;
pub mod summary;

use crate::chess::{Board, Move, Outcome};
use crate::score::{Score, is_mate};

pub use encode::encode;
pub use reader::{DataError, Problem, Reader};
pub use summary::Summary;

/// A move that was played, and what the search thought of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Centipawns from White's view, or a mate; within 16 bits.
    pub score: Score,
}

/// A game, all of whose moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Where it begins: behind the opening, if moves of that were drawn by chance.
    pub start: Board,
    /// What was played.
    pub moves: Vec<ScoredMove>,
    /// How it ended.
    pub outcome: Outcome,
}

impl Game {
    /// All positions in which a move was played, from the first.
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

    /// The position after the last move.
    #[must_use]
    pub fn end(&self) -> Board {
        let moves = self.moves.iter();
        moves.fold(self.start, |board, played| board.after(played.mv))
    }
}

/// A position of a game with what there is to learn about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub board: Board,
    /// The move that was played: the best that the search found.
    pub mv: Move,
    /// What the search thought of it, from White's view.
    pub score: Score,
    /// How the game ended.
    pub outcome: Outcome,
    /// Half-moves since the first position of the game.
    pub ply: usize,
}

impl Sample {
    /// Whether an evaluation without search can be asked about it: no check, nothing to be
    /// taken or promoted at once, no mate in sight.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.mv.is_quiet() && !is_mate(self.score) && !self.board.is_in_check()
    }
}

/// As text: `FEN | score | result`, the score from White's view, the result as White's
/// points, which is what trainers of networks read.
impl std::fmt::Display for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let points = self.outcome.points();
        write!(f, "{} | {} | {points:.1}", self.board, self.score)
    }
}
