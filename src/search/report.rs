//! What a search reports while it runs.

use std::sync::Arc;
use std::time::Duration;

use crate::chess::Move;
use crate::score::{Bound, Score};

/// What a search has found out: what `info` lines are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// One of the best lines after an iteration.
    Line(Line),
    /// A root move that is now being searched, and its number from 1.
    CurrentMove {
        /// The iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its place in the order of the search.
        number: usize,
    },
    /// The position is checkmate or stalemate: there is nothing to search.
    NoMoves {
        /// Whether it is checkmate.
        in_check: bool,
    },
    /// A mate was asked for, and there is none in so many moves: all have been tried.
    NoMate {
        /// Full moves.
        moves: u32,
    },
    /// A panic has ended the search: the best move so far follows.
    Bug,
    /// The search is over; sent once a search, last.
    Best {
        /// The move to play; `None` where there is none.
        mv: Option<Move>,
        /// The answer expected.
        ponder: Option<Move>,
    },
}

/// A line with its score and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The iteration, in half-moves.
    pub depth: u32,
    /// The longest line looked at, in half-moves.
    pub selective_depth: u32,
    /// The rank of the line, from 1.
    pub rank: usize,
    /// From the view of the side to move at the root.
    pub score: Score,
    /// What the score says. It is exact in the last line of a search.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
    /// Use of the table, in permill.
    pub hash_full: u32,
    /// Positions of all threads that the endgame tables knew.
    pub table_hits: u64,
    /// The moves; never empty.
    pub pv: Vec<Move>,
}

/// Where a search sends its reports; called from its threads.
pub type Reporter = Arc<dyn Fn(Report) + Send + Sync>;
