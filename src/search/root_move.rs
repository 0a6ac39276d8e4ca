//! The moves of the root position, and what is known of each.
//!
//! See <https://www.chessprogramming.org/Root>.

use std::cmp::Reverse;

use super::see;
use crate::chess::{Board, Move};
use crate::eval::evaluate;
#[cfg(doc)]
use crate::score::INFINITY;
use crate::score::{DRAW, Score, is_mate, mate_in};

/// A move of the root position with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// From the present iteration; -[`INFINITY`] until it is known, and for moves that
    /// proved no better than those before them.
    pub score: Score,
    /// The iteration that the score is from.
    pub depth: u32,
    pub selective_depth: usize,
    /// What this thread has spent on the move in all iterations.
    pub nodes: u64,
    /// What the endgame tables make of it: a move of higher rank goes before all others.
    pub rank: i32,
    /// The score by the endgame tables, to be told where the search knows no mate.
    pub table_score: Option<Score>,
    /// The move, and the line expected behind it.
    pub pv: Vec<Move>,
}

impl RootMove {
    /// A move with a first guess of its score, of depth 0: the static evaluation after it, less
    /// what the moved piece or the piece captured last costs in the exchange on its square. It
    /// is what there is to go by if the search stops before its first iteration is complete.
    pub fn new(board: &Board, mv: Move) -> Self {
        let child = board.after(mv);
        let score = if child.is_checkmate() {
            mate_in(1)
        } else if child.is_stalemate() {
            DRAW
        } else {
            -evaluate(&child) - see::loss(board, mv, &see::values())
        };
        Self {
            mv,
            score,
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            rank: 0,
            table_score: None,
            pv: vec![mv],
        }
    }

    /// The score to tell: of what the tables know, the search knows better only a mate.
    pub fn told_score(&self) -> Score {
        match self.table_score {
            Some(score) if !is_mate(self.score) => score,
            _ => self.score,
        }
    }

    /// Enters what a search that raised alpha has found.
    pub fn improve(&mut self, score: Score, selective_depth: usize, line: &[Move]) {
        self.score = score;
        self.selective_depth = selective_depth;
        self.pv.clear();
        self.pv.extend_from_slice(line);
    }
}

/// The best moves first; those that proved nothing keep their order, for among them are those
/// that were best before.
pub(super) fn sort(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| Reverse((root.rank, root.score)));
}

/// Up to where the root moves have the rank of the one at `first`.
pub(super) fn end_of_rank(moves: &[RootMove], first: usize) -> usize {
    let same = |root: &&RootMove| root.rank == moves[first].rank;
    first + moves[first..].iter().take_while(same).count()
}
