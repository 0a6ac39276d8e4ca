//! Extensions and reductions: the depth to which moves and nodes are searched.
//!
//! See <https://www.chessprogramming.org/Extensions>,
//! <https://www.chessprogramming.org/Singular_Extensions> and
//! <https://www.chessprogramming.org/Late_Move_Reductions>.

use std::ops::ControlFlow;

use super::node::{Candidate, Node, NodeInfo};
use super::params::*;
use super::reductions::PLY;
use super::request::{SearchRequest, Searched};
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{Bound, Score, is_mate};

impl Worker {
    /// Singular extension: extends the TT move if a shallow search of all other moves stays well
    /// below the TT score. If another move fails high, too, this is a multi-cut. In decided
    /// games, the margin is larger, and the TT move is otherwise searched at a reduced depth (negative
    /// extension). Returns by how many plies the move is searched deeper, or shallower if negative. In
    /// a multi-cut, returns `Break` with the score of the node.
    pub(super) fn extension(
        &mut self,
        request: &SearchRequest,
        node: Node,
        info: &NodeInfo,
        mv: Move,
    ) -> Searched<ControlFlow<Score, i32>> {
        let Some(entry) = info
            .tt_entry
            .filter(|_| self.may_be_singular(node, info, mv))
        else {
            let recaptures = self.is_expected_recapture(node, info, mv);
            return Ok(ControlFlow::Continue(i32::from(recaptures)));
        };
        let margin = if node.is_decided() {
            singular_decided_margin()
        } else {
            singular_margin()
        };
        let beta = entry.score - margin * node.depth / 16;
        self.stack[node.ply].excluded_move = Some(mv);
        let others = node.with_null_window(beta - 1, (node.depth - 1) / 2);
        let score = self.negamax(request, others);
        self.stack[node.ply].excluded_move = None;
        let score = score?;
        Ok(if score < beta {
            let double = !node.is_pv() && score < beta - double_extension_margin();
            ControlFlow::Continue(1 + i32::from(double))
        } else if score >= node.beta && !is_mate(score) {
            ControlFlow::Break(score)
        } else if !node.is_decided() {
            ControlFlow::Continue(0)
        } else if entry.score >= node.beta {
            ControlFlow::Continue(-2)
        } else {
            ControlFlow::Continue(-i32::from(node.cut_node))
        })
    }

    /// Recapture extension: returns whether `mv` is the TT move of a PV node and captures on the
    /// target square of the last move. The exchange is then searched to its end.
    /// See <https://www.chessprogramming.org/Recapture_Extensions>.
    fn is_expected_recapture(&self, node: Node, info: &NodeInfo, mv: Move) -> bool {
        let last = || self.stack[node.ply.checked_sub(1)?].current_move;
        node.is_pv()
            && info.tt_move == Some(mv)
            && self.position.board().captured_type(mv).is_some()
            && last().is_some_and(|last| last.to() == mv.to())
    }

    /// Returns whether `mv` is a TT move with an entry deep enough for a singular-extension search.
    /// At a ply of twice the iteration's depth or more, there is no such search, so that lines end.
    fn may_be_singular(&self, node: Node, info: &NodeInfo, mv: Move) -> bool {
        info.tt_entry.is_some_and(|entry| {
            node.depth >= singular_depth()
                && entry.mv == Some(mv)
                && entry.depth >= node.depth - 3
                && entry.bound != Bound::Upper
                && !is_mate(entry.score)
                && self.stack[node.ply].excluded_move.is_none()
                && node.ply < 2 * self.root_depth as usize
        })
    }

    /// Hindsight reduction: returns 1 if the node follows a move with a large late-move reduction, and
    /// the evaluation now shows that this move was bad, otherwise 0.
    pub(super) fn hindsight_reduction(&self, node: Node, info: &NodeInfo) -> i32 {
        let Some(last) = node.ply.checked_sub(1).map(|ply| self.stack[ply]) else {
            return 0;
        };
        let is_candidate = last.reduction >= hindsight_min_reduction()
            && node.depth >= 2
            && !info.in_check
            && self.stack[node.ply].excluded_move.is_none();
        // The evaluations are from opposite views: their sum is the loss of the move.
        let loss = || {
            self.opponent_eval(node.ply)
                .map(|before| before + info.static_eval)
        };
        i32::from(is_candidate && loss().is_some_and(|loss| loss > hindsight_margin()))
    }

    /// Late-move reduction: returns the reduction of the first search of a move, in plies. It grows
    /// with depth and move count, and depends on history and node type.
    pub(super) fn reduction(&self, node: Node, info: &NodeInfo, candidate: Candidate) -> i32 {
        let Candidate {
            piece_move,
            move_count,
            gives_check,
            quiet_history,
            ..
        } = candidate;
        if node.depth < 2 || move_count <= 1 + i32::from(node.is_pv()) {
            return 0;
        }
        let mut reduction = self.reductions.base(node.depth, move_count);
        if let Some(history) = quiet_history {
            reduction -= history * PLY / reduction_history_divisor();
            reduction += reduction_cut_node() * i32::from(node.cut_node);
            let noisy_tt_move = info.tt_move.is_some_and(|mv| !mv.is_quiet());
            reduction += reduction_noisy_tt_move() * i32::from(noisy_tt_move);
        } else {
            reduction -= reduction_capture();
            let history = self
                .history
                .capture_history(self.position.board(), piece_move);
            reduction -= history * PLY / reduction_capture_history_divisor();
        }
        reduction += reduction_not_improving() * i32::from(!info.improving);
        reduction -= reduction_pv() * i32::from(info.tt_pv);
        let many_cutoffs = self.stack[node.ply + 1].cutoff_count > 2;
        reduction += reduction_cutoff_count() * i32::from(many_cutoffs);
        reduction -= reduction_gives_check() * i32::from(gives_check);
        reduction -= reduction_in_check() * i32::from(info.in_check);
        // In decided games, where corrections are large, this would cost the depth that finds mates.
        if !node.is_decided() {
            let correction = info.correction.min(reduction_correction_max());
            reduction -= reduction_correction() * correction;
        }
        (reduction / PLY).max(0)
    }
}

/// Internal iterative reduction: returns 1 if the TT has no move at a PV or cut node of at least the
/// minimum depth, otherwise 0. The search of the node finds a move for the next iteration.
/// See <https://www.chessprogramming.org/Internal_Iterative_Reductions>.
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
                worker.reduction(node, &NodeInfo { correction, ..info }, candidate)
            };
            let max = reduction_correction_max();
            assert_eq!(reduction(max) < reduction(0), limits, "beta {beta}");
            assert_eq!(reduction(10 * max), reduction(max), "beta {beta}");
        }
    }
}
