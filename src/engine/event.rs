//! What the engine has to say.

use std::sync::Arc;
use std::time::Duration;

use super::options::Declaration;
use crate::chess::notation::CoordinateMove;
use crate::search::Line;

/// One thing to tell whoever uses the engine.
#[derive(Clone, Debug)]
pub enum Event {
    /// Name, author and options, as the answer to [`super::Command::Identify`].
    Identity(&'static [Declaration]),
    /// The answer to [`super::Command::IsReady`].
    Ready,
    /// A line found by the search.
    Line {
        /// The line; its moves are repeated in `pv`, as they are to be written.
        line: Line,
        /// Its moves.
        pv: Vec<CoordinateMove>,
        /// Chances to win, draw and lose, in permill, if they are wanted.
        wdl: Option<[u32; 3]>,
    },
    /// The root move that is being searched.
    CurrentMove {
        /// The iteration.
        depth: u32,
        /// The move.
        mv: CoordinateMove,
        /// Its place in the order of the search, from 1.
        number: usize,
    },
    /// There is no move to search: checkmate or stalemate.
    NoMoves {
        /// Whether it is checkmate.
        in_check: bool,
    },
    /// A search has ended.
    BestMove {
        /// The move to play; `None` where there is none.
        mv: Option<CoordinateMove>,
        /// The answer expected.
        ponder: Option<CoordinateMove>,
    },
    /// A perft has ended.
    Perft {
        /// The count below each root move.
        divide: Vec<(CoordinateMove, u64)>,
        /// The count below the root.
        total: u64,
        /// How long it took.
        elapsed: Duration,
    },
    /// Lines of text that were asked for.
    Text(String),
    /// Something that is well to know.
    Note(String),
    /// Something asked for was not done, and why.
    Error(String),
}

/// Where the engine's events go; called from several threads.
pub type Output = Arc<dyn Fn(Event) + Send + Sync>;
