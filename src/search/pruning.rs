//! Pruning: nodes and moves that are not searched to full depth.
//!
//! None of these methods is exact. Together they roughly double the search depth. All margins are
//! in [`super::params`]. See <https://www.chessprogramming.org/Pruning>.

use super::move_picker::MovePicker;
use super::node::{Best, Candidate, Node, NodeInfo};
use super::params::*;
use super::reductions::PLY;
use super::request::{SearchRequest, Searched};
use super::see::{self, wins_at_least};
use super::tt::TtEntry;
use super::worker::Worker;
use crate::chess::{Bitboard, Move, PieceMove, PieceType};
use crate::eval::is_known_endgame;
use crate::score::{Bound, EVALUATION_BOUND, MATE_BOUND, Score, is_mate};

/// Small ProbCut: maximum depth by which the TT entry is shallower than the node, in plies.
const SMALL_PROB_CUT_DEPTH: i32 = 4;

impl Worker {
    /// Returns a score for a node without searching all of its moves, if one of the methods
    /// applies. PV nodes, nodes in check and nodes with an excluded move are not pruned.
    pub(super) fn prune_node(
        &mut self,
        request: &SearchRequest,
        node: Node,
        info: &NodeInfo,
    ) -> Searched<Option<Score>> {
        if node.is_pv() || info.in_check || self.stack[node.ply].excluded_move.is_some() {
            return Ok(None);
        }
        if let Some(score) = self.razoring(request, node, info)? {
            return Ok(Some(score));
        }
        let score = reverse_futility(node, info).or_else(|| small_prob_cut(node, info));
        if score.is_some() {
            return Ok(score);
        }
        if let Some(score) = self.null_move(request, node, info)? {
            return Ok(Some(score));
        }
        self.prob_cut(request, node, info)
    }

    /// Razoring: if the evaluation is far below alpha, only captures are expected to help, so the
    /// quiescence search replaces the search of all moves. It is not applied in decided games, where
    /// it would miss quiet moves that lead to mate, except in known endgames, whose evaluation shows
    /// progress to the mate.
    /// See <https://www.chessprogramming.org/Razoring>.
    fn razoring(
        &mut self,
        request: &SearchRequest,
        node: Node,
        info: &NodeInfo,
    ) -> Searched<Option<Score>> {
        let margin = razoring_base() + razoring_factor() * node.depth * node.depth;
        if node.depth > razoring_depth()
            || info.estimate + margin >= node.alpha
            || (node.is_decided() && !is_known_endgame(self.position.board()))
        {
            return Ok(None);
        }
        let score = self.quiescence(request, node.with_null_window(node.alpha, 0))?;
        Ok((score <= node.alpha && !is_mate(score)).then_some(score))
    }

    /// Null-move pruning: if the score stays above beta although the opponent moves twice in a
    /// row, the node fails high. It is tried only at cut nodes, because it would seldom fail high
    /// elsewhere, except in decided games. In pawn endgames passing may be better than any move
    /// (zugzwang), so the null move is not tried for a side without pieces. At high depth, the result
    /// is verified by a search whose first plies have no null moves.
    /// See <https://www.chessprogramming.org/Null_Move_Pruning>.
    fn null_move(
        &mut self,
        request: &SearchRequest,
        node: Node,
        info: &NodeInfo,
    ) -> Searched<Option<Score>> {
        let after_null = node.ply > 0 && self.stack[node.ply - 1].current_move.is_none();
        if !(node.cut_node || node.is_decided())
            || node.depth < null_move_depth()
            || after_null
            || node.ply < self.null_move_min_ply
            || info.estimate < node.beta
            || info.static_eval + null_move_depth_margin() * node.depth
                < node.beta + null_move_margin()
            || node.beta <= -MATE_BOUND
            || !self.has_pieces()
        {
            return Ok(None);
        }
        let surplus = (info.estimate - node.beta) / null_move_eval_divisor();
        let reduction = null_move_base()
            + node.depth / null_move_depth_divisor()
            + surplus.min(null_move_eval_max());
        let depth = node.depth - reduction;
        self.make_null_move(node.ply);
        let child = node.child(depth, node.beta - 1, node.beta, !node.cut_node);
        let score = self.negamax(request, child).map(|score| -score);
        self.position.unmake_move();
        let score = score?;
        if score < node.beta {
            return Ok(None);
        }
        // A mate found after a null move is not proved.
        let score = if is_mate(score) { node.beta } else { score };
        if node.depth < null_move_verification_depth() || self.null_move_min_ply > 0 {
            return Ok(Some(score));
        }
        self.null_move_min_ply = node.ply + (3 * depth.max(0) / 4) as usize + 1;
        let verified = self.negamax(request, node.with_null_window(node.beta - 1, depth));
        self.null_move_min_ply = 0;
        Ok((verified? >= node.beta).then_some(score))
    }

    /// Returns whether the side to move has a piece other than king and pawns.
    fn has_pieces(&self) -> bool {
        let board = self.position.board();
        let us = board.side_to_move();
        let others = board.of(us, PieceType::Pawn) | board.of(us, PieceType::King);
        board.of_color(us) != others
    }

    /// ProbCut: if a capture scores far above beta at reduced depth, the node is likely to fail
    /// high at full depth, too. See <https://www.chessprogramming.org/ProbCut>.
    fn prob_cut(
        &mut self,
        request: &SearchRequest,
        node: Node,
        info: &NodeInfo,
    ) -> Searched<Option<Score>> {
        let beta = node.beta + prob_cut_margin();
        let refuted_by_tt = info
            .tt_entry
            .is_some_and(|entry| entry.depth >= node.depth - 3 && entry.score < beta);
        if node.depth < prob_cut_depth() || is_mate(node.beta) || refuted_by_tt {
            return Ok(None);
        }
        let depth = node.depth - prob_cut_reduction();
        let threshold = beta - info.static_eval;
        let mut picker =
            MovePicker::captures(&self.moves, self.position.board(), info.tt_move, threshold);
        let mut found = None;
        while let Some(mv) = self.next_move(&mut picker, info) {
            self.prefetch_after(mv);
            self.make_move(node.ply, mv);
            let score = self.search_prob_cut_child(request, node, depth, beta);
            self.position.unmake_move();
            let score = score?;
            if score >= beta {
                let depth = depth + 1;
                let node = Node { depth, ..node };
                let mv = Some(mv.mv);
                self.store(node, self.tt_key(), info, Best { score, mv }, Bound::Lower);
                found = Some(score);
                break;
            }
        }
        picker.finish(&mut self.moves);
        Ok(found)
    }

    /// Searches the position after a ProbCut capture: first the quiescence search, then, if it
    /// reaches `beta`, a search to `depth`.
    fn search_prob_cut_child(
        &mut self,
        request: &SearchRequest,
        node: Node,
        depth: i32,
        beta: Score,
    ) -> Searched<Score> {
        let child = node.child(0, beta - 1, beta, !node.cut_node);
        let mut score = -self.quiescence(request, child)?;
        if score >= beta && depth > 0 {
            score = -self.negamax(request, Node { depth, ..child })?;
        }
        Ok(score)
    }

    /// Returns whether quiet moves that do not give check can be skipped from move number
    /// `move_count` on.
    pub(super) fn prunes_quiets(
        &self,
        node: Node,
        info: &NodeInfo,
        move_count: i32,
        alpha: Score,
    ) -> bool {
        // Late-move pruning (move count pruning)
        let limit = late_move_base() + node.depth * node.depth * late_move_factor() / 100;
        if move_count > limit / (2 - i32::from(info.improving)) {
            return true;
        }
        // Futility pruning
        !info.in_check
            && self.reduced_depth(node, move_count) < futility_depth()
            && self.futility_value(node, info, move_count) <= alpha
    }

    /// Returns the highest score, in centipawns, that is expected of quiet moves with number
    /// `move_count` or higher. In check there is no evaluation, and the value is so low that it has
    /// no effect.
    pub(super) fn futility_value(&self, node: Node, info: &NodeInfo, move_count: i32) -> Score {
        let depth = self.reduced_depth(node, move_count);
        let value = info.static_eval + futility_base() + futility_factor() * depth;
        value.min(EVALUATION_BOUND)
    }

    /// Returns the depth after the base reduction for a late move.
    fn reduced_depth(&self, node: Node, move_count: i32) -> i32 {
        let reduction = self.reductions.base(node.depth, move_count) / PLY;
        (node.depth - reduction).max(0)
    }

    /// Returns whether a move can be skipped.
    pub(super) fn prunes_move(&self, node: Node, candidate: Candidate) -> bool {
        let Candidate {
            piece_move: PieceMove { mv, .. },
            move_count,
            gives_check,
            quiet_history,
            attacked,
        } = candidate;
        // SEE pruning of captures and checks
        let Some(history) = quiet_history.filter(|_| !gives_check) else {
            return !self.see_holds(mv, -see_capture_factor() * node.depth, attacked);
        };
        // History pruning
        let depth = self.reduced_depth(node, move_count);
        if depth < history_pruning_depth() && history < -history_pruning_factor() * node.depth {
            return true;
        }
        // SEE pruning of quiet moves
        !self.see_holds(mv, -see_quiet_factor() * depth * depth, attacked)
    }

    /// Returns whether the static exchange evaluation of `mv` is at least `threshold`, which must
    /// not be above 0. `attacked` are the squares that the opponent attacks.
    fn see_holds(&self, mv: Move, threshold: Score, attacked: Bitboard) -> bool {
        // Neither square is attacked, so the moved piece cannot be captured.
        if mv.is_quiet() && !attacked.contains(mv.from()) && !attacked.contains(mv.to()) {
            return true;
        }
        wins_at_least(self.position.board(), mv, threshold, &see::values())
    }
}

/// Reverse futility pruning: if the evaluation is so far above beta that the opponent is not
/// expected to bring it below beta, the node fails high.
/// See <https://www.chessprogramming.org/Reverse_Futility_Pruning>.
fn reverse_futility(node: Node, info: &NodeInfo) -> Option<Score> {
    let margin = reverse_futility_factor() * (node.depth - i32::from(info.improving)).max(0)
        - reverse_futility_worsening() * i32::from(info.opponent_worsening);
    let margin = margin.max(0);
    let far_above = node.depth <= reverse_futility_depth()
        && info.estimate - margin >= node.beta
        && !is_mate(node.beta)
        && !is_mate(info.estimate);
    far_above.then_some((info.estimate + node.beta) / 2)
}

/// Small ProbCut: if the TT entry is a lower bound far above beta, from a search that was at most
/// four plies shallower, the node fails high. See <https://www.chessprogramming.org/ProbCut>.
fn small_prob_cut(node: Node, info: &NodeInfo) -> Option<Score> {
    let beta = node.beta + small_prob_cut_margin();
    let is_proof = |entry: TtEntry| {
        entry.bound != Bound::Upper
            && entry.depth >= node.depth - SMALL_PROB_CUT_DEPTH
            && entry.score >= beta
            && !is_mate(entry.score)
            && !is_mate(node.beta)
    };
    info.tt_entry.is_some_and(is_proof).then_some(beta)
}
