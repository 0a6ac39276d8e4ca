//! The static evaluation of a node, corrected by what searches taught.
//!
//! See <https://www.chessprogramming.org/Evaluation>.

use super::history::Context;
use super::node::{Best, Known, Node};
use super::tt::{Hit, NO_EVALUATION};
use super::worker::Worker;
use crate::chess::Move;
use crate::eval::endgame::KNOWN_WIN;
use crate::score::{Bound, EVALUATION_BOUND, Score};

impl Worker {
    /// What is known of the position without a search.
    pub(super) fn judge(&mut self, node: Node, in_check: bool, hit: Option<Hit>) -> Known {
        let context = self.context(node.ply);
        let mut known = Known {
            in_check,
            context,
            hit,
            raw_evaluation: NO_EVALUATION,
            evaluation: NO_EVALUATION,
            estimate: NO_EVALUATION,
            improving: false,
            pv: node.is_pv() || hit.is_some_and(|hit| hit.pv),
            table_move: hit.and_then(|hit| hit.mv),
        };
        if !in_check {
            self.corrections.prefetch(&self.position, context);
            known.raw_evaluation = match hit {
                Some(hit) if hit.evaluation != NO_EVALUATION => hit.evaluation,
                _ => self.evaluate(),
            };
            known.evaluation = self.corrected(context, known.raw_evaluation);
            known.estimate = match hit {
                Some(hit) if hit.bounds(known.evaluation, known.evaluation) => hit.score,
                _ => known.evaluation,
            };
            known.improving = self.is_improving(node.ply, known.evaluation);
        }
        self.stack[node.ply].evaluation = known.evaluation;
        self.stack[node.ply + 1].refuted = 0;
        known
    }

    /// Whether the evaluation is better than it was before our last move, or, if we were in
    /// check then, before the one before it.
    fn is_improving(&self, ply: usize, evaluation: Score) -> bool {
        let earlier = [2, 4].into_iter().find_map(|ago| {
            let earlier = self.stack[ply.checked_sub(ago)?].evaluation;
            (earlier != NO_EVALUATION).then_some(earlier)
        });
        earlier.is_none_or(|earlier| evaluation > earlier)
    }

    /// The evaluation of the present position.
    pub(super) fn evaluate(&mut self) -> Score {
        let (board, keys) = (self.position.board(), self.position.keys());
        self.evaluator.evaluate(board, keys)
    }

    /// The evaluation of the present position with what experience corrects.
    pub(super) fn corrected(&self, context: Context, evaluation: Score) -> Score {
        // What is known to be won is driven home by small differences, which must stand.
        if evaluation.abs() >= KNOWN_WIN {
            return evaluation;
        }
        let correction = self.corrections.value(&self.position, context);
        (evaluation + correction).clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
    }

    /// Learns from the result of a node by how much its evaluation was wrong. Captures
    /// change what is evaluated, and a bound tells nothing about an evaluation that
    /// satisfies it.
    pub(super) fn learn(&mut self, node: Node, known: &Known, best: Best, bound: Bound) {
        let error = best.score - known.evaluation;
        let told = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        let quiet = best.mv.is_none_or(Move::is_quiet);
        if told && quiet && !known.in_check && best.score.abs() <= EVALUATION_BOUND {
            self.corrections
                .learn(&self.position, known.context, error, node.depth);
        }
    }
}
