//! The search beyond the depth: captures and promotions only, until the position is quiet
//! enough to be judged.
//!
//! The side to move may also *stand pat*, for it need not capture. In check it may not, and
//! all evasions are searched. See <https://www.chessprogramming.org/Quiescence_Search>.

use super::job::{Job, Stopped};
use super::move_picker::MovePicker;
use super::node::{Best, Known, Node};
use super::params::{quiescence_futility_margin, quiescence_see_threshold};
use super::see::{self, wins_at_least};
use super::tt::Hit;
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{Bound, EVALUATION_BOUND, INFINITY, Score, mated_in};

/// How far from the root quiescence goes in the first iteration, in plies. That iteration
/// completes under any clock, so it must be short even where promotions and evasions never
/// end: a composed position with nine pawns about to promote takes 597,000 nodes without
/// this limit.
const FIRST_ITERATION_PLIES: usize = 8;

impl Worker {
    /// The score of the present position when captures are played out.
    pub(super) fn quiescence(&mut self, job: &Job, node: Node) -> Result<Score, Stopped> {
        self.enter(job, node.ply)?;
        if let Some(score) = self.leaf_score(node.ply) {
            return Ok(score);
        }
        if self.completed_depth == 0 && node.ply >= FIRST_ITERATION_PLIES {
            return Ok(self.evaluate());
        }
        let key = self.table_key();
        let hit = self.shared.table.probe(key, node.ply);
        if let Some(score) = self.table_cutoff(Node { depth: 0, ..node }, hit) {
            return Ok(score);
        }
        let known = self.judge(node, self.position.is_in_check(), hit);
        let best = self.search_captures(job, node, &known)?;
        let bound = if best.score >= node.beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let entry = Hit {
            mv: best.mv,
            score: best.score,
            evaluation: known.raw_evaluation,
            depth: 0,
            bound: Some(bound),
            pv: known.pv,
        };
        self.shared.table.store(key, node.ply, &entry);
        Ok(best.score)
    }

    /// The best of standing pat and the captures; of all moves, in check.
    fn search_captures(&mut self, job: &Job, node: Node, known: &Known) -> Result<Best, Stopped> {
        let mut best = Best {
            score: if known.in_check {
                -INFINITY
            } else {
                known.estimate
            },
            mv: None,
        };
        if best.score >= node.beta {
            return Ok(best);
        }
        let mut alpha = node.alpha.max(best.score);
        let mut picker = if known.in_check {
            MovePicker::new(&self.moves, self.position.board(), known.table_move)
        } else {
            MovePicker::captures(
                &self.moves,
                self.position.board(),
                known.table_move,
                quiescence_see_threshold(),
            )
        };
        while let Some(piece_move) = self.next_move(&mut picker, known) {
            let mv = piece_move.mv;
            if best.score > -EVALUATION_BOUND {
                // One evasion is at hand: quiet ones are no longer looked for.
                picker.skip_quiets();
                if let Some(score) = self.futile_capture(known, mv, alpha) {
                    best.score = best.score.max(score);
                    continue;
                }
            }
            self.announce(piece_move);
            self.make_move(node.ply, piece_move);
            let score = self.quiescence(job, node.child(0, alpha, node.beta, false));
            self.unmake_move();
            let score = -score?;
            if score > best.score {
                best.score = score;
            }
            if score > alpha {
                alpha = score;
                best.mv = Some(mv);
                if node.is_pv() {
                    self.pv.extend(node.ply, mv);
                }
                if score >= node.beta {
                    break;
                }
            }
        }
        picker.finish(&mut self.moves);
        // In check, with not one evasion tried: checkmate.
        if best.score == -INFINITY {
            best.score = mated_in(node.ply);
        }
        Ok(best)
    }

    /// Futility: even with a margin, the evaluation stays below alpha unless the capture
    /// wins something, and it does not. What it is worth at most, then.
    fn futile_capture(&self, known: &Known, mv: Move, alpha: Score) -> Option<Score> {
        let bound = known.evaluation + quiescence_futility_margin();
        let futile = !known.in_check
            && bound <= alpha
            && !wins_at_least(self.position.board(), mv, 1, &see::values());
        futile.then_some(bound)
    }
}
