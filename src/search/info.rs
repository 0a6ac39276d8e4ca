//! Reports of a running search: lines, bounds and the current move.
//!
//! See <https://www.chessprogramming.org/UCI#Engine_to_GUI>.

use std::time::Duration;

use super::job::Job;
use super::pv::complete;
use super::report::{Line, Report};
use super::root_move::RootMove;
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{Bound, Score};

/// Search time after which the current root move is reported. Scripts that were written for
/// Stockfish expect the same time.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// Search time after which bounds are reported. In shorter searches, the exact score comes so soon
/// after a bound that the bound is not worth reporting.
const BOUNDS_AFTER: Duration = Duration::from_secs(3);

impl Worker {
    /// Returns the root moves that get exact scores (MultiPV), best first.
    pub(super) fn lines(&self) -> &[RootMove] {
        &self.root_moves[..self.multi_pv]
    }

    /// In long searches, reports the root move that is about to be searched.
    pub(super) fn report_current_move(&self, job: &Job, depth: u32, mv: Move, number: usize) {
        if self.is_main() && job.started.elapsed() > CURRENT_MOVE_AFTER {
            (job.reporter)(Report::CurrentMove { depth, mv, number });
        }
    }

    /// Reports a score outside the window if the search is long and has only one line.
    pub(super) fn report_bound(&mut self, job: &Job, first: usize, score: Score, bound: Bound) {
        if self.is_main() && self.multi_pv == 1 && job.started.elapsed() > BOUNDS_AFTER {
            let line = self.line(job, first);
            (job.reporter)(Report::Line(Line {
                score,
                bound,
                ..line
            }));
        }
    }

    /// Reports all lines that were requested.
    pub(super) fn report_lines(&mut self, job: &Job) {
        for i in 0..self.multi_pv.min(job.lines.max(1)) {
            self.report_line(job, i);
        }
    }

    /// Reports the line of the root move at `index`.
    pub(super) fn report_line(&mut self, job: &Job, index: usize) {
        let line = self.line(job, index);
        self.root_moves[index].pv.clone_from(&line.pv);
        (job.reporter)(Report::Line(line));
    }

    /// Returns the report of the root move at `index`.
    fn line(&mut self, job: &Job, index: usize) -> Line {
        let root = &self.root_moves[index];
        Line {
            depth: root.depth,
            selective_depth: root.selective_depth as u32,
            rank: index + 1,
            score: root.reported_score(),
            bound: Bound::Exact,
            nodes: self.shared.total_nodes(),
            elapsed: job.started.elapsed(),
            hash_full: self.shared.tt.permille_full(),
            tablebase_hits: self.tablebase_hits(),
            pv: complete(
                &mut self.position,
                &root.pv,
                root.score,
                root.depth as usize,
                &self.shared.tt,
            ),
        }
    }
}
