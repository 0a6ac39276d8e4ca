//! The result of a search, for callers that do not need its reports while it runs.

use std::sync::{Arc, Mutex, PoisonError};

use super::report::{Line, Report, Reporter};
use crate::chess::Move;
use crate::score::{DRAW, Score};

/// The result of a finished search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` at checkmate and stalemate.
    pub best_move: Option<Move>,
    /// The expected reply.
    pub ponder_move: Option<Move>,
    /// All lines reported, in order.
    pub lines: Vec<Line>,
    /// The nodes visited by all threads.
    pub nodes: u64,
}

impl SearchResult {
    /// Returns the last line reported; `None` at checkmate and stalemate.
    #[must_use]
    pub fn last_line(&self) -> Option<&Line> {
        self.lines.last()
    }

    /// Returns the score of the last line, for the side to move; [`DRAW`] without a line.
    #[must_use]
    pub fn score(&self) -> Score {
        self.last_line().map_or(DRAW, |line| line.score)
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
        let result = self.result.clone();
        Arc::new(move |report| {
            {
                let mut result = result.lock().unwrap_or_else(PoisonError::into_inner);
                match &report {
                    Report::Line(line) => result.lines.push(line.clone()),
                    Report::Best { mv, ponder } => {
                        (result.best_move, result.ponder_move) = (*mv, *ponder);
                    }
                    Report::CurrentMove { .. }
                    | Report::NoMoves { .. }
                    | Report::NoMate { .. }
                    | Report::Bug => {}
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
