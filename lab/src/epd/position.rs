//! A test position with its expected result.
//!
//! See <https://www.chessprogramming.org/Test-Positions>.

use ferz::chess::{Board, Move, SetupNote};

/// The longest mate that an operation can require, in moves: the longest that the UCI printer can
/// print.
pub(super) const MAX_MATE: i32 = 127;

/// A position with its expected result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EpdPosition {
    /// The line in the file, from 1.
    pub line: usize,
    /// The position.
    pub board: Board,
    /// The parts of the FEN that were dropped, and the reason why the position is unreachable, if
    /// it is.
    pub notes: Vec<SetupNote>,
    /// The best moves, one of which must be played; empty if the line has none.
    pub best_moves: Vec<Move>,
    /// The moves that must not be played.
    pub avoid_moves: Vec<Move>,
    /// The number of moves to mate; negative if the side to move is mated.
    pub mate_in: Option<i32>,
    /// The name of the position.
    pub id: Option<String>,
    /// A comment.
    pub comment: Option<String>,
}

impl EpdPosition {
    /// Returns whether the line specifies an expected result. Files that were made for other
    /// purposes contain positions without one.
    #[must_use]
    pub const fn has_task(&self) -> bool {
        !self.best_moves.is_empty() || !self.avoid_moves.is_empty() || self.mate_in.is_some()
    }
}
