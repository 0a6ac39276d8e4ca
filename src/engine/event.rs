//! Events: the output of the engine.
//!
//! [`Event`] and the search's [`Report`](crate::search::Report) are two types. A report contains
//! only what the search finds, with plain moves. An event contains moves in coordinate notation,
//! and also covers commands that are not searches.

use std::sync::Arc;
use std::time::Duration;

use super::options::Declaration;
use crate::chess::notation::CoordinateMove;
use crate::search::Line;

/// One output of the engine.
#[derive(Clone, Debug)]
pub enum Event {
    /// Reply to [`Command::Identify`](super::Command::Identify): the options.
    Identity(&'static [Declaration]),
    /// Reply to [`Command::IsReady`](super::Command::IsReady).
    Ready,
    /// A variation found by the search.
    Line {
        /// The variation.
        line: Line,
        /// The moves of the variation, with castling in the notation of the game.
        pv: Vec<CoordinateMove>,
        /// Probabilities of win, draw and loss, in permille; `None` if they are turned off.
        wdl: Option<[u32; 3]>,
    },
    /// The root move that is being searched.
    CurrentMove {
        /// Depth of the iteration, in plies.
        depth: u32,
        /// The move.
        mv: CoordinateMove,
        /// Position of the move in the move order, from 1.
        number: usize,
    },
    /// The position has no legal move.
    NoMoves {
        /// Whether it is checkmate; otherwise it is stalemate.
        in_check: bool,
    },
    /// A search has ended.
    BestMove {
        /// The best move; `None` if there is no legal move.
        mv: Option<CoordinateMove>,
        /// The expected reply.
        ponder: Option<CoordinateMove>,
    },
    /// A perft has ended.
    Perft {
        /// Leaf nodes below each root move.
        divide: Vec<(CoordinateMove, u64)>,
        /// Leaf nodes below the root.
        total: u64,
        /// Time taken.
        elapsed: Duration,
    },
    /// Output of a command; may have several lines, or none.
    Text(String),
    /// A note to the user.
    Note(String),
    /// Error message of a command that was rejected or failed.
    Error(String),
}

/// Receiver of the events. It is called from several threads.
pub type Output = Arc<dyn Fn(Event) + Send + Sync>;
