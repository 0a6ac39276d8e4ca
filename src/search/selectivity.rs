//! Selectivity: the nodes and moves that are pruned, extended or reduced.
//!
//! For a node, in the order of the main search, these are hindsight reduction, razoring, reverse
//! futility pruning, small ProbCut, null-move pruning, ProbCut, and internal iterative reduction.
//! For a move of the node, they are late-move pruning, futility pruning, history pruning, SEE
//! pruning, singular extension or multi-cut, recapture extension, and late-move reduction. None of
//! them is exact: a pruned move may be the best.
//! See <https://www.chessprogramming.org/Selectivity>.

use super::move_picker::MovePicker;
use super::node::{Best, Candidate, Node, NodeInfo};
use super::params::*;
use super::request::{SearchRequest, Searched};
use super::see::{self, wins_at_least};
use super::tt::TtEntry;
use super::worker::Worker;
use crate::chess::{Bitboard, Legality, Move, PieceMove, PieceType};
use crate::eval::is_known_endgame;
use crate::score::{Bound, EVALUATION_BOUND, MATE_BOUND, Score, is_mate};

/// Small ProbCut: maximum depth by which the TT entry is shallower than the node, in plies.
const SMALL_PROB_CUT_TT_MARGIN: i32 = 4;

/// ProbCut: maximum depth by which a TT entry that refutes it is shallower than the node, in plies.
const PROB_CUT_TT_MARGIN: i32 = 3;

/// Singular extension: maximum depth by which the TT entry is shallower than the node, in plies.
const SINGULAR_TT_MARGIN: i32 = 3;

/// Singular extension: at a ply of at least the depth of the root node times this, there is none,
/// so that variations end.
const SINGULAR_PLY_FACTOR: usize = 2;

/// Negative extension of a TT move that fails high according to its entry, in plies.
const NEGATIVE_EXTENSION: i32 = -2;

/// Minimum depth of nodes with late-move and hindsight reductions, in plies.
const REDUCTION_MIN_DEPTH: i32 = 2;

/// Late-move reduction: number of beta cutoffs of child nodes above which moves are reduced more.
const MANY_CUTOFFS: u32 = 2;

/// The extension of a move.
pub(super) enum Extension {
    /// Plies of extension; negative if the move is searched less deep.
    Plies(i32),
    /// A multi-cut, with the score of the node.
    MultiCut(Score),
}

impl Worker {
    /// Hindsight reduction: returns 1 if the node follows a move with a large late-move reduction,
    /// and the evaluation now shows that this move was bad, otherwise 0.
    pub(super) fn hindsight_reduction(&self, node: Node, info: &NodeInfo) -> i32 {
        let last = self.stack[node.ply - 1];
        let is_candidate = last.reduction >= hindsight_min_reduction()
            && node.depth >= REDUCTION_MIN_DEPTH
            && !info.in_check
            && self.stack[node.ply].excluded_move.is_none();
        // The evaluations are from opposite views: their sum is the loss of the move.
        let loss = || {
            self.opponent_eval(node.ply)
                .map(|before| before + info.static_eval)
        };
        i32::from(is_candidate && loss().is_some_and(|loss| loss > hindsight_margin()))
    }

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
        if let Some(score) = reverse_futility(node, info).or_else(|| small_prob_cut(node, info)) {
            return Ok(Some(score));
        }
        if let Some(score) = self.null_move(request, node, info)? {
            return Ok(Some(score));
        }
        self.prob_cut(request, node, info)
    }

    /// Razoring: if the evaluation is far below alpha, only captures are expected to help, so the
    /// quiescence search replaces the search of all moves.
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
        let score = self.quiescence(request, node)?;
        Ok((score <= node.alpha && !is_mate(score)).then_some(score))
    }

    /// Null-move pruning: if the score stays above beta although the opponent moves twice in a row,
    /// the node fails high. Elsewhere than at cut nodes it would seldom fail high, so it is not
    /// tried there unless the game is decided. In pawn endgames passing may be better than any move
    /// (zugzwang), so the null move is not tried for a side without pieces. At high depth, the
    /// result is verified by a search without null moves in the first three quarters of its depth.
    fn null_move(
        &mut self,
        request: &SearchRequest,
        node: Node,
        info: &NodeInfo,
    ) -> Searched<Option<Score>> {
        let after_null = self.stack[node.ply - 1].current_move.is_none();
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
        let child_score = self.negamax(request, child);
        self.position.unmake_move();
        let mut score = -child_score?;
        if score < node.beta {
            return Ok(None);
        }
        if score > EVALUATION_BOUND {
            // A win found after a null move is not proved.
            score = node.beta;
        }
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
    /// high at full depth, too.
    fn prob_cut(
        &mut self,
        request: &SearchRequest,
        node: Node,
        info: &NodeInfo,
    ) -> Searched<Option<Score>> {
        let beta = node.beta + prob_cut_margin();
        let is_refutation =
            |entry: TtEntry| entry.depth >= node.depth - PROB_CUT_TT_MARGIN && entry.score < beta;
        if node.depth < prob_cut_depth()
            || is_mate(node.beta)
            || info.tt_entry.is_some_and(is_refutation)
        {
            return Ok(None);
        }
        let depth = node.depth - prob_cut_reduction();
        let threshold = beta - info.static_eval;
        let board = self.position.board();
        let legality = Legality::of(board);
        let mut picker =
            MovePicker::captures(&self.moves, board, legality, info.tt_move, threshold);
        let mut found = None;
        while let Some(piece_move) = self.next_move(&mut picker, info) {
            self.make_move(node.ply, piece_move);
            let child_score = self.search_prob_cut_child(request, node, depth, beta);
            self.position.unmake_move();
            let score = child_score?;
            if score >= beta {
                // The result has the depth of the search after the move and one ply for the move.
                let proved = Node {
                    depth: depth + 1,
                    ..node
                };
                let mv = Some(piece_move.mv);
                let best = Best { score, mv };
                self.store(proved, self.tt_key(), info, best, Bound::Lower);
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

    /// Late-move pruning and futility pruning: if the quiet moves without check that `picker` still
    /// returns can be skipped, returns the highest score that is expected of them. In check there
    /// is no evaluation, and this score is so low that it has no effect.
    pub(super) fn prune_quiets(
        &self,
        node: Node,
        info: &NodeInfo,
        picker: &MovePicker,
        alpha: Score,
    ) -> Option<Score> {
        if !picker.returns_all_quiets() {
            return None;
        }
        let move_count = picker.move_count() + 1;
        let max_count = late_move_base() + node.depth * node.depth * late_move_factor() / 100;
        let is_late = move_count > max_count / (2 - i32::from(info.improving));
        let depth = self.reduced_depth(node, move_count);
        let futility_value = info.static_eval + futility_base() + futility_factor() * depth;
        let score = futility_value.min(EVALUATION_BOUND);
        let is_futile = !info.in_check && depth < futility_depth() && score <= alpha;
        (is_late || is_futile).then_some(score)
    }

    /// Returns the depth after the base reduction for a late move.
    fn reduced_depth(&self, node: Node, move_count: i32) -> i32 {
        let reduction = self.base_reduction(node.depth, move_count) / PLY;
        (node.depth - reduction).max(0)
    }

    /// Returns the part of a late-move reduction that depends on depth and move count only, in
    /// 1024ths of a ply ([`PLY`]). It grows with the product of their logarithms.
    fn base_reduction(&self, depth: i32, move_count: i32) -> i32 {
        let logarithm = |n: i32| self.logarithms[n.clamp(1, 255) as usize];
        let product = logarithm(depth) * logarithm(move_count) / PLY;
        reduction_base() + product * reduction_factor() / PLY
    }

    /// History pruning and SEE pruning: returns whether a move can be skipped.
    pub(super) fn prunes_move(&self, node: Node, candidate: Candidate) -> bool {
        let Candidate {
            piece_move,
            move_count,
            gives_check,
            quiet_history,
            attacked,
        } = candidate;
        let mv = piece_move.mv;
        // SEE pruning of captures and checks
        let Some(history) = quiet_history.filter(|_| !gives_check) else {
            let by_history = match quiet_history {
                Some(_) => 0,
                None => self.capture_history(piece_move) * see_capture_history() / HISTORY_MAX,
            };
            let margin = see_capture_factor() * node.depth + by_history;
            return !self.see_is_at_least(mv, -margin.max(0), attacked);
        };
        // History pruning
        let depth = self.reduced_depth(node, move_count);
        if depth < history_pruning_depth() && history < -history_pruning_factor() * node.depth {
            return true;
        }
        // SEE pruning of quiet moves
        !self.see_is_at_least(mv, -see_quiet_factor() * depth * depth, attacked)
    }

    /// Returns the history of a capture or promotion.
    fn capture_history(&self, piece_move: PieceMove) -> i32 {
        let board = self.position.board();
        self.history.capture_history(board, piece_move)
    }

    /// Returns whether the static exchange evaluation of `mv` is at least `threshold`, which must
    /// not be above 0. `attacked` are the squares that the opponent attacks if our king is taken
    /// off the board.
    fn see_is_at_least(&self, mv: Move, threshold: Score, attacked: Bitboard) -> bool {
        // Neither square is attacked, so the moved piece cannot be captured, nor does its move open
        // a line to the target.
        if mv.is_quiet() && !attacked.contains(mv.from()) && !attacked.contains(mv.to()) {
            return true;
        }
        wins_at_least(self.position.board(), mv, threshold, &see::values())
    }

    /// Returns the extension of a move: the singular extension of a TT move whose entry allows it,
    /// otherwise the recapture extension.
    pub(super) fn extension(
        &mut self,
        request: &SearchRequest,
        node: Node,
        info: &NodeInfo,
        mv: Move,
    ) -> Searched<Extension> {
        match self.singular_entry(node, info, mv) {
            Some(entry) => self.singular_extension(request, node, entry, mv),
            None => Ok(Extension::Plies(self.recapture_extension(node, info, mv))),
        }
    }

    /// Returns the TT entry if `mv` is its move and it is deep enough for a singular-extension
    /// search.
    fn singular_entry(&self, node: Node, info: &NodeInfo, mv: Move) -> Option<TtEntry> {
        info.tt_entry.filter(|entry| {
            node.depth >= singular_depth()
                && entry.mv == Some(mv)
                && entry.depth >= node.depth - SINGULAR_TT_MARGIN
                && entry.bound != Bound::Upper
                && !is_mate(entry.score)
                && self.stack[node.ply].excluded_move.is_none()
                && node.ply < SINGULAR_PLY_FACTOR * self.root_depth as usize
        })
    }

    /// Singular extension: extends the TT move by one or two plies if all other moves, searched at
    /// half the depth, stay well below the TT score. If one of them fails high, this is a
    /// multi-cut. If the TT move is not singular and the game is decided, reduces it (negative
    /// extension).
    fn singular_extension(
        &mut self,
        request: &SearchRequest,
        node: Node,
        entry: TtEntry,
        mv: Move,
    ) -> Searched<Extension> {
        let margin = if node.is_decided() {
            singular_decided_margin()
        } else {
            singular_margin()
        };
        let beta = entry.score - margin * node.depth / 16;
        self.stack[node.ply].excluded_move = Some(mv);
        let others = node.with_null_window(beta - 1, (node.depth - 1) / 2);
        let searched = self.negamax(request, others);
        self.stack[node.ply].excluded_move = None;
        let score = searched?;
        if score < beta {
            let is_double = !node.is_pv() && score < beta - double_extension_margin();
            return Ok(Extension::Plies(1 + i32::from(is_double)));
        }
        if score >= node.beta && !is_mate(score) {
            return Ok(Extension::MultiCut(score));
        }
        Ok(Extension::Plies(if !node.is_decided() {
            0
        } else if entry.score >= node.beta {
            NEGATIVE_EXTENSION
        } else {
            -i32::from(node.cut_node)
        }))
    }

    /// Recapture extension: returns 1 if `mv` is the TT move of a PV node and captures on the
    /// target square of the last move, otherwise 0. The exchange is then searched to its end.
    fn recapture_extension(&self, node: Node, info: &NodeInfo, mv: Move) -> i32 {
        let last = self.stack[node.ply - 1].current_move;
        let is_recapture = node.is_pv()
            && info.tt_move == Some(mv)
            && self.position.board().captured_type(mv).is_some()
            && last.is_some_and(|last| last.to() == mv.to());
        i32::from(is_recapture)
    }

    /// Late-move reduction: returns the reduction of the first search of a move, in plies. It grows
    /// with depth and move count, and depends on history and node type.
    pub(super) fn late_move_reduction(
        &self,
        node: Node,
        info: &NodeInfo,
        candidate: Candidate,
    ) -> i32 {
        let Candidate {
            piece_move,
            move_count,
            gives_check,
            quiet_history,
            ..
        } = candidate;
        if node.depth < REDUCTION_MIN_DEPTH || move_count <= 1 + i32::from(node.is_pv()) {
            return 0;
        }
        let mut reduction = self.base_reduction(node.depth, move_count);
        if let Some(history) = quiet_history {
            reduction -= history * PLY / reduction_history_divisor();
            reduction += reduction_cut_node() * i32::from(node.cut_node);
            let noisy_tt_move = info.tt_move.is_some_and(|mv| !mv.is_quiet());
            reduction += reduction_noisy_tt_move() * i32::from(noisy_tt_move);
        } else {
            reduction -= reduction_capture();
            let history = self.capture_history(piece_move);
            reduction -= history * PLY / reduction_capture_history_divisor();
        }
        reduction += reduction_not_improving() * i32::from(!info.improving);
        reduction -= reduction_pv() * i32::from(info.tt_pv);
        let many_cutoffs = self.stack[node.ply + 1].cutoff_count > MANY_CUTOFFS;
        reduction += reduction_cutoff_count() * i32::from(many_cutoffs);
        reduction -= reduction_gives_check() * i32::from(gives_check);
        reduction -= reduction_in_check() * i32::from(info.in_check);
        if !node.is_decided() {
            let correction = info.correction.min(reduction_correction_max());
            reduction -= reduction_correction() * correction;
        }
        (reduction / PLY).max(0)
    }
}

/// Reverse futility pruning: if the evaluation is so far above beta that the opponent is not
/// expected to bring it below beta, the node fails high.
fn reverse_futility(node: Node, info: &NodeInfo) -> Option<Score> {
    let by_depth = reverse_futility_factor() * (node.depth - i32::from(info.improving)).max(0);
    let worsening = reverse_futility_worsening() * i32::from(info.opponent_worsening);
    let margin = (by_depth - worsening).max(0);
    let far_above = node.depth <= reverse_futility_depth()
        && info.estimate - margin >= node.beta
        && !is_mate(node.beta)
        && !is_mate(info.estimate);
    far_above.then_some((info.estimate + node.beta) / 2)
}

/// Small ProbCut: if the TT entry is a lower bound far above beta (or an exact score), and not much
/// shallower than the node, the node fails high.
fn small_prob_cut(node: Node, info: &NodeInfo) -> Option<Score> {
    let beta = node.beta + small_prob_cut_margin();
    let is_proof = |entry: TtEntry| {
        entry.bound != Bound::Upper
            && entry.depth >= node.depth - SMALL_PROB_CUT_TT_MARGIN
            && entry.score >= beta
            && !is_mate(entry.score)
            && !is_mate(node.beta)
    };
    info.tt_entry.is_some_and(is_proof).then_some(beta)
}

/// Internal iterative reduction: returns 1 if the TT has no move at a PV or cut node of at least
/// the minimum depth, otherwise 0. The search of the node finds a move for the next iteration.
pub(super) fn internal_iterative_reduction(node: Node, info: &NodeInfo) -> i32 {
    let min_depth = if node.is_decided() {
        iir_decided_depth()
    } else {
        iir_depth()
    };
    let is_candidate = node.is_pv() || node.cut_node;
    i32::from(node.depth >= min_depth && info.tt_move.is_none() && is_candidate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Legality, MoveKind, Square};

    #[test]
    fn a_corrected_evaluation_limits_the_reduction_unless_the_game_is_decided() {
        let mut worker = Worker::for_test();
        let board = *worker.position.board();
        let candidate = Candidate {
            piece_move: board.piece_move(Move::new(Square::A2, Square::A3, MoveKind::Quiet)),
            move_count: 30,
            gives_check: false,
            quiet_history: Some(0),
            attacked: Legality::of(&board).attacked,
        };
        for (beta, limits) in [(30, true), (-30, true), (700, false), (-700, false)] {
            let node = Node::root(12, beta - 1, beta);
            let info = worker.evaluate_node(node, false, None);
            let reduction = |correction: Score| {
                worker.late_move_reduction(node, &NodeInfo { correction, ..info }, candidate)
            };
            let max = reduction_correction_max();
            assert_eq!(reduction(max) < reduction(0), limits, "beta {beta}");
            assert_eq!(reduction(10 * max), reduction(max), "beta {beta}");
        }
    }
}
