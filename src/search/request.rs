//! A search as its callers see it: the request, the reports while it runs, and the result.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::limits::Limits;
use super::params::ParamSet;
use super::time::TimeLimits;
use crate::chess::{Move, Position};
use crate::eval::wdl_permille;
use crate::score::{Bound, DRAW, Score};

/// A request to search a position.
#[derive(Clone)]
pub struct SearchRequest {
    /// The position to search, with the game history for repetitions.
    pub position: Position,
    /// The root moves to consider; all legal moves if empty.
    pub search_moves: Vec<Move>,
    /// The limits that end the search.
    pub limits: Limits,
    /// The time limits of the search.
    pub time: TimeLimits,
    /// The time at which the search was requested.
    pub started: Instant,
    /// The number of variations to report (MultiPV); 0 counts as 1.
    pub multi_pv: usize,
    /// The values of the tunable constants.
    pub params: ParamSet,
    /// The function that receives the reports.
    pub reporter: Reporter,
}

impl SearchRequest {
    /// Creates a request that starts now. It reports one variation, its reporter does nothing, and
    /// it reserves no time for communication lag.
    pub fn new(position: Position, limits: Limits) -> Self {
        Self {
            time: TimeLimits::new(&limits, position.side_to_move(), Duration::ZERO),
            position,
            search_moves: Vec::new(),
            limits,
            started: Instant::now(),
            multi_pv: 1,
            params: ParamSet::default(),
            reporter: Arc::new(|_| {}),
        }
    }

    /// Returns whether `mv` is one of the root moves to search.
    pub(super) fn considers(&self, mv: Move) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(&mv)
    }
}

/// Error of a search that was stopped: incomplete results must not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// What a part of a search returns.
pub(super) type Searched<T> = Result<T, Stopped>;

/// Receiver of the reports of a search. It is called from the search threads.
pub type Reporter = Arc<dyn Fn(Report) + Send + Sync>;

/// A report of a running search. It contains only what the search finds, with plain moves, so tools
/// and tests can search without an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// One of the best variations so far.
    Variation(Variation),
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
    /// It is proved that the requested mate does not exist. Sent after all variations, because
    /// the search goes on: it looks for a move to play.
    NoMate {
        /// The limit on the length of the mate, in full moves.
        moves: u32,
    },
    /// A panic has ended the search. The best move so far follows.
    Bug,
    /// The result of the search: the last report, sent once.
    BestMove {
        /// The move to play; `None` at checkmate and stalemate.
        mv: Option<Move>,
        /// The expected reply.
        ponder: Option<Move>,
    },
}

/// A variation with its score, and statistics of the search so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The iteration, in plies.
    pub depth: u32,
    /// The largest ply that the search for this variation has reached.
    pub selective_depth: u32,
    /// The rank of the variation, from 1.
    pub rank: usize,
    /// The score for the side to move at the root.
    pub score: Score,
    /// The type of the score: exact or a bound. It is exact in the last variation of a search.
    pub bound: Bound,
    /// Whether the tablebases contain the position at the root, and the variation is a draw.
    pub is_tablebase_draw: bool,
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

impl Variation {
    /// Returns the probabilities of a win, a draw and a loss in permille, which add up to 1000.
    pub fn wdl_permille(&self) -> [u32; 3] {
        if self.is_tablebase_draw {
            [0, 1000, 0]
        } else {
            wdl_permille(self.score)
        }
    }
}

/// The result of a finished search, for callers that do not need its reports while it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` at checkmate and stalemate.
    pub best_move: Option<Move>,
    /// The expected reply.
    pub ponder_move: Option<Move>,
    /// All variations reported, in order.
    pub variations: Vec<Variation>,
    /// The nodes visited by all threads.
    pub nodes: u64,
}

impl SearchResult {
    /// Returns the last variation reported; `None` at checkmate and stalemate.
    #[must_use]
    pub fn last_variation(&self) -> Option<&Variation> {
        self.variations.last()
    }

    /// Returns the score of the last variation, for the side to move; [`DRAW`] without one.
    #[must_use]
    pub fn score(&self) -> Score {
        self.last_variation()
            .map_or(DRAW, |variation| variation.score)
    }
}

/// Collects the reports of one search.
#[derive(Default)]
pub(super) struct ResultCollector {
    result: Arc<Mutex<SearchResult>>,
}

impl ResultCollector {
    /// Returns a reporter that collects each report and passes it on to `next`.
    pub fn reporter(&self, next: Reporter) -> Reporter {
        let collected = self.result.clone();
        Arc::new(move |report| {
            {
                let mut result = collected.lock().unwrap_or_else(PoisonError::into_inner);
                match &report {
                    Report::Variation(variation) => result.variations.push(variation.clone()),
                    Report::BestMove { mv, ponder } => {
                        (result.best_move, result.ponder_move) = (*mv, *ponder);
                    }
                    _ => {}
                }
            }
            next(report);
        })
    }

    /// Returns the result of a search that has visited `nodes` nodes.
    pub fn into_result(self, nodes: u64) -> SearchResult {
        let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        SearchResult {
            nodes,
            ..std::mem::take(&mut *result)
        }
    }
}
