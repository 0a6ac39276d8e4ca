//! What a search reports: variations, bounds and the current move while it runs, and at its end the
//! best move.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::pv::complete;
use super::request::{Report, SearchRequest, Variation};
use super::root_moves::RootMove;
use super::tt::tt_key;
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{Bound, DRAW, INFINITY, Score};
use crate::support::{panics, threads};

/// Search time after which the current root move is reported. Scripts that were written for
/// Stockfish expect the same time.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// Search time after which bounds are reported. In shorter searches, the exact score comes so soon
/// after a bound that the bound is not worth reporting.
const BOUNDS_AFTER: Duration = Duration::from_secs(3);

impl Worker {
    /// Returns the root moves that get exact scores (MultiPV), best first.
    pub(super) fn multi_pv_moves(&self) -> &[RootMove] {
        &self.root_moves[..self.multi_pv]
    }

    /// In long searches, reports the root move at `index`, which is about to be searched.
    pub(super) fn report_current_move(&self, request: &SearchRequest, index: usize) {
        if self.is_main() && request.started.elapsed() > CURRENT_MOVE_AFTER {
            let RootMove { mv, depth, .. } = self.root_moves[index];
            let number = index + 1;
            (request.reporter)(Report::CurrentMove { depth, mv, number });
        }
    }

    /// Reports a score outside the window of the root move at `index`, if the search is long and
    /// has only one variation. The bound of a move with a tablebase score could exclude that score.
    pub(super) fn report_bound(
        &mut self,
        request: &SearchRequest,
        index: usize,
        score: Score,
        bound: Bound,
    ) {
        let is_useful = self.multi_pv == 1 && self.root_moves[index].tablebase_score.is_none();
        if self.is_main() && is_useful && request.started.elapsed() > BOUNDS_AFTER {
            let variation = self.variation(request, index);
            (request.reporter)(Report::Variation(Variation {
                score,
                bound,
                ..variation
            }));
        }
    }

    /// Reports all variations that were requested.
    pub(super) fn report_variations(&mut self, request: &SearchRequest) {
        for i in 0..self.multi_pv.min(request.multi_pv.max(1)) {
            self.report_variation(request, i);
        }
    }

    /// Reports the variation of the root move at `index`, and keeps its completed PV.
    pub(super) fn report_variation(&mut self, request: &SearchRequest, index: usize) {
        let variation = self.variation(request, index);
        self.root_moves[index].pv.clone_from(&variation.pv);
        (request.reporter)(Report::Variation(variation));
    }

    /// Returns the variation of the root move at `index`.
    fn variation(&mut self, request: &SearchRequest, index: usize) -> Variation {
        let root = &self.root_moves[index];
        let (depth, score) = (root.depth as usize, root.reported_score());
        Variation {
            depth: root.depth,
            selective_depth: root.selective_depth as u32,
            rank: index + 1,
            score,
            bound: Bound::Exact,
            is_tablebase_draw: score == DRAW && root.tablebase_score == Some(DRAW),
            nodes: self.shared.total_nodes(),
            elapsed: request.started.elapsed(),
            hash_full: self.shared.tt.permille_full(),
            tablebase_hits: self.shared.tablebase_hits.load(Ordering::Relaxed),
            pv: complete(
                &mut self.position,
                &root.pv,
                root.score,
                depth,
                &self.shared.tt,
            ),
        }
    }

    /// Reports the best move and the move to ponder on, as soon as the best move may be reported.
    pub(super) fn answer(&mut self, request: &SearchRequest) {
        self.choose_by_strength(request);
        let pondered = self.shared.is_pondering();
        self.wait_for_permission(request);
        // GUIs show the scores of the variations reported after `ponderhit`.
        if pondered && !self.root_moves.is_empty() {
            self.report_variations(request);
        }
        if let Some(moves) = request.limits.mate.filter(|_| self.mate_ruled_out) {
            (request.reporter)(Report::NoMate { moves });
        }
        self.shared.answer(request.started.elapsed());
        let best = self.root_moves.first();
        (request.reporter)(Report::BestMove {
            mv: best.map(|root| root.mv),
            ponder: best.and_then(|root| root.pv.get(1).copied()),
        });
    }

    /// Reports a move after a panic has ended the search: the best move found so far, since any
    /// move is better than none. The panic may have left the data inconsistent, so the move is
    /// checked for legality.
    pub(super) fn answer_after_panic(&self, request: &SearchRequest) {
        // If a helper thread panics, the other threads continue.
        if !self.is_main() || self.shared.is_answered() {
            return;
        }
        self.shared.reach_limit();
        // If the reporter itself panicked, it may do so again. The move must be reported anyway.
        panics::caught(|| (request.reporter)(Report::Bug));
        self.wait_for_permission(request);
        self.shared.set_answered();
        let legal = request.position.board().legal_moves();
        let is_allowed = |mv: &Move| legal.contains(mv) && request.considers(*mv);
        let found = self.root_moves.iter().map(|root| root.mv);
        let mv = found.chain(legal.iter().copied()).find(is_allowed);
        (request.reporter)(Report::BestMove { mv, ponder: None });
    }

    /// With limited strength, chooses one of the variations and makes it the first.
    fn choose_by_strength(&mut self, request: &SearchRequest) {
        // Before the first iteration is complete, some variations may have no score.
        let scores = self.multi_pv_moves().iter().map(|root| root.score);
        let scores: Vec<Score> = scores.take_while(|&score| score > -INFINITY).collect();
        let Some(strength) = request.limits.strength.filter(|_| !scores.is_empty()) else {
            return;
        };
        let choice = strength.choose(&scores, tt_key(&request.position));
        if choice > 0 {
            self.root_moves[..=choice].rotate_right(1);
            // All variations are reported again, because their ranks have changed.
            self.report_variations(request);
        }
    }

    /// Waits until the best move may be reported: an infinite search waits for `stop`, a pondering
    /// search for `ponderhit` or `stop`, and every search for its minimum answer time.
    fn wait_for_permission(&self, request: &SearchRequest) {
        while !self.shared.is_stopped() {
            // `Pool::stop` and `Pool::ponder_hit` wake this thread.
            if request.limits.infinite || self.shared.is_pondering() {
                threads::pause(Duration::MAX);
                continue;
            }
            let used = self.our_time(request).unwrap_or_default();
            let left = request.time.min_answer_time.saturating_sub(used);
            if left.is_zero() {
                return;
            }
            threads::pause(left);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Instant;

    use super::*;
    use crate::chess::Position;
    use crate::score::TABLEBASE_WIN;
    use crate::search::limits::Limits;

    #[test]
    fn bounds_of_moves_with_a_tablebase_score_are_not_reported() {
        let (reports, mut worker) = (Arc::new(Mutex::new(0)), Worker::for_test());
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        let count = reports.clone();
        let request = SearchRequest {
            started: Instant::now() - 2 * BOUNDS_AFTER,
            reporter: Arc::new(move |_| *count.lock().expect("no panic") += 1),
            ..SearchRequest::new(Position::default(), limits)
        };
        worker.search_until_limit(&request);
        for (tablebase_score, expected) in [(None, 1), (Some(DRAW), 0), (Some(TABLEBASE_WIN), 0)] {
            *reports.lock().expect("no panic") = 0;
            worker.root_moves[0].tablebase_score = tablebase_score;
            worker.report_bound(&request, 0, 300, Bound::Upper);
            assert_eq!(*reports.lock().expect("no panic"), expected);
        }
    }
}
