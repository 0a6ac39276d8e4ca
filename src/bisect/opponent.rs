//! A program whose perft counts are compared with those of ferz, and the questions to it.
//! See <https://www.chessprogramming.org/Perft>.

use std::time::Duration;

use super::opponent_error::OpponentError;
use super::path::MovePath;
use super::reply::Reply;

/// A program whose perft counts are compared with those of ferz.
pub trait Opponent {
    /// Returns the engine's count for each move that it lists, or only its total.
    ///
    /// # Errors
    ///
    /// If the engine gives no counts. A wrong count is not an error.
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, OpponentError>;

    /// Returns whether the engine prints a count for each move, not only the total. Valid
    /// after the first answer.
    fn prints_moves(&self) -> bool {
        true
    }

    /// Restarts the engine after an error, so that it can answer more questions.
    ///
    /// # Errors
    ///
    /// If the engine cannot be started.
    fn restart(&mut self) -> Result<(), OpponentError> {
        Ok(())
    }

    /// Returns whether the engine makes the moves of a path itself. Returns `false` if each
    /// question gives it the FEN of the position after these moves.
    fn makes_moves(&self) -> bool {
        true
    }
}

/// A request for the perft counts of a position.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position.
    pub path: &'a MovePath,
    /// A move to make after the moves of the path. It may be illegal.
    pub unchecked_move: Option<&'a str>,
    /// Perft depth in plies, at least 1.
    pub depth: u32,
    /// The total of ferz, from which the time limit is calculated.
    pub nodes: u64,
}

/// Time allowed for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// Minimum time for an answer.
    pub minimum: Duration,
    /// Expected speed: the limit grows by 1 second for this number of nodes. With `None`, it
    /// does not grow.
    pub nodes_per_second: Option<u64>,
}

impl TimeLimit {
    /// Returns the time allowed to count `nodes`.
    #[must_use]
    pub fn for_nodes(self, nodes: u64) -> Duration {
        let seconds = self
            .nodes_per_second
            .map_or(0, |speed| nodes / speed.max(1));
        self.minimum + Duration::from_secs(seconds)
    }
}
