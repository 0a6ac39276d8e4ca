//! The search of the root position.
//!
//! See <https://www.chessprogramming.org/Root>.

use super::aspiration::Window;
use super::history::Scene;
use super::job::{Job, Stopped};
use super::node::{Candidate, Known, Node, Plan};
use super::root_move::{RootMove, end_of_rank, sort};
use super::worker::Worker;
use crate::chess::{CheckSquares, Legality, Move, Position};
use crate::score::{DRAW, INFINITY, Score};

impl Worker {
    /// Searches all root moves from `first` on between the bounds of a window. The best of
    /// them comes first; a score outside of the window is a bound on the true one.
    pub(super) fn search_root(
        &mut self,
        job: &Job,
        depth: i32,
        first: usize,
        window: Window,
    ) -> Result<Score, Stopped> {
        let mut node = Node::root(depth.max(1), window.alpha, window.beta);
        let known = self.enter_root(node);
        let mut best = Ok(-INFINITY);
        for root in &mut self.root_moves[first..] {
            root.score = -INFINITY;
        }
        for i in first..end_of_rank(&self.root_moves, first) {
            let RootMove { mv, depth, .. } = self.root_moves[i];
            self.report_current_move(job, depth, mv, i + 1);
            let before = self.nodes;
            let plan = self.root_plan(node, &known, mv, i - first);
            let piece_move = self.position.board().piece_move(mv);
            let score = self.search_move(job, node, piece_move, node.alpha, plan);
            self.root_moves[i].nodes += self.nodes - before;
            best = score.and_then(|score| best.map(|best: Score| best.max(score)));
            let Ok(score) = score else { break };
            if score > node.alpha {
                node.alpha = score;
                self.pv.extend(0, mv);
                self.root_moves[i].improve(score, self.selective_depth, self.pv.line(0));
            }
            if score >= node.beta {
                break;
            }
        }
        sort(&mut self.root_moves[first..]);
        best
    }

    /// What the root begins with.
    fn enter_root(&mut self, node: Node) -> Known {
        self.pv.clear(0);
        self.root_depth = node.depth;
        let hit = self.shared.table.probe(self.table_key(), 0);
        self.judge(node, self.position.is_in_check(), hit)
    }

    /// How to search a move of the root, before which so many others were searched.
    fn root_plan(&self, node: Node, known: &Known, mv: Move, before: usize) -> Plan {
        let board = self.position.board();
        let scorer = self.history.quiet_scorer(Scene {
            board,
            attacked: Legality::of(board).attacked,
            context: known.context,
        });
        let piece_move = board.piece_move(mv);
        let candidate = Candidate {
            piece_move,
            number: before as i32 + 1,
            gives_check: CheckSquares::of(board).is_given_by(board, piece_move),
            quiet_history: mv.is_quiet().then(|| scorer.score(piece_move)),
        };
        Plan {
            depth: node.depth - 1,
            reduction: self.reduction(node, known, candidate),
            first: before == 0,
        }
    }
}

/// The moves to consider at the root, those first that look best.
pub(super) fn root_moves(job: &Job) -> Vec<RootMove> {
    let mut position = job.position.clone();
    let board = job.position.board();
    let mut moves: Vec<RootMove> = board
        .legal_moves()
        .into_iter()
        .filter(|&mv| job.considers(mv))
        .map(|mv| first_guess(&mut position, mv))
        .collect();
    moves.sort_by_key(|root| -root.score);
    moves
}

/// A move with what looking one move ahead gives; the rules of the game's history, which a
/// board knows nothing of, go before that.
fn first_guess(position: &mut Position, mv: Move) -> RootMove {
    let mut root = RootMove::new(position.board(), mv);
    position.make_move(mv);
    if position.is_draw() {
        root.score = DRAW;
    }
    position.unmake_move();
    root
}
