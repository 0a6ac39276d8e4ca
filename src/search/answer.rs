//! The end of a search: the main thread reports the best move when it is time to.
//!
//! See <https://www.chessprogramming.org/Lazy_SMP>.

use super::job::Job;
use super::report::Report;
use super::tt::table_key;
use super::worker::Worker;
use crate::chess::Move;
use crate::score::INFINITY;
use crate::support::panics;

impl Worker {
    /// Tells the best move, with which the last line reported begins.
    pub(super) fn answer(&mut self, job: &Job) {
        self.play_weakly(job);
        // Done, but not before the opponent's move.
        let pondered = self.shared.state.is_pondering();
        self.wait_until_told(job);
        // Programs show the score of what comes behind a ponderhit.
        if pondered && !self.root_moves.is_empty() {
            self.report_lines(job);
        }
        self.shared.state.answer(job.started.elapsed());
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
        if !self.is_main() || self.shared.state.is_answered() {
            return;
        }
        self.shared.state.reach_limit();
        // What is told now may be what the bug is in; the move must go out all the same.
        panics::caught(|| (job.reporter)(Report::Bug));
        self.wait_until_told(job);
        self.shared.state.answer_untimed();
        let legal = job.position.board().legal_moves();
        let is_allowed = |mv: &Move| legal.contains(mv) && job.considers(*mv);
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
        let waits = || job.limits.infinite || self.shared.state.is_pondering();
        while waits() && !self.shared.state.is_stopped() {
            // Whoever changes one of the two flags wakes this thread.
            std::thread::park();
        }
    }
}
