//! The reports of a search while it runs.
//!
//! [`Report`] and the engine's `Event` are separate types. A report contains only what the search
//! finds, with plain moves, so tools and tests can search without an engine. An event contains
//! moves in the notation of the session (UCI or Chess960 castling) and probabilities of win, draw
//! and loss, and also covers commands that are not searches.

use std::sync::Arc;
use std::time::Duration;

use crate::chess::Move;
use crate::score::{Bound, Score};

/// A report of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// One of the best lines so far.
    Line(Line),
    /// The root move that is now being searched.
    CurrentMove {
        /// The iteration, in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in the order of the search, from 1.
        number: usize,
    },
    /// The position is checkmate or stalemate, so there is nothing to search.
    NoMoves {
        /// Whether it is checkmate.
        in_check: bool,
    },
    /// It is proved that the requested mate does not exist. Sent after all lines, because the
    /// search goes on: it looks for a move to play.
    NoMate {
        /// The limit on the length of the mate, in full moves.
        moves: u32,
    },
    /// A panic has ended the search. The best move so far follows.
    Bug,
    /// The result of the search: the last report, sent once.
    Best {
        /// The move to play; `None` at checkmate and stalemate.
        mv: Option<Move>,
        /// The expected reply.
        ponder: Option<Move>,
    },
}

/// A line with its score and statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The iteration, in plies.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub selective_depth: u32,
    /// The rank of the line, from 1.
    pub rank: usize,
    /// The score for the side to move at the root.
    pub score: Score,
    /// The type of the score: exact or a bound. It is exact in the last line of a search.
    pub bound: Bound,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time since the start of the search.
    pub elapsed: Duration,
    /// The use of the transposition table, in permille.
    pub hash_full: u32,
    /// The tablebase hits of all threads.
    pub tablebase_hits: u64,
    /// The moves; never empty.
    pub pv: Vec<Move>,
}

/// Receiver of the reports of a search. It is called from the search threads.
pub type Reporter = Arc<dyn Fn(Report) + Send + Sync>;
