//! Lazy SMP: all threads of a search run the same search, and share the transposition table.
//!
//! The main thread keeps the time and reports; helper threads fill the table. At the end they
//! vote on the move. See <https://www.chessprogramming.org/Lazy_SMP>.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};

use super::job::Job;
use super::move_picker::MoveStack;
use super::report::Report;
use super::root::root_moves;
use super::root_move::RootMove;
use super::time::Progress;
use super::vote;
use super::worker::Worker;

/// A helper that does not come at once, for the system lets it wait, has lost its vote: the
/// clock is running.
const PATIENCE: Duration = Duration::from_millis(5);

impl Worker {
    /// Searches the job's position alone, reports, and at last tells the best move.
    pub fn search(&mut self, job: &Job) {
        self.find(job);
        self.answer(job);
    }

    /// The same for the thread that leads others: it speaks for all.
    pub(super) fn lead(&mut self, job: &Job, helpers: &Receiver<RootMove>) {
        self.find(job);
        // The helpers need not go on.
        self.shared.state.reach_limit();
        let deadline = Instant::now() + PATIENCE;
        let found = std::iter::from_fn(|| helpers.recv_deadline(deadline).ok());
        self.hear(job, &found.collect::<Vec<RootMove>>());
        self.answer(job);
    }

    /// Searches as a helper thread and sends the result to the main thread, unless no iteration
    /// was completed. Helpers do not search where the main thread plays with limited strength:
    /// they would use up its nodes.
    pub(super) fn help(&mut self, job: &Job, leader: &Sender<RootMove>) {
        if job.limits.strength.is_some() {
            return;
        }
        self.find(job);
        if let Some(best) = self.root_moves.first().filter(|_| self.completed_depth > 0) {
            // A leader that has answered already needs no more advice.
            let _: Result<(), _> = leader.send(best.clone());
        }
    }

    /// Lets all threads vote. Where a depth, several lines or a strength were asked for, the
    /// result of this thread is what was asked for; a mate that was asked for is one of any
    /// thread.
    fn hear(&mut self, job: &Job, found: &[RootMove]) {
        let limits = &job.limits;
        if limits.depth.is_some() && limits.mate.is_none() || self.lines != 1 {
            return;
        }
        if let Some(winner) = vote::winner(&self.root_moves[0], found) {
            self.root_moves.retain(|root| root.mv != winner.mv);
            self.root_moves.insert(0, winner.clone());
            self.report_line(job, 0);
        }
    }

    /// Searches until a limit is reached or it is told to stop.
    fn find(&mut self, job: &Job) {
        self.position = job.position.clone();
        self.nodes = 0;
        self.moves = MoveStack::default();
        self.next_check = 0;
        self.progress = Progress::default();
        self.enough_when_hit = false;
        self.completed_depth = 0;
        self.root_moves = root_moves(job);
        self.rank_root_moves(job);
        let wanted = job
            .limits
            .strength
            .map_or(job.lines, |strength| strength.lines(job.lines));
        self.lines = wanted.max(1).min(self.root_moves.len());
        if !self.root_moves.is_empty() {
            self.deepen(job);
        } else if self.is_main() {
            (job.reporter)(Report::NoMoves {
                in_check: self.position.is_in_check(),
            });
        }
    }
}
