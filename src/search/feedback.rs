//! Updates of the history tables by results of the search.
//!
//! See <https://www.chessprogramming.org/History_Heuristic>.

use arrayvec::ArrayVec;

use super::history::{History, QuietContext, bonus, malus};
use super::move_picker::MovePicker;
use super::node::{Node, NodeInfo};
use super::params::{eval_history_max, eval_history_offset, eval_history_weight};
use super::worker::Worker;
use crate::chess::Move;
use crate::eval::endgame::KNOWN_WIN;

/// The moves of a node that were searched without a beta cutoff. Later moves carry little
/// information, so the lists are short.
#[derive(Debug, Default)]
pub(super) struct SearchedMoves {
    quiets: ArrayVec<Move, 32>,
    captures: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    /// Adds a move, unless its list is full.
    pub fn push(&mut self, mv: Move) {
        let list = if mv.is_quiet() {
            &mut self.quiets
        } else {
            &mut self.captures
        };
        let _ = list.try_push(mv);
    }

    /// Updates the history after `mv` caused a beta cutoff at this depth: a bonus for `mv`, and a
    /// malus for the moves searched before it. Quiet moves get the malus only if `mv` is quiet.
    fn update_history(&self, history: &mut History, context: QuietContext, mv: Move, depth: i32) {
        if mv.is_quiet() {
            history.update_quiets(context, mv, &self.quiets, depth);
        }
        let capture = (!mv.is_quiet()).then_some(mv);
        history.update_captures(context.board, capture, &self.captures, depth);
    }
}

impl Worker {
    /// Updates the history and the cutoff count after `mv` caused a beta cutoff.
    pub(super) fn update_after_cutoff(
        &mut self,
        node: Node,
        info: &NodeInfo,
        picker: &MovePicker,
        searched: &SearchedMoves,
        mv: Move,
    ) {
        self.stack[node.ply].cutoff_count += 1;
        let context = picker.quiet_context(self.position.board(), info.continuation);
        searched.update_history(&mut self.history, context, mv, node.depth);
    }

    /// Updates the continuation history of a quiet move that raised alpha in its reduced search: a
    /// bonus if the search at full `depth` confirms this, otherwise a malus.
    pub(super) fn update_history_after_research(
        &mut self,
        node: Node,
        confirmed: bool,
        depth: i32,
    ) {
        let Some(piece_to) = self.stack[node.ply].current_move else {
            return;
        };
        let bonus = if confirmed {
            bonus(depth)
        } else {
            -malus(depth)
        };
        let continuation = self.continuation(node.ply);
        self.history.add_continuation(continuation, piece_to, bonus);
    }

    /// Updates the history of the quiet move that led to the node: a bonus if the static evaluation
    /// has risen for the side that moved, a malus if it has fallen. So a move has a score before it
    /// has caused a cutoff.
    pub(super) fn update_history_by_evaluation(&mut self, node: Node, info: &NodeInfo) {
        let stack = &self.stack;
        let Some(ply) = node.ply.checked_sub(1) else {
            return;
        };
        // The evaluation of a known win rewards progress to the mate, which says little about the
        // moves of either side.
        let is_known_win = info.static_eval.abs() >= KNOWN_WIN;
        if info.in_check || is_known_win || stack[node.ply].excluded_move.is_some() {
            return;
        }
        if let Some(before) = self.opponent_eval(node.ply)
            && let Some(entry) = stack[ply].quiet_entry
        {
            // The two evaluations are from opposite views.
            let gain = eval_history_offset() - (before + info.static_eval);
            let max = eval_history_max();
            let bonus = (gain * eval_history_weight()).clamp(-max, max);
            self.history.add_quiet_entry(entry, bonus);
        }
    }
}
