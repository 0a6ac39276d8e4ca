//! A node of the search tree, and the data of a node that the steps of the search share.
//!
//! # Node types
//!
//! Alpha-beta search visits three types of nodes. They differ in how many moves must be searched:
//!
//! - **PV node**: the window is open (beta − alpha > 1), and the score may be exact. Its first
//!   child is a PV node; its other children are expected to be cut nodes. The root and the nodes
//!   of the principal variation are PV nodes.
//! - **Cut node**: the score is expected to be at least beta. One good move refutes the position
//!   (*beta cutoff*), so most cut nodes search only one move. Its child is an all node.
//! - **All node**: the score is expected to be at most alpha. No move refutes the position, so
//!   all moves are searched. The children are cut nodes.
//!
//! Cut and all nodes have a null window (beta − alpha = 1), and their types are expectations:
//! a search may show the opposite. See <https://www.chessprogramming.org/Node_Types>.
//!
//! # Decided games
//!
//! If a score is far from zero, the game is decided, and what remains is to find the mate. The
//! score of a node is its beta here. A window without an upper bound counts as decided, too; only
//! the first iterations and large changes of the score have one. In decided games, the search
//! differs in the following, because mates are then found earlier:
//!
//! - **Aspiration windows**: the first window is wider.
//! - **Razoring**: only in known endgames, whose evaluation shows progress to the mate. Elsewhere
//!   it would miss quiet moves that lead to mate.
//! - **Null-move pruning**: at all nodes instead of cut nodes only.
//! - **Internal iterative reduction**: from a lower depth on.
//! - **Singular extension**: the margin is larger, and a TT move that is not singular may be
//!   reduced (negative extension).
//! - **Late-move reduction**: does not depend on the correction of the evaluation. Corrections are
//!   large in decided games, and would cost the depth that finds mates.
//! - **Re-search after a reduction**: one ply shallower if the reduced score is low.
//! - **History**: not updated after a TT cutoff. Neither is the continuation history of the move
//!   that led to the node, after any result.

use super::history::ContinuationContext;
use super::tt::TtEntry;
use crate::chess::{Bitboard, Move, PieceMove};
use crate::score::{EVALUATION_BOUND, Score, mate_in, mated_in};

/// Absolute value from which a score decides the game, in centipawns.
const DECIDED: Score = 700;

/// Returns whether the game is decided at this score. [The head of the module](self) lists all
/// effects.
pub(super) const fn is_decided(score: Score) -> bool {
    score.abs() >= DECIDED
}

/// Depth, distance from the root, window and expected type of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Remaining depth, in plies. At 0 or less, the quiescence search takes over.
    pub depth: i32,
    /// Distance from the root, in plies; at least 1 except at the root node.
    pub ply: usize,
    /// Lower bound of the window: the side to move already has a variation with this score.
    pub alpha: Score,
    /// Upper bound of the window: the opponent already has a variation that limits the score to
    /// this.
    pub beta: Score,
    /// Whether the node is an expected cut node.
    pub cut_node: bool,
}

impl Node {
    /// Creates the root node.
    pub const fn root(depth: i32, alpha: Score, beta: Score) -> Self {
        Self {
            depth,
            ply: 0,
            alpha,
            beta,
            cut_node: false,
        }
    }

    /// Returns whether this is a PV node.
    pub const fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Returns whether the game is decided. [The head of the module](self) lists all effects.
    pub const fn is_decided(&self) -> bool {
        is_decided(self.beta)
    }

    /// Returns the same node with another depth and a null window above `alpha`.
    pub const fn with_null_window(self, alpha: Score, depth: i32) -> Self {
        Self {
            depth,
            alpha,
            beta: alpha + 1,
            ..self
        }
    }

    /// Limits the window to the mate scores that this node can have: at worst, the side to move
    /// is mated now; at best, it mates with its next move.
    pub fn prune_mate_distance(&mut self) {
        self.alpha = self.alpha.max(mated_in(self.ply));
        self.beta = self.beta.min(mate_in(self.ply + 1));
    }

    /// Returns the node after a move. `alpha` and `beta` are the window from the point of view of
    /// the side that makes the move; the child has the negated window.
    pub const fn child(&self, depth: i32, alpha: Score, beta: Score, cut_node: bool) -> Self {
        Self {
            depth,
            ply: self.ply + 1,
            alpha: -beta,
            beta: -alpha,
            cut_node,
        }
    }
}

/// What is known about a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInfo {
    pub in_check: bool,
    /// The moves that led to the node.
    pub continuation: ContinuationContext,
    /// The TT entry of the position.
    pub tt_entry: Option<TtEntry>,
    /// The static evaluation without correction; `NO_EVAL` in check.
    pub raw_eval: Score,
    /// The static evaluation with correction; `NO_EVAL` in check.
    pub static_eval: Score,
    /// The absolute value of the correction, in centipawns; 0 in check. The larger it is, the less
    /// the evaluation can be trusted.
    pub correction: Score,
    /// The best estimate of the score: the TT score if it is exact or its bound excludes the
    /// static evaluation, otherwise the static evaluation; `NO_EVAL` in check.
    pub estimate: Score,
    /// Whether the static evaluation is higher than at the previous turn of the side to move; true
    /// if that is not known, false in check.
    pub improving: bool,
    /// Whether the static evaluation is worse for the opponent than at the opponent's last turn;
    /// false if that is not known, and in check.
    pub opponent_worsening: bool,
    /// Whether the position is or was on a principal variation.
    pub tt_pv: bool,
    /// The best move of an earlier search, from the TT entry.
    pub tt_move: Option<Move>,
}

/// The best result of the moves searched so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub score: Score,
    /// The best move; `None` if no move raised alpha, because upper bounds cannot be compared.
    pub mv: Option<Move>,
}

impl Best {
    /// Returns the same move with a score nearer to beta if it failed high, because the part above
    /// beta is uncertain, and more so at low depth. Scores of mates and tablebases stay as they
    /// are.
    pub fn softened_fail_high(self, beta: Score, depth: i32) -> Self {
        let is_evaluation = |score: Score| score.abs() <= EVALUATION_BOUND;
        if self.score < beta || !is_evaluation(self.score) || !is_evaluation(beta) {
            return self;
        }
        let score = (self.score * depth + beta) / (depth + 1);
        Self { score, ..self }
    }

    /// Returns the same move with a score of at least `score`, unless `score` is above `alpha`.
    pub const fn raised_to(self, score: Score, alpha: Score) -> Self {
        if score <= alpha && score > self.score {
            Self { score, ..self }
        } else {
            self
        }
    }
}

/// A move of a node before it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub piece_move: PieceMove,
    /// The number of the move in the order of the search, from 1.
    pub move_count: i32,
    pub gives_check: bool,
    /// The history score of a quiet move, 0 for the TT move; `None` for a capture or a promotion.
    pub quiet_history: Option<i32>,
    /// The squares that the opponent attacks if our king is taken off the board.
    pub attacked: Bitboard,
}
