//! The static evaluation of a node, with correction history.

use super::history::ContinuationContext;
use super::node::{Best, Node, NodeInfo};
use super::tt::{NO_EVAL, TtEntry};
use super::worker::Worker;
use crate::chess::Move;
use crate::eval::is_known_endgame;
use crate::score::{Bound, EVALUATION_BOUND, Score};

impl Worker {
    /// Returns what is known about a node without searching it. Stores its static evaluation on the
    /// stack, and resets the cutoff count of its children.
    pub(super) fn evaluate_node(
        &mut self,
        node: Node,
        in_check: bool,
        tt_entry: Option<TtEntry>,
    ) -> NodeInfo {
        let continuation = self.continuation(node.ply);
        let mut info = NodeInfo {
            in_check,
            continuation,
            tt_entry,
            raw_eval: NO_EVAL,
            static_eval: NO_EVAL,
            correction: 0,
            estimate: NO_EVAL,
            improving: false,
            opponent_worsening: false,
            tt_pv: node.is_pv() || tt_entry.is_some_and(|entry| entry.is_pv),
            tt_move: tt_entry.and_then(|entry| entry.mv),
        };
        if !in_check {
            self.corrections.prefetch(&self.position, continuation);
            info.raw_eval = match tt_entry {
                Some(entry) if entry.static_eval != NO_EVAL => entry.static_eval,
                _ => self.evaluate(),
            };
            info.static_eval = self.corrected_eval(continuation, info.raw_eval);
            info.correction = (info.static_eval - info.raw_eval).abs();
            info.estimate = match tt_entry {
                // The TT score is exact, or its bound excludes the static evaluation.
                Some(entry) if entry.decides(info.static_eval, info.static_eval) => entry.score,
                _ => info.static_eval,
            };
            info.improving = self.is_improving(node.ply, info.static_eval);
            let before = self.opponent_eval(node.ply);
            info.opponent_worsening = before.is_some_and(|before| info.static_eval > -before);
        }
        self.stack[node.ply].static_eval = info.static_eval;
        self.stack[node.ply + 1].cutoff_count = 0;
        info
    }

    /// Returns the static evaluation at the opponent's last turn, from the opponent's view; `None`
    /// if it was in check, and at the root.
    pub(super) fn opponent_eval(&self, ply: usize) -> Option<Score> {
        let before = self.stack[ply.checked_sub(1)?].static_eval;
        (before != NO_EVAL).then_some(before)
    }

    /// Returns whether the static evaluation is higher than at the previous turn of the side to
    /// move or, if it was in check then, at the turn before; true if neither is known.
    fn is_improving(&self, ply: usize, static_eval: Score) -> bool {
        let earlier = [2, 4].into_iter().find_map(|plies_ago| {
            let earlier = self.stack[ply.checked_sub(plies_ago)?].static_eval;
            (earlier != NO_EVAL).then_some(earlier)
        });
        earlier.is_none_or(|earlier| static_eval > earlier)
    }

    /// Evaluates the current position, without correction.
    pub(super) fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(self.position.board())
    }

    /// Returns the evaluation of the current position with correction history. The evaluation of
    /// a known endgame is not corrected, because its small differences guide the search to the win.
    fn corrected_eval(&self, continuation: ContinuationContext, raw_eval: Score) -> Score {
        if is_known_endgame(self.position.board()) {
            return raw_eval;
        }
        let correction = self.corrections.value(&self.position, continuation);
        (raw_eval + correction).clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
    }

    /// Updates the correction history with the difference between the search result and the static
    /// evaluation. If the best move is a capture or a promotion, it changes the material, so the
    /// difference is not an error of the evaluation. A bound counts only if the evaluation violates
    /// it.
    pub(super) fn update_corrections(
        &mut self,
        node: Node,
        info: &NodeInfo,
        best: Best,
        bound: Bound,
    ) {
        let error = best.score - info.static_eval;
        let eval_is_wrong = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        let quiet = best.mv.is_none_or(Move::is_quiet);
        if eval_is_wrong && quiet && !info.in_check && best.score.abs() <= EVALUATION_BOUND {
            self.corrections
                .update(&self.position, info.continuation, error, node.depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    #[test]
    fn evaluations_of_known_endgames_are_not_corrected() {
        let mut worker = Worker::for_test();
        for (fen, is_corrected) in [
            ("8/8/8/1rk5/8/8/8/1Q5K w - - 0 1", false),
            ("8/8/8/2k5/8/8/8/1Q5K w - - 0 1", false),
            ("8/8/8/1rk5/8/8/1P6/1Q5K w - - 0 1", true),
        ] {
            worker.position = Position::new(fen.parse().expect("legal"));
            let context = ContinuationContext::default();
            let corrections = &mut worker.corrections;
            corrections.update(&worker.position, context, 500, 10);
            let raw_eval = worker.evaluate();
            let corrected = worker.corrected_eval(context, raw_eval);
            assert_eq!(corrected != raw_eval, is_corrected, "{fen}");
        }
    }
}
