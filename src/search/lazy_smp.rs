//! Lazy SMP: all threads run the same search and share the transposition table.
//!
//! The main thread sends the reports, and checks the time limits between iterations. The helper
//! threads fill the transposition table, and vote on the best move at the end.
//! See <https://www.chessprogramming.org/Lazy_SMP>.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};

use super::job::Job;
use super::move_picker::MoveStack;
use super::report::Report;
use super::root::root_moves;
use super::root_move::RootMove;
use super::time::IterationStats;
use super::vote;
use super::worker::Worker;

/// Time that the main thread waits for the votes of the helpers. The clock is running, so later
/// votes are ignored.
const VOTE_TIMEOUT: Duration = Duration::from_millis(5);

impl Worker {
    /// Searches on this thread alone, and reports lines and the best move.
    pub fn search(&mut self, job: &Job) {
        self.search_root_position(job);
        self.answer(job);
    }

    /// Searches as the main thread, takes the votes of the helpers, and reports the best move.
    pub(super) fn search_as_main(&mut self, job: &Job, helpers: &Receiver<RootMove>) {
        self.search_root_position(job);
        // This also stops the helpers.
        self.shared.state.reach_limit();
        let deadline = Instant::now() + VOTE_TIMEOUT;
        let found = std::iter::from_fn(|| helpers.recv_deadline(deadline).ok());
        self.take_votes(job, &found.collect::<Vec<RootMove>>());
        self.answer(job);
    }

    /// Searches as a helper thread, and sends the best line to the main thread if an iteration was
    /// completed. With limited strength, helpers do not search, because they would use up the
    /// node limit.
    pub(super) fn search_as_helper(&mut self, job: &Job, main: &Sender<RootMove>) {
        if job.limits.strength.is_some() {
            return;
        }
        self.search_root_position(job);
        if let Some(best) = self.root_moves.first().filter(|_| self.completed_depth > 0) {
            // The main thread may have answered without this vote.
            let _: Result<(), _> = main.send(best.clone());
        }
    }

    /// Replaces the best line by the winner of the vote. There is no vote with a depth limit or
    /// several lines, because the result of the main thread is what was requested. With `go mate`,
    /// a depth limit does not prevent the vote, because the mate may come from any thread.
    fn take_votes(&mut self, job: &Job, found: &[RootMove]) {
        let limits = &job.limits;
        if limits.depth.is_some() && limits.mate.is_none() || self.multi_pv != 1 {
            return;
        }
        if let Some(winner) = vote::winner(&self.root_moves[0], found) {
            self.root_moves.retain(|root| root.mv != winner.mv);
            self.root_moves.insert(0, winner);
            self.report_line(job, 0);
        }
    }

    /// Prepares the worker for a job, and searches its position until a limit is reached.
    fn search_root_position(&mut self, job: &Job) {
        job.params.apply();
        self.position = job.position.clone();
        self.nodes = 0;
        self.moves = MoveStack::default();
        self.next_limit_check = 0;
        self.iteration_stats = IterationStats::default();
        self.mate_ruled_out = false;
        self.stop_on_ponder_hit = false;
        self.completed_depth = 0;
        self.root_moves = root_moves(job, self.evaluator.network());
        self.rank_root_moves(job);
        let lines = job
            .limits
            .strength
            .map_or(job.lines, |strength| strength.lines(job.lines));
        self.multi_pv = lines.max(1).min(self.root_moves.len());
        if !self.root_moves.is_empty() {
            self.iterative_deepening(job);
        } else if self.is_main() {
            (job.reporter)(Report::NoMoves {
                in_check: self.position.is_in_check(),
            });
        }
    }
}
