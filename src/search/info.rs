//! What a worker reports while it searches: lines and current moves.
//!
//! See <https://www.chessprogramming.org/UCI#info>.

use std::time::Duration;

use super::job::Job;
use super::pv::complete;
use super::report::{Line, Report};
use super::root_move::RootMove;
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{Bound, Score};

/// Time of a search after which it reports the root move that it is searching: the same as in
/// Stockfish, for scripts are written to its output.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// That a score is only known to be above or below a window is told in searches longer than
/// this: before, the exact score is there in a moment.
const BOUNDS_AFTER: Duration = Duration::from_secs(3);

impl Worker {
    /// The root moves that are searched for their exact scores, best first.
    pub(super) fn lines(&self) -> &[RootMove] {
        &self.root_moves[..self.lines]
    }

    pub(super) fn report_current_move(&self, job: &Job, depth: u32, mv: Move, number: usize) {
        if self.is_main() && job.started.elapsed() > CURRENT_MOVE_AFTER {
            (job.reporter)(Report::CurrentMove { depth, mv, number });
        }
    }

    /// Tells that a score lies outside of the window, in long searches for one line.
    pub(super) fn report_bound(&mut self, job: &Job, first: usize, score: Score, bound: Bound) {
        if self.is_main() && self.lines == 1 && job.started.elapsed() > BOUNDS_AFTER {
            let line = self.line(job, first);
            (job.reporter)(Report::Line(Line {
                score,
                bound,
                ..line
            }));
        }
    }

    /// Tells all lines that were asked for.
    pub(super) fn report_lines(&mut self, job: &Job) {
        for i in 0..self.lines.min(job.lines.max(1)) {
            self.report_line(job, i);
        }
    }

    pub(super) fn report_line(&mut self, job: &Job, index: usize) {
        let line = self.line(job, index);
        self.root_moves[index].pv.clone_from(&line.pv);
        (job.reporter)(Report::Line(line));
    }

    /// What is known of the line that begins with this root move.
    fn line(&mut self, job: &Job, index: usize) -> Line {
        let root = &self.root_moves[index];
        Line {
            depth: root.depth,
            selective_depth: root.selective_depth as u32,
            rank: index + 1,
            score: root.told_score(),
            bound: Bound::Exact,
            nodes: self.shared.total_nodes(),
            elapsed: job.started.elapsed(),
            hash_full: self.shared.table.permill_full(),
            table_hits: self.table_hits(),
            pv: complete(
                &mut self.position,
                &root.pv,
                root.score,
                root.depth as usize,
                &self.shared.table,
            ),
        }
    }
}
