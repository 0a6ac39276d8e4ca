//! The search beyond the depth: captures and promotions only, until the position is quiet
//! enough to be judged.
//!
//! The side to move may also *stand pat*, for it need not capture. In check it may not, and
//! all evasions are searched. See <https://www.chessprogramming.org/Quiescence_Search>.

use super::history::PieceTo;
use super::move_picker::MovePicker;
use super::negamax::Node;
use super::{Job, Searched, Worker};
use crate::score::{INFINITY, mated_in};

impl Worker {
    /// The score of the present position when captures are played out.
    pub(super) fn quiescence(&mut self, job: &Job, node: Node) -> Searched {
        self.enter(job, node.ply)?;
        if let Some(score) = self.leaf_score(node.ply) {
            return Ok(score);
        }
        let in_check = self.position.is_in_check();
        let mut best = if in_check { -INFINITY } else { self.evaluate() };
        if best >= node.beta {
            return Ok(best);
        }
        let mut alpha = node.alpha.max(best);
        let mut picker = if in_check {
            MovePicker::new(&self.moves, &self.position, None)
        } else {
            MovePicker::captures(&self.moves, &self.position, None, 0)
        };
        while let Some(mv) = self.next_move(&mut picker, node.ply) {
            self.stack[node.ply].moved = Some(PieceTo::of(self.position.board(), mv));
            self.position.make_move(mv);
            let score = self
                .quiescence(job, node.child(0, alpha, node.beta))
                .map(|s| -s);
            self.position.unmake_move();
            let score = score?;
            best = best.max(score);
            if score > alpha {
                alpha = score;
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
        Ok(if best == -INFINITY {
            mated_in(node.ply)
        } else {
            best
        })
    }
}
