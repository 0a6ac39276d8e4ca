//! The main search: alpha-beta in its negamax form, with principal variation search.
//!
//! `Worker::negamax` lists the steps of a node in order. The conditions of pruning, extensions and
//! reductions are in `selectivity`.
//! See <https://www.chessprogramming.org/Principal_Variation_Search>.

use super::history::QuietEntry;
use super::history_updates::SearchedMoves;
use super::move_picker::MovePicker;
use super::node::{Best, Candidate, Node, NodeInfo};
use super::params::{re_search_deeper_margin, re_search_shallower_margin};
use super::request::{SearchRequest, Searched};
use super::selectivity::{Extension, internal_iterative_reduction};
use super::tt::TtEntry;
use super::worker::Worker;
use crate::chess::{CheckSquares, Key, Legality};
use crate::score::{Bound, DRAW, EVALUATION_BOUND, MAX_PLY, Score, mated_in};

/// Halfmove clock, in plies, from which TT scores cause no cutoffs.
const TT_CUTOFF_CLOCK_LIMIT: u16 = 90;

/// The result of searching the moves of a node.
enum MovesResult {
    /// There is no move to search: the node has no legal move, or only the excluded move.
    NoMove,
    /// A multi-cut, with the score of the node: a move other than the TT move fails high at reduced
    /// depth.
    MultiCut(Score),
    /// The result of the best move.
    Best(Best),
}

impl Worker {
    /// Searches the current position, which is at least one ply from the root: `deepening` searches
    /// the root node. The score is exact if it lies inside the node's window,
    /// otherwise a bound (fail-soft).
    pub(super) fn negamax(&mut self, request: &SearchRequest, mut node: Node) -> Searched<Score> {
        // Step 1. Check extension
        let in_check = self.position.is_in_check();
        if in_check {
            node.depth += 1;
        }
        // Step 2. Quiescence search when no depth remains
        if node.depth <= 0 {
            return self.quiescence(request, node);
        }
        // Step 3. Node count and limits
        self.enter_node(request, node.ply)?;
        // Step 4. Draws and maximum ply
        if let Some(score) = self.leaf_score(node.ply) {
            return Ok(score);
        }
        // Step 5. Upcoming repetition: the side to move can force at least a draw
        self.limit_by_upcoming_repetition(&mut node);
        // Step 6. Mate distance pruning
        node.prune_mate_distance();
        if node.alpha >= node.beta {
            return Ok(node.alpha);
        }
        // Step 7. Transposition table cutoff
        let excluded = self.stack[node.ply].excluded_move;
        let key = self.tt_key();
        let tt_entry = self.shared.tt.probe(key, node.ply);
        if excluded.is_none()
            && let Some(score) = self.tt_cutoff(node, tt_entry)
        {
            self.update_history_after_tt_cutoff(node, tt_entry.and_then(|entry| entry.mv), score);
            return Ok(score);
        }
        // Step 8. Tablebase probe
        if excluded.is_none()
            && let Some(score) = self.probe_tablebases(node, key)
        {
            return Ok(score);
        }
        // Step 9. Static evaluation, history by evaluation, hindsight reduction
        let info = self.evaluate_node(node, in_check, tt_entry);
        self.update_history_by_evaluation(node, &info);
        node.depth -= self.hindsight_reduction(node, &info);
        // Step 10. Razoring, reverse futility, null-move pruning, ProbCut (in two forms)
        if let Some(score) = self.prune_node(request, node, &info)? {
            return Ok(score);
        }
        // Step 11. Internal iterative reduction: no TT move, so search one ply less
        node.depth -= internal_iterative_reduction(node, &info);
        // Step 12. Moves
        let mut best = match self.search_moves(request, node, &info)? {
            MovesResult::Best(best) => best.softened_fail_high(node.beta, node.depth),
            // The score of a multi-cut is proved only at reduced depth, so it is not stored.
            MovesResult::MultiCut(score) if node.is_pv() => {
                return Ok(self.limited_by_tablebases(node, score));
            }
            MovesResult::MultiCut(score) => return Ok(score),
            // Step 13. Checkmate and stalemate
            MovesResult::NoMove => return Ok(self.score_without_moves(node, in_check)),
        };
        // Step 14. Limit the score by the tablebases
        if node.is_pv() {
            best.score = self.limited_by_tablebases(node, best.score);
        }
        // Step 15. Store the result
        if excluded.is_none() {
            self.store_result(node, key, &info, best);
        }
        Ok(best.score)
    }

    /// Raises alpha to a draw if the side to move can repeat an earlier position.
    pub(super) fn limit_by_upcoming_repetition(&self, node: &mut Node) {
        if node.alpha < DRAW && self.position.has_upcoming_repetition(node.ply) {
            node.alpha = DRAW;
        }
    }

    /// Returns the score of a node without a move to search: checkmate or stalemate. If its only
    /// legal move is excluded, no other move can be as good, so the score is as low as at a mate.
    fn score_without_moves(&self, node: Node, in_check: bool) -> Score {
        if in_check || self.stack[node.ply].excluded_move.is_some() {
            mated_in(node.ply)
        } else {
            DRAW
        }
    }

    /// Returns the TT score if it allows a cutoff. There are no TT cutoffs at PV nodes, because
    /// they would cut the principal variation short, nor near the fifty-move limit, because the
    /// score may come from a path with a lower halfmove clock.
    pub(super) fn tt_cutoff(&self, node: Node, tt_entry: Option<TtEntry>) -> Option<Score> {
        if node.is_pv() || self.position.board().halfmove_clock() >= TT_CUTOFF_CLOCK_LIMIT {
            return None;
        }
        tt_entry
            .filter(|entry| entry.allows_cutoff(node.depth, node.alpha, node.beta))
            .map(|entry| entry.score)
    }

    /// Searches the moves of a node, but not the excluded move, until one causes a beta cutoff.
    fn search_moves(
        &mut self,
        request: &SearchRequest,
        node: Node,
        info: &NodeInfo,
    ) -> Searched<MovesResult> {
        let board = self.position.board();
        let (legality, checks) = (Legality::of(board), CheckSquares::of(board));
        let mut picker = match self.stack[node.ply].excluded_move {
            Some(mv) => MovePicker::without(&self.moves, board, legality, mv),
            None => MovePicker::new(&self.moves, board, legality, info.tt_move),
        };
        let mut searched = SearchedMoves::default();
        let mut alpha = node.alpha;
        let mut best: Option<Best> = None;
        loop {
            // No move is pruned until a move has been found that does not lose by force.
            let may_prune = best.is_some_and(|best| best.score > -EVALUATION_BOUND);
            // Late-move pruning and futility pruning. The pruned moves may still reach the score
            // that is expected of them, so the upper bound of the node is at least that.
            if may_prune && let Some(expected) = self.prune_quiets(node, info, &picker, alpha) {
                picker.skip_quiets_without_check(checks);
                best = best.map(|best| best.raised_to(expected, alpha));
            }
            let Some(piece_move) = self.next_move(&mut picker, info) else {
                break;
            };
            let mv = piece_move.mv;
            let candidate = Candidate {
                piece_move,
                move_count: picker.move_count(),
                gives_check: checks.is_given_by(self.position.board(), piece_move),
                quiet_history: picker.quiet_history(mv),
                attacked: legality.attacked,
            };
            // History pruning and SEE pruning
            if may_prune && self.prunes_move(node, candidate) {
                continue;
            }
            // Singular extension and multi-cut
            let depth = match self.extension(request, node, info, mv)? {
                Extension::Plies(plies) => node.depth - 1 + plies,
                Extension::MultiCut(score) => {
                    picker.finish(&mut self.moves);
                    return Ok(MovesResult::MultiCut(score));
                }
            };
            let reduction = self.late_move_reduction(node, info, candidate);
            let score = self.search_move(request, node, candidate, alpha, depth, reduction)?;
            if best.is_none_or(|best| score > best.score) {
                let best_move = (score > alpha).then_some(mv);
                best = Some(Best {
                    score,
                    mv: best_move,
                });
            }
            if score > alpha {
                alpha = score;
                if node.is_pv() {
                    self.pv.extend(node.ply, mv);
                }
                if score >= node.beta {
                    self.update_after_cutoff(node, info, legality.attacked, &searched, mv);
                    break;
                }
            }
            searched.push(mv);
        }
        picker.finish(&mut self.moves);
        Ok(best.map_or(MovesResult::NoMove, MovesResult::Best))
    }

    /// Makes a move, searches the position after it to `depth`, and unmakes the move. Unless the
    /// move is the first of the node, the first search has a null window and is `reduction` plies
    /// less deep.
    pub(super) fn search_move(
        &mut self,
        request: &SearchRequest,
        node: Node,
        candidate: Candidate,
        alpha: Score,
        depth: i32,
        reduction: i32,
    ) -> Searched<Score> {
        let mv = candidate.piece_move.mv;
        let board = self.position.board();
        let new_entry = || QuietEntry::new(board, candidate.attacked, mv);
        let quiet_entry = mv.is_quiet().then(new_entry);
        self.make_move(node.ply, candidate.piece_move);
        self.stack[node.ply].quiet_entry = quiet_entry;
        self.stack[node.ply].move_count = candidate.move_count;
        let score = if candidate.move_count == 1 {
            let child = node.child(depth, alpha, node.beta, false);
            self.negamax(request, child).map(|score| -score)
        } else {
            self.search_late_move(request, node, candidate, alpha, depth, reduction)
        };
        self.position.unmake_move();
        score
    }

    /// Principal variation search of the position after a move other than the first. The move is
    /// expected to fail low: it is searched with a null window and reduced depth, and searched
    /// again only if it fails high.
    fn search_late_move(
        &mut self,
        request: &SearchRequest,
        node: Node,
        candidate: Candidate,
        alpha: Score,
        depth: i32,
        reduction: i32,
    ) -> Searched<Score> {
        // At least 1, so that the reduction alone does not lead to the quiescence search. `depth`
        // may be less already.
        let reduced_depth = (depth - reduction).clamp(1.min(depth), depth);
        let is_reduced = reduced_depth < depth;
        let null_window = |plies, cut_node| node.child(plies, alpha, alpha + 1, cut_node);
        self.stack[node.ply].reduction = depth - reduced_depth;
        let reduced_child = null_window(reduced_depth, is_reduced || !node.cut_node);
        let mut score = -self.negamax(request, reduced_child)?;
        self.stack[node.ply].reduction = 0;
        let mut full_depth = depth;
        if score > alpha && is_reduced {
            // Re-search at full depth, or one ply deeper if the score is high. In decided games
            // (see `node`), one ply shallower if the score is low.
            full_depth += i32::from(score > alpha + re_search_deeper_margin());
            let is_low = score < alpha + re_search_shallower_margin();
            full_depth -= i32::from(is_low && node.is_decided());
            if full_depth > reduced_depth {
                let child = null_window(full_depth, !node.cut_node);
                score = -self.negamax(request, child)?;
            }
            if candidate.piece_move.mv.is_quiet() {
                self.update_history_after_re_search(node, score > alpha, full_depth);
            }
        }
        if score > alpha && node.is_pv() {
            score = -self.negamax(request, node.child(full_depth, alpha, node.beta, false))?;
        }
        Ok(score)
    }

    /// Stores the result of a node in the TT, and updates the correction history and, after a fail
    /// low, the history of the move that led to the node.
    pub(super) fn store_result(&mut self, node: Node, key: Key, info: &NodeInfo, best: Best) {
        let bound = match best.score {
            score if score >= node.beta => Bound::Lower,
            score if score > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if bound == Bound::Upper {
            self.update_history_after_fail_low(node);
        }
        self.update_corrections(node, info, best, bound);
        self.store(node, key, info, best, bound);
    }

    /// Stores the result of a search of this node in the TT.
    pub(super) fn store(&self, node: Node, key: Key, info: &NodeInfo, best: Best, bound: Bound) {
        let entry = TtEntry {
            mv: best.mv,
            score: best.score,
            static_eval: info.raw_eval,
            depth: node.depth,
            bound,
            is_pv: info.tt_pv,
        };
        self.shared.tt.store(key, node.ply, &entry);
    }

    /// Prepares the PV table for a node, updates the selective depth, counts the node, and checks
    /// the limits.
    pub(super) fn enter_node(&mut self, request: &SearchRequest, ply: usize) -> Searched<()> {
        self.pv.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
        self.count_node(request)
    }

    /// Returns the score of a node that needs no search: a draw, or the maximum ply.
    pub(super) fn leaf_score(&mut self, ply: usize) -> Option<Score> {
        if self.position.is_draw_in_search(ply) {
            return Some(DRAW);
        }
        (ply >= MAX_PLY).then(|| self.evaluate())
    }
}
