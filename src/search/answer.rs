//! The end of a search: the main thread reports the best move.
//!
//! See <https://www.chessprogramming.org/UCI#Engine_to_GUI>.

use std::thread;

use super::job::Job;
use super::report::Report;
use super::tt::tt_key;
use super::worker::Worker;
use crate::chess::Move;
use crate::score::INFINITY;
use crate::support::panics;

impl Worker {
    /// Reports the best move and the move to ponder on, as soon as the best move may be reported.
    pub(super) fn answer(&mut self, job: &Job) {
        self.choose_by_strength(job);
        let pondered = self.shared.state.is_pondering();
        self.wait_for_permission(job);
        // GUIs show the scores of the lines reported after `ponderhit`.
        if pondered && !self.root_moves.is_empty() {
            self.report_lines(job);
        }
        if let Some(moves) = job.limits.mate.filter(|_| self.mate_ruled_out) {
            (job.reporter)(Report::NoMate { moves });
        }
        self.shared.state.answer(job.started.elapsed());
        let best = self.root_moves.first();
        (job.reporter)(Report::Best {
            mv: best.map(|root| root.mv),
            ponder: best.and_then(|root| root.pv.get(1).copied()),
        });
    }

    /// Reports a move after a panic has ended the search: the best move found so far, since any
    /// move is better than none. The panic may have left the data inconsistent, so the move is
    /// checked for legality.
    pub(super) fn answer_after_panic(&self, job: &Job) {
        // If a helper thread panics, the other threads continue.
        if !self.is_main() || self.shared.state.is_answered() {
            return;
        }
        self.shared.state.reach_limit();
        // If the reporter itself panicked, it may do so again. The move must be reported anyway.
        panics::caught(|| (job.reporter)(Report::Bug));
        self.wait_for_permission(job);
        self.shared.state.answer_untimed();
        let legal = job.position.board().legal_moves();
        let is_allowed = |mv: &Move| legal.contains(mv) && job.considers(*mv);
        let found = self.root_moves.iter().map(|root| root.mv);
        let mv = found.chain(legal.iter().copied()).find(is_allowed);
        (job.reporter)(Report::Best { mv, ponder: None });
    }

    /// With limited strength, chooses one of the lines and makes it the first.
    fn choose_by_strength(&mut self, job: &Job) {
        // Before the first iteration is complete, some lines may have no score.
        let with_score = self
            .lines()
            .iter()
            .take_while(|root| root.score > -INFINITY);
        let (Some(strength), count @ 1..) = (job.limits.strength, with_score.count()) else {
            return;
        };
        let choice = strength.choose(&self.root_moves[..count], tt_key(&job.position));
        if choice > 0 {
            self.root_moves[..=choice].rotate_right(1);
            // All lines are reported again, because their ranks have changed.
            self.report_lines(job);
        }
    }

    /// Waits until the best move may be reported: an infinite search waits for `stop`, a pondering
    /// search for `ponderhit` or `stop`, and every search for the least time of an answer.
    fn wait_for_permission(&self, job: &Job) {
        while !self.shared.state.is_stopped() {
            // `Pool::stop` and `Pool::ponder_hit` unpark this thread.
            if job.limits.infinite || self.shared.state.is_pondering() {
                thread::park();
                continue;
            }
            let used = self.our_time(job).unwrap_or_default();
            let left = job.time.least.saturating_sub(used);
            if left.is_zero() {
                return;
            }
            thread::park_timeout(left);
        }
    }
}
