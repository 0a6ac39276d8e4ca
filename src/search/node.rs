//! What the steps of the search hand one another about one position of the tree, a *node*:
//! what is asked of it, what is known of it, and what becomes of its moves.
//!
//! See <https://www.chessprogramming.org/Node>.

use super::history::Context;
use super::tt::Hit;
#[cfg(doc)]
use super::tt::NO_EVALUATION;
use crate::chess::{Move, PieceMove};
use crate::score::{Score, mate_in, mated_in};

/// What is searched: how deep, how far from the root, and between which scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Half-moves to look ahead; at 0 quiescence takes over.
    pub depth: i32,
    /// Half-moves from the root.
    pub ply: usize,
    /// The side to move has a line that gives it this much.
    pub alpha: Score,
    /// The opponent has a line that gives it no more than this.
    pub beta: Score,
    /// Whether a move is expected to refute the position: all siblings before it did.
    pub cut: bool,
}

impl Node {
    /// The root, with these scores for a window.
    pub const fn root(depth: i32, alpha: Score, beta: Score) -> Self {
        Self {
            depth,
            ply: 0,
            alpha,
            beta,
            cut: false,
        }
    }

    /// Whether the window is open: only here can the line become the principal variation.
    pub const fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same position at another depth, only asking whether its score is above `alpha`.
    pub const fn with_null_window(self, alpha: Score, depth: i32) -> Self {
        Self {
            depth,
            alpha,
            beta: alpha + 1,
            ..self
        }
    }

    /// Takes mates out of the window that are farther away than one that is already known
    /// or that can still be given: no move here changes anything about them. The score,
    /// if nothing is left of the window.
    /// See <https://www.chessprogramming.org/Mate_Distance_Pruning>.
    pub fn narrow_by_mate_distance(&mut self) {
        self.alpha = self.alpha.max(mated_in(self.ply));
        self.beta = self.beta.min(mate_in(self.ply + 1));
    }

    /// The same moment from the opponent's side, one move on.
    pub const fn child(&self, depth: i32, alpha: Score, beta: Score, cut: bool) -> Self {
        Self {
            depth,
            ply: self.ply + 1,
            alpha: -beta,
            beta: -alpha,
            cut,
        }
    }
}

/// What is known of a position before its moves are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub in_check: bool,
    /// The moves that led to it.
    pub context: Context,
    /// What the table has.
    pub hit: Option<Hit>,
    /// The evaluation as it came; [`NO_EVALUATION`] in check, as the next two.
    pub raw_evaluation: Score,
    /// The same with what experience corrects.
    pub evaluation: Score,
    /// The best guess of the true score: the evaluation, or the table's score where it
    /// says more.
    pub estimate: Score,
    /// Whether the evaluation has risen since our last move.
    pub improving: bool,
    /// Whether the position is or has been on a principal variation.
    pub pv: bool,
    /// The move to try first.
    pub table_move: Option<Move>,
}

/// The best of the moves searched so far at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub score: Score,
    /// `None` if no move raised alpha: then one is as good as another.
    pub mv: Option<Move>,
}

impl Best {
    /// The same move with a score of at least `score`, if that is no more than `alpha`.
    pub const fn raised_to(self, score: Score, alpha: Score) -> Self {
        if score <= alpha && score > self.score {
            Self { score, ..self }
        } else {
            self
        }
    }
}

/// One of a node's moves, about to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub piece_move: PieceMove,
    /// The node's moves count from 1.
    pub number: i32,
    pub gives_check: bool,
    /// The history score of a quiet move; `None` for a capture or a promotion.
    pub quiet_history: Option<i32>,
}

/// How to search one of a node's moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// The depth left behind the move.
    pub depth: i32,
    /// How much less will do at first, for a move that is expected to be worse.
    pub reduction: i32,
    /// Whether it is the node's first move, for which the whole window is searched at once.
    pub first: bool,
}
