//! The end of a search: the threads come together, one speaks for all, and tells the move
//! when it is time to.
//!
//! See <https://www.chessprogramming.org/Lazy_SMP>.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};

use super::job::Job;
use super::report::Report;
use super::root_move::RootMove;
use super::shared::NO_TIME;
use super::tt::table_key;
use super::vote;
use super::worker::Worker;
use crate::chess::{Move, legal_moves};
use crate::score::INFINITY;
use crate::support::panics;

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
        self.shared.limit_reached.store(true, Ordering::Relaxed);
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

    /// Tells the best move, with which the last line reported begins.
    fn answer(&mut self, job: &Job) {
        self.play_weakly(job);
        // Done, but not before the opponent's move.
        let waited = self.shared.pondering.load(Ordering::Acquire);
        self.wait_until_told(job);
        // Programs show the score of what comes behind a ponderhit.
        if waited && !self.root_moves.is_empty() {
            self.report_lines(job);
        }
        let thought = self.clock(job);
        let thought = thought.map_or(NO_TIME, |thought| thought.as_micros() as u64);
        self.shared.thought.store(thought, Ordering::Relaxed);
        self.shared.set_answered();
        let best = self.root_moves.first();
        (job.reporter)(Report::Best {
            mv: best.map(|root| root.mv),
            ponder: best.and_then(|root| root.pv.get(1).copied()),
        });
    }

    /// Answers in place of what a bug has ended: with the best move so far, for a move that is
    /// not the best is better than none. The search was at its work when it ended, so of what
    /// it leaves only a move that is legal is taken.
    pub(super) fn answer_after_bug(&self, job: &Job) {
        // The helpers go on, and the leader without them.
        if !self.is_main() || self.shared.answered.load(Ordering::Acquire) {
            return;
        }
        self.shared.limit_reached.store(true, Ordering::Relaxed);
        // What is told now may be what the bug is in; the move must go out all the same.
        panics::caught(|| (job.reporter)(Report::Bug));
        self.wait_until_told(job);
        self.shared.set_answered();
        let legal = legal_moves(job.position.board());
        let wanted = &job.limits.search_moves;
        let is_allowed =
            |mv: &Move| legal.contains(mv) && (wanted.is_empty() || wanted.contains(mv));
        let found = self.root_moves.iter().map(|root| root.mv);
        let mv = found.chain(legal.iter().copied()).find(is_allowed);
        (job.reporter)(Report::Best { mv, ponder: None });
    }

    /// Chooses among the lines found as a player of the strength asked for.
    fn play_weakly(&mut self, job: &Job) {
        let lines = &self.root_moves[..self.lines];
        // Where no iteration was completed, there may be no scores to compare.
        let known = lines.iter().take_while(|root| root.score > -INFINITY);
        let (Some(strength), known @ 1..) = (job.limits.strength, known.count()) else {
            return;
        };
        let choice = strength.choose(&lines[..known], table_key(&job.position));
        if choice > 0 {
            self.root_moves[..=choice].rotate_right(1);
            // All lines again: one alone would repeat the move under two ranks.
            self.report_lines(job);
        }
    }

    /// A search without an end, and one on the opponent's time, tells its move only when it
    /// is asked for, even if there is nothing left to search.
    fn wait_until_told(&self, job: &Job) {
        let waits = || job.limits.infinite || self.shared.pondering.load(Ordering::Acquire);
        while waits() && !self.shared.stop.load(Ordering::Acquire) {
            // Whoever changes one of the two flags wakes this thread.
            std::thread::park();
        }
    }
}
