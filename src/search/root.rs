//! The search of the root node, and its list of moves.
//!
//! See <https://www.chessprogramming.org/Root>.

use super::deepening::Window;
use super::history::QuietContext;
use super::node::{Candidate, Node, NodeInfo};
use super::request::{SearchRequest, Searched};
use super::root_move::{RootMove, end_of_rank, sort};
use super::worker::Worker;
use crate::chess::{CheckSquares, Legality, Move};
use crate::eval::network::Network;
use crate::score::{DRAW, INFINITY, Score};

impl Worker {
    /// Searches the root moves from index `first` on that have the same tablebase rank, and sorts
    /// them, best first. The score is a bound if it lies outside the window.
    pub(super) fn search_root(
        &mut self,
        request: &SearchRequest,
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
            self.report_current_move(request, depth, mv, i + 1);
            let nodes_before = self.nodes;
            let candidate = self.root_candidate(&info, mv, i - first);
            let reduction = self.reduction(node, &info, candidate);
            let depth = node.depth - 1;
            let score = self.search_move(request, node, candidate, node.alpha, depth, reduction);
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

/// Returns the root moves that the request considers, sorted by a first estimate, best first. A move
/// after which the game is drawn by rule has the score of a draw.
pub(super) fn root_moves(request: &SearchRequest, network: &Network) -> Vec<RootMove> {
    let mut position = request.position.clone();
    let board = request.position.board();
    let considered = board.legal_moves().into_iter();
    let considered = considered.filter(|&mv| request.considers(mv));
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
