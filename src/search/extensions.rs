//! Which moves are searched deeper than others, and which less deep.
//!
//! See <https://www.chessprogramming.org/Extensions>,
//! <https://www.chessprogramming.org/Singular_Extensions> and
//! <https://www.chessprogramming.org/Late_Move_Reductions>.

use super::job::{Job, Stopped};
use super::node::{Candidate, Known, Node};
use super::params::*;
use super::reductions::PLY;
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{Bound, Score, is_mate};

/// What to do about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extension {
    /// Search it so many plies deeper; less deep where it is negative.
    Plies(i32),
    /// The move is one of several that refute the position: it has this score.
    Cutoff(Score),
}

impl Worker {
    /// How much deeper to search `mv`. The table's move is tested for being the only good
    /// one: a shallow search without it that stays well below its score says so. If it does
    /// not, but is above beta, several moves refute the position and none need be searched.
    pub(super) fn extension(
        &mut self,
        job: &Job,
        node: Node,
        known: &Known,
        mv: Move,
    ) -> Result<Extension, Stopped> {
        let Some(hit) = known.hit.filter(|_| self.may_be_singular(node, known, mv)) else {
            return Ok(Extension::Plies(0));
        };
        let beta = hit.score - singular_margin() * node.depth / 16;
        self.stack[node.ply].excluded = Some(mv);
        let others = Node {
            cut: node.cut,
            ..node.with_null_window(beta - 1, (node.depth - 1) / 2)
        };
        let score = self.negamax(job, others);
        self.stack[node.ply].excluded = None;
        let score = score?;
        Ok(if score < beta {
            let double = !node.is_pv() && score < beta - double_extension_margin();
            Extension::Plies(1 + i32::from(double))
        } else if score >= node.beta && !is_mate(score) {
            Extension::Cutoff(score)
        } else if hit.score >= node.beta {
            Extension::Plies(-2)
        } else {
            Extension::Plies(-i32::from(node.cut))
        })
    }

    /// Whether `mv` is the table's, and is known well enough to be worth the test. Lines
    /// must not grow without end: none gets twice as long as the iteration is deep.
    fn may_be_singular(&self, node: Node, known: &Known, mv: Move) -> bool {
        known.hit.is_some_and(|hit| {
            node.depth >= singular_depth()
                && hit.mv == Some(mv)
                && hit.depth >= node.depth - 3
                && matches!(hit.bound, Some(Bound::Exact | Bound::Lower))
                && !is_mate(hit.score)
                && self.stack[node.ply].excluded.is_none()
                && node.ply < 2 * self.root_depth as usize
        })
    }

    /// How many plies less deep to search a move at first: more for late moves and at great
    /// depths, and as much more or less as experience says.
    pub(super) fn reduction(&self, node: Node, known: &Known, candidate: Candidate) -> i32 {
        let Candidate {
            piece_move,
            number,
            gives_check,
            quiet_history,
        } = candidate;
        if node.depth < 2 || number <= 1 + i32::from(node.is_pv()) {
            return 0;
        }
        let mut reduction = self.reductions.base(node.depth, number);
        if let Some(history) = quiet_history {
            reduction -= history * PLY / reduction_history_divisor();
            reduction += reduction_cut_node() * i32::from(node.cut);
            let noisy_table_move = known.table_move.is_some_and(|mv| !mv.is_quiet());
            reduction += reduction_noisy_table_move() * i32::from(noisy_table_move);
        } else {
            reduction -= reduction_capture();
            let history = self.history.capture(self.position.board(), piece_move);
            reduction -= history * PLY / reduction_capture_history_divisor();
        }
        reduction += reduction_not_improving() * i32::from(!known.improving);
        reduction -= reduction_pv() * i32::from(known.pv);
        reduction += reduction_refuted() * i32::from(self.stack[node.ply + 1].refuted > 2);
        reduction -= reduction_gives_check() * i32::from(gives_check);
        reduction -= reduction_in_check() * i32::from(known.in_check);
        (reduction / PLY).max(0)
    }
}
