//! The search of one thread at the root: iterative deepening, aspiration windows, the root node.
//!
//! Iterative deepening searches at depths 1, 2, 3 … until a limit is reached. Early
//! iterations cost little and improve the move ordering of later ones, and a best move is available
//! whenever the time is up. See <https://www.chessprogramming.org/Iterative_Deepening>.
//!
//! An iteration first searches a small window around the previous score (aspiration window). Scores
//! seldom change much between iterations, and a small window causes more cutoffs. If the score is
//! outside of the window, the window is widened and the search repeated.
//! See <https://www.chessprogramming.org/Aspiration_Windows>.

use std::ops::RangeInclusive;

use super::history::QuietContext;
use super::history_updates::SearchedMoves;
use super::limits::Limits;
use super::mate::{MateProof, MateSearch};
use super::node::{Best, Candidate, Node, NodeInfo, is_decided};
use super::params::{
    aspiration_decided_delta, aspiration_delta, aspiration_depth, aspiration_growth,
    fail_high_reduction_max,
};
use super::request::{Report, SearchRequest, Searched, Stopped};
use super::root_moves::{RootMove, create_root_moves, end_of_rank, sort};
use super::time::IterationStats;
use super::worker::Worker;
use crate::chess::{CheckSquares, Legality, Move};
use crate::score::{
    Bound, EVALUATION_BOUND, INFINITY, MATE_BOUND, MAX_PLY, Meaning, Score, mate_in, plies_to_mate,
};

/// Range of the depth, in plies, at which `go mate` ends if the requested mate does not exist and
/// there is no other limit. The depth is twice the requested number of moves, within this range.
const DEPTH_WITHOUT_MATE: RangeInclusive<u32> = 8..=20;

/// Maximum widening step, in centipawns. Instead of a larger step, the bound is set to infinity,
/// because a mate or a lost queen would need too many steps.
const MAX_DELTA: Score = 600;

impl Worker {
    /// Prepares the worker for a request, and searches its position until a limit is reached.
    pub(super) fn search_until_limit(&mut self, request: &SearchRequest) {
        request.params.apply();
        self.position.clone_from(&request.position);
        self.nodes = 0;
        self.moves.clear();
        self.next_limit_check = 0;
        self.iteration_stats = IterationStats::default();
        self.mate_ruled_out = false;
        self.stop_on_ponder_hit = false;
        self.completed_depth = 0;
        self.root_moves = create_root_moves(request, &mut self.position, &mut self.evaluator);
        self.rank_root_moves(request);
        let strength = request.limits.strength;
        let multi_pv = strength.map_or(request.multi_pv, |strength| {
            strength.multi_pv(request.multi_pv)
        });
        self.multi_pv = multi_pv.max(1).min(self.root_moves.len());
        if !self.root_moves.is_empty() {
            self.iterative_deepening(request);
        } else if self.is_main() {
            (request.reporter)(Report::NoMoves {
                in_check: self.position.is_in_check(),
            });
        }
    }

    /// Searches the root position at increasing depths until a limit is reached.
    fn iterative_deepening(&mut self, request: &SearchRequest) {
        // Threads with odd IDs start at depth 2, so that threads search different depths.
        let shallowest = 1 + (self.id % 2) as u32;
        let deepest = request.limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32);
        let mate = request.limits.mate.filter(|_| self.is_main());
        let mut mate_search = mate.map(MateSearch::new);
        for depth in shallowest..=deepest.max(shallowest) {
            let mut last_known = self.root_moves.clone();
            let done = self.iterate(request, depth, &mut last_known);
            self.publish_nodes();
            if done.is_ok() {
                self.completed_depth = depth;
            } else if !self.partial_result_is_usable() {
                self.root_moves = last_known;
            }
            if self.is_main() {
                // Even without a new result, this reports the final node count.
                self.report_variations(request);
            }
            if done.is_err() || self.stop_if_mate_found(request) || self.should_stop(request, depth)
            {
                return;
            }
            if mate.is_some() && self.search_for_mate(request, &mut mate_search) {
                return;
            }
        }
    }

    /// If this thread has found a mate as short as `go mate` requests, stops all threads. Returns
    /// whether it has.
    fn stop_if_mate_found(&self, request: &SearchRequest) -> bool {
        let found = match Meaning::of(self.root_moves[0].score) {
            Meaning::Mate(moves) if moves > 0 => moves as u32,
            _ => return false,
        };
        // With several variations, only the main thread's result is used.
        let is_used = self.is_main() || self.multi_pv == 1;
        let has_found = is_used && request.limits.mate.is_some_and(|limit| found <= limit);
        if has_found {
            self.shared.reach_limit();
        }
        has_found
    }

    /// Runs one iteration: searches for the best root move, then for the best of the others, up to
    /// the number of variations. `last_known` holds the root moves to use if the iteration is
    /// stopped before it has a result.
    fn iterate(
        &mut self,
        request: &SearchRequest,
        depth: u32,
        last_known: &mut Vec<RootMove>,
    ) -> Searched<()> {
        for root in &mut self.root_moves {
            root.score = -INFINITY;
            root.depth = depth;
        }
        for first in 0..self.multi_pv {
            self.selective_depth = 0;
            self.search_variation(request, depth, first, last_known)?;
        }
        // A later variation may have a better score than an earlier one.
        sort(&mut self.root_moves[..self.multi_pv]);
        Ok(())
    }

    /// Searches for the best of the root moves from index `first` on, with aspiration windows.
    fn search_variation(
        &mut self,
        request: &SearchRequest,
        depth: u32,
        first: usize,
        last_known: &mut Vec<RootMove>,
    ) -> Searched<()> {
        let mut window = Window::new(depth, last_known[first].score);
        let mut reduction = 0;
        loop {
            let score = self.search_root(request, depth as i32 - reduction, first, window)?;
            let bound = window.bound(score);
            match bound {
                Bound::Exact => return Ok(()),
                Bound::Upper => reduction = 0,
                Bound::Lower => {
                    // The move fails high, so it is used even if the search stops before its exact
                    // score is known. The re-search has a reduced depth, to save time.
                    if self.multi_pv == 1 {
                        last_known.clone_from(&self.root_moves);
                    }
                    reduction = (reduction + 1).min(fail_high_reduction_max());
                }
            }
            self.report_bound(request, first, score, bound);
            window.widen(score);
        }
    }

    /// Searches the root node for the moves from index `first` on, and sorts them, best first, even
    /// if the search is stopped. The score is a bound if it lies outside the window.
    fn search_root(
        &mut self,
        request: &SearchRequest,
        depth: i32,
        first: usize,
        window: Window,
    ) -> Searched<Score> {
        let node = Node::root(depth.max(1), window.alpha, window.beta);
        for root in &mut self.root_moves[first..] {
            root.score = -INFINITY;
        }
        let score = self.search_root_moves(request, node, first);
        sort(&mut self.root_moves[first..]);
        score
    }

    /// Searches the root moves from index `first` on that have the same tablebase rank until one
    /// causes a beta cutoff. Returns the best score. If these are all legal moves, stores the
    /// result like that of any node.
    fn search_root_moves(
        &mut self,
        request: &SearchRequest,
        node: Node,
        first: usize,
    ) -> Searched<Score> {
        let info = self.enter_root(node);
        let (mut alpha, depth) = (node.alpha, node.depth - 1);
        let mut best = Best {
            score: -INFINITY,
            mv: None,
        };
        let mut tried = SearchedMoves::default();
        let end = end_of_rank(&self.root_moves, first);
        for i in first..end {
            self.report_current_move(request, i);
            let mv = self.root_moves[i].mv;
            let candidate = self.root_candidate(&info, mv, i - first);
            let window = Node { alpha, ..node };
            let reduction = self.late_move_reduction(window, &info, candidate);
            let nodes_before = self.nodes;
            let searched = self.search_move(request, window, candidate, alpha, depth, reduction);
            self.root_moves[i].nodes += self.nodes - nodes_before;
            let score = searched?;
            best.score = best.score.max(score);
            if score > alpha {
                alpha = score;
                best.mv = Some(mv);
                self.pv.extend(0, mv);
                self.root_moves[i].set_result(score, self.selective_depth, self.pv.variation(0));
            }
            if score >= node.beta {
                self.update_after_cutoff(node, &info, candidate.attacked, &tried, mv);
                break;
            }
            tried.push(mv);
        }
        let legal_moves = self.position.board().legal_moves().len();
        if end - first == legal_moves {
            self.store_result(node, self.tt_key(), &info, best);
        }
        Ok(best.score)
    }

    /// Prepares the PV table, and evaluates the root node.
    fn enter_root(&mut self, node: Node) -> NodeInfo {
        self.pv.clear(0);
        self.root_depth = node.depth;
        let tt_entry = self.shared.tt.probe(self.tt_key(), 0);
        self.evaluate_node(node, self.position.is_in_check(), tt_entry)
    }

    /// Returns a root move that is searched after `before` other root moves.
    fn root_candidate(&self, info: &NodeInfo, mv: Move, before: usize) -> Candidate {
        let board = self.position.board();
        let attacked = Legality::of(board).attacked;
        let context = QuietContext::new(&self.position, attacked, info.continuation);
        let scorer = self.history.quiet_scorer(context);
        let piece_move = board.piece_move(mv);
        Candidate {
            piece_move,
            move_count: before as i32 + 1,
            gives_check: CheckSquares::of(board).is_given_by(board, piece_move),
            quiet_history: mv.is_quiet().then(|| scorer.score(piece_move)),
            attacked,
        }
    }

    /// Continues the mate search for its share of the nodes. `mate_search` is `None` once the mate
    /// is ruled out. Returns whether the search is over.
    fn search_for_mate(
        &mut self,
        request: &SearchRequest,
        mate_search: &mut Option<MateSearch>,
    ) -> bool {
        let Some(search) = mate_search else {
            return self.is_done_without_mate(request);
        };
        let proof = search.attempt(self, request);
        self.publish_nodes();
        match proof {
            Ok(MateProof::Unknown) => false,
            Ok(MateProof::NoMate) => {
                *mate_search = None;
                self.mate_ruled_out = true;
                self.is_done_without_mate(request)
            }
            Ok(MateProof::Mate(moves, pv)) => {
                let is_first = |root: &RootMove| root.mv == pv[0];
                // The mate search considers the same root moves.
                let index = self.root_moves.iter().position(is_first).unwrap_or(0);
                self.root_moves[..=index].rotate_right(1);
                let score = mate_in(2 * usize::from(moves) - 1);
                let root = &mut self.root_moves[0];
                root.set_result(score, root.selective_depth.max(pv.len()), &pv);
                self.report_variations(request);
                true
            }
            Err(Stopped) => {
                // The last report includes the nodes of the mate search.
                self.report_variations(request);
                true
            }
        }
    }

    /// Returns whether the search ends, given that the requested mate does not exist. With other
    /// limits, it continues until one of them is reached. Otherwise, it continues to a moderate
    /// depth, so that it can choose a move. If the side to move is being mated, it also continues
    /// until the length of that mate is settled.
    fn is_done_without_mate(&self, request: &SearchRequest) -> bool {
        let moves = request.limits.mate.unwrap_or_default();
        let others = Limits {
            mate: None,
            ..request.limits.clone()
        };
        let has_other_limit = others.infinite || others.has_limit(request.position.side_to_move());
        let best = &self.root_moves[0];
        let depth = (2 * moves).clamp(*DEPTH_WITHOUT_MATE.start(), *DEPTH_WITHOUT_MATE.end());
        !has_other_limit
            && self.completed_depth >= depth
            && (best.score > -MATE_BOUND || is_settled_mate(best))
    }

    /// Returns whether the result of an iteration that was stopped can be used. Usually it can: the
    /// best move of the previous iteration is searched first, so any move that has raised alpha is
    /// that move or a better one. There are two exceptions: several variations, because some of
    /// them have no score yet, and a first move that loses by force, because a better move may not
    /// have been searched yet.
    fn partial_result_is_usable(&self) -> bool {
        self.root_moves[0].score > -EVALUATION_BOUND && self.multi_pv == 1
    }

    /// Returns whether the search should end after this iteration, although no hard limit has been
    /// reached.
    fn should_stop(&mut self, request: &SearchRequest, depth: u32) -> bool {
        if !self.is_main() {
            return false;
        }
        let best = &self.root_moves[0];
        let share = best.nodes * 100 / self.nodes.max(1);
        self.iteration_stats
            .update(best.mv, best.score, share as i32);
        // On a clock, a forced move or a proved mate needs no more time. With a limit on depth or
        // time, all mates to report should be as short as possible.
        let mate_proved = plies_to_mate(best.score).is_some_and(|plies| depth as usize > plies + 1);
        let on_clock = request.time.soft.is_some() && (self.root_moves.len() == 1 || mate_proved);
        let limited = request.limits.depth.is_some() || request.time.hard.is_some();
        let settled = on_clock || limited && self.multi_pv_moves().iter().all(is_settled_mate);
        let is_reached = |limit| self.shared.total_nodes() >= limit;
        let out_of_nodes = request.limits.soft_nodes.is_some_and(is_reached);
        let elapsed = request.started.elapsed();
        let enough = settled
            || out_of_nodes
            || request
                .time
                .soft_limit_passed(elapsed, &self.iteration_stats);
        self.stop_on_ponder_hit = enough;
        enough && self.our_time(request).is_some()
    }
}

/// Returns whether a deeper search is unlikely to find a shorter mate: the mate is in one move, or
/// the depth is more than twice its length.
fn is_settled_mate(root: &RootMove) -> bool {
    plies_to_mate(root.score).is_some_and(|plies| plies <= 1 || root.depth as usize > 2 * plies)
}

/// The window of a search at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    alpha: Score,
    beta: Score,
    /// Next widening step, in centipawns.
    delta: Score,
}

impl Window {
    /// The window of all scores.
    const FULL: Self = Self {
        alpha: -INFINITY,
        beta: INFINITY,
        // Not used: no score is outside this window.
        delta: MAX_DELTA,
    };

    /// Returns the window of an iteration, given the score of the iteration before. The first
    /// iterations have a full window, because they are cheap and their scores vary.
    fn new(depth: u32, score: Score) -> Self {
        if depth < aspiration_depth() as u32 {
            return Self::FULL;
        }
        let delta = if is_decided(score) {
            aspiration_decided_delta()
        } else {
            aspiration_delta()
        };
        Self {
            alpha: (score - delta).max(-INFINITY),
            beta: (score + delta).min(INFINITY),
            delta,
        }
    }

    /// Returns the bound type of `score`, the result of a search with this window.
    const fn bound(&self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Widens the window on the side where `score` lies outside.
    fn widen(&mut self, score: Score) {
        let is_large = self.delta > MAX_DELTA;
        let step = if is_large { 2 * INFINITY } else { self.delta };
        match self.bound(score) {
            Bound::Exact => {}
            Bound::Upper => {
                // The true score is at most alpha, so beta can be lowered.
                self.beta = i32::midpoint(self.alpha, self.beta);
                self.alpha = (score - step).max(-INFINITY);
            }
            Bound::Lower => self.beta = (score + step).min(INFINITY),
        }
        self.delta += self.delta * aspiration_growth() / 100;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::score::mated_in;

    #[test]
    fn the_root_is_stored_if_all_moves_are_searched() {
        let position = Position::default();
        let legal = position.board().legal_moves().to_vec();
        for (considered, is_stored) in [(&legal[..], true), (&legal[1..], false)] {
            let limits = Limits {
                depth: Some(6),
                ..Limits::default()
            };
            let mut request = SearchRequest::new(position.clone(), limits);
            request.search_moves = considered.to_vec();
            let mut worker = Worker::for_test();
            worker.search_until_limit(&request);
            let entry = worker.shared.tt.probe(worker.tt_key(), 0);
            let stored = entry.map(|entry| (entry.mv, entry.depth));
            let best = worker.root_moves[0].mv;
            assert_eq!(stored, is_stored.then_some((Some(best), 6)));
        }
    }

    #[test]
    fn every_score_is_inside_the_window_after_a_few_steps() {
        assert_eq!(Window::new(1, 0), Window::FULL);
        let mates = [mate_in(1), mate_in(40), mated_in(2), mated_in(90)];
        let scores = || [0, 30, -700, 3_000].into_iter().chain(mates);
        for (previous, truth) in scores().flat_map(|previous| scores().map(move |s| (previous, s)))
        {
            let mut window = Window::new(20, previous);
            let mut steps = 0;
            while window.bound(truth) != Bound::Exact {
                // Worst case: the search returns the bound itself (fail-hard).
                window.widen(truth.clamp(window.alpha, window.beta));
                assert!(window.alpha < window.beta, "{window:?}");
                steps += 1;
                assert!(steps < 30, "{previous} to {truth}");
            }
        }
    }
}
