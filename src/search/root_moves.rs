//! The moves of the root position, each with its score and principal variation.

use std::cmp::Reverse;

use super::request::SearchRequest;
use super::see;
use crate::chess::{Board, Move, Position};
use crate::eval::Evaluator;
use crate::score::{DRAW, EVALUATION_BOUND, Score, is_mate, mate_in};

/// A move of the root position.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Before the first iteration, an estimate; then the score of the current iteration, a lower
    /// bound if it fails high. -`INFINITY` for a move that has not been searched in this iteration
    /// or did not raise alpha.
    pub score: Score,
    /// The current iteration, in plies; 0 before the first.
    pub depth: u32,
    /// `Worker::selective_depth` when the move raised alpha.
    pub selective_depth: usize,
    /// Nodes that this thread has spent on the move in all iterations.
    pub nodes: u64,
    /// Tablebase rank. Moves of a higher rank are always preferred.
    pub tablebase_rank: i32,
    /// Tablebase score, reported unless the search finds a mate.
    pub tablebase_score: Option<Score>,
    /// The move and the expected moves after it.
    pub pv: Vec<Move>,
}

impl RootMove {
    /// Creates a root move with an estimate of its score: the static evaluation after the move,
    /// less the material that the move loses by exchanges on its target square.
    /// If the search stops before its first iteration is complete, the estimate decides.
    pub fn new(board: &Board, mv: Move, evaluator: &mut Evaluator) -> Self {
        let child = board.after(mv);
        let score = if child.is_checkmate() {
            mate_in(1)
        } else if child.is_stalemate() {
            DRAW
        } else {
            let score = -evaluator.evaluate(&child) - see::loss(board, mv, &see::values());
            score.max(-EVALUATION_BOUND)
        };
        Self {
            mv,
            score,
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            tablebase_rank: 0,
            tablebase_score: None,
            pv: vec![mv],
        }
    }

    /// Returns the score to report: the tablebase score, if there is one and the search has not
    /// found a mate.
    pub fn reported_score(&self) -> Score {
        match self.tablebase_score {
            Some(score) if !is_mate(self.score) => score,
            _ => self.score,
        }
    }

    /// Sets the result of a search that raised alpha.
    pub fn set_result(&mut self, score: Score, selective_depth: usize, pv: &[Move]) {
        self.score = score;
        self.selective_depth = selective_depth;
        self.pv.clear();
        self.pv.extend_from_slice(pv);
    }
}

/// Returns the root moves that the request considers, sorted by a first estimate, best first. A
/// move after which the game is drawn by rule has the score of a draw. `position` is the position of
/// the request.
pub(super) fn create_root_moves(
    request: &SearchRequest,
    position: &mut Position,
    evaluator: &mut Evaluator,
) -> Vec<RootMove> {
    let board = request.position.board();
    let legal = board.legal_moves().into_iter();
    let considered = legal.filter(|&mv| request.considers(mv));
    let create = |mv| {
        let mut root = RootMove::new(board, mv, evaluator);
        position.make_move(mv);
        if position.is_draw() {
            root.score = DRAW;
        }
        position.unmake_move();
        root
    };
    let mut moves: Vec<RootMove> = considered.map(create).collect();
    moves.sort_by_key(|root| -root.score);
    moves
}

/// Sorts root moves by tablebase rank and score, best first. The sort is stable, so moves that did
/// not raise alpha keep the order of earlier iterations.
pub(super) fn sort(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| Reverse((root.tablebase_rank, root.score)));
}

/// Returns the end index of the moves from index `first` on that have the same tablebase rank.
pub(super) fn end_of_rank(moves: &[RootMove], first: usize) -> usize {
    let same = |root: &&RootMove| root.tablebase_rank == moves[first].tablebase_rank;
    first + moves[first..].iter().take_while(same).count()
}
