//! The search of the root node, and its list of moves with their scores and lines.
//!
//! See <https://www.chessprogramming.org/Root>.

use std::cmp::Reverse;

use super::deepening::Window;
use super::history::QuietContext;
use super::job::{Job, Searched};
use super::node::{Candidate, Node, NodeInfo};
use super::see;
use super::worker::Worker;
use crate::chess::{Board, CheckSquares, Legality, Move};
use crate::eval::evaluate_with;
use crate::eval::network::Network;
use crate::score::{DRAW, INFINITY, Score, is_mate, mate_in};

/// A move of the root position.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Score of the current iteration; -`INFINITY` before the move is searched, and for moves
    /// that did not raise alpha.
    pub score: Score,
    /// Iteration of the score.
    pub depth: u32,
    /// Longest line searched after the move, in plies.
    pub selective_depth: usize,
    /// Nodes that this thread has spent on the move in all iterations.
    pub nodes: u64,
    /// Tablebase rank. Moves of a higher rank are always preferred.
    pub tablebase_rank: i32,
    /// Tablebase score, reported unless the search finds a mate.
    pub tablebase_score: Option<Score>,
    /// The move and the expected line after it.
    pub pv: Vec<Move>,
}

impl RootMove {
    /// Creates a root move with a first estimate of its score, of depth 0: the static evaluation
    /// after the move, less the material that the move loses by exchanges on its target square.
    /// If the search stops before its first iteration is complete, the estimate decides.
    pub fn new(board: &Board, mv: Move, network: &Network) -> Self {
        let child = board.after(mv);
        let score = if child.is_checkmate() {
            mate_in(1)
        } else if child.is_stalemate() {
            DRAW
        } else {
            -evaluate_with(network, &child) - see::loss(board, mv, &see::values())
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
    pub fn set_result(&mut self, score: Score, selective_depth: usize, line: &[Move]) {
        self.score = score;
        self.selective_depth = selective_depth;
        self.pv.clear();
        self.pv.extend_from_slice(line);
    }
}

/// Sorts root moves by rank and score, best first. The sort is stable, so moves that did not raise
/// alpha keep the order of earlier iterations.
pub(super) fn sort(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| Reverse((root.tablebase_rank, root.score)));
}

/// Returns the end index of the moves from index `first` on that have the same tablebase rank.
pub(super) fn end_of_rank(moves: &[RootMove], first: usize) -> usize {
    let same = |root: &&RootMove| root.tablebase_rank == moves[first].tablebase_rank;
    first + moves[first..].iter().take_while(same).count()
}

impl Worker {
    /// Searches the root moves from index `first` on that have the same tablebase rank, and sorts
    /// them, best first. The score is a bound if it lies outside the window.
    pub(super) fn search_root(
        &mut self,
        job: &Job,
        depth: i32,
        first: usize,
        window: Window,
    ) -> Searched<Score> {
        let mut node = Node::root(depth.max(1), window.alpha, window.beta);
        let info = self.enter_root(node);
        let mut best = Ok(-INFINITY);
        for root in &mut self.root_moves[first..] {
            root.score = -INFINITY;
        }
        for i in first..end_of_rank(&self.root_moves, first) {
            let RootMove { mv, depth, .. } = self.root_moves[i];
            self.report_current_move(job, depth, mv, i + 1);
            let nodes_before = self.nodes;
            let candidate = self.root_candidate(&info, mv, i - first);
            let reduction = self.reduction(node, &info, candidate);
            let depth = node.depth - 1;
            let score = self.search_move(job, node, candidate, node.alpha, depth, reduction);
            self.root_moves[i].nodes += self.nodes - nodes_before;
            best = score.and_then(|score| best.map(|best: Score| best.max(score)));
            let Ok(score) = score else { break };
            if score > node.alpha {
                node.alpha = score;
                self.pv.extend(0, mv);
                self.root_moves[i].set_result(score, self.selective_depth, self.pv.line(0));
            }
            if score >= node.beta {
                break;
            }
        }
        sort(&mut self.root_moves[first..]);
        best
    }

    /// Prepares the PV table for the root node and evaluates it.
    fn enter_root(&mut self, node: Node) -> NodeInfo {
        self.pv.clear(0);
        self.root_depth = node.depth;
        let tt_entry = self.shared.tt.probe(self.tt_key(), 0);
        self.evaluate_node(node, self.position.is_in_check(), tt_entry)
    }

    /// Returns a root move that is searched after `before` other root moves.
    fn root_candidate(&self, info: &NodeInfo, mv: Move, before: usize) -> Candidate {
        let board = self.position.board();
        let attacked = Legality::of(board).attacked;
        let scorer = self.history.quiet_scorer(QuietContext {
            board,
            attacked,
            continuation: info.continuation,
        });
        let piece_move = board.piece_move(mv);
        Candidate {
            piece_move,
            move_count: before as i32 + 1,
            gives_check: CheckSquares::of(board).is_given_by(board, piece_move),
            quiet_history: mv.is_quiet().then(|| scorer.score(piece_move)),
            attacked,
        }
    }
}

/// Returns the root moves that the job considers, sorted by a first estimate, best first. A move
/// after which the game is drawn by rule has the score of a draw.
pub(super) fn root_moves(job: &Job, network: &Network) -> Vec<RootMove> {
    let mut position = job.position.clone();
    let board = job.position.board();
    let considered = board.legal_moves().into_iter();
    let considered = considered.filter(|&mv| job.considers(mv));
    let root_move = |mv| {
        let mut root = RootMove::new(board, mv, network);
        position.make_move(mv);
        if position.is_draw() {
            root.score = DRAW;
        }
        position.unmake_move();
        root
    };
    let mut moves: Vec<RootMove> = considered.map(root_move).collect();
    moves.sort_by_key(|root| -root.score);
    moves
}
