//! The search of one position to a given depth: alpha-beta in its negamax form, with a null
//! window for all moves but the first (principal variation search).
//!
//! See <https://www.chessprogramming.org/Negamax> and
//! <https://www.chessprogramming.org/Principal_Variation_Search>.

use arrayvec::ArrayVec;

use super::history::PieceTo;
use super::move_picker::MovePicker;
use super::tt::{Hit, NO_EVALUATION};
use super::{Job, Searched, Stopped, Worker};
use crate::chess::Move;
use crate::eval::evaluate;
use crate::score::{Bound, DRAW, INFINITY, MAX_PLY, Score, mated_in};

/// From this half-move clock on, scores in the table are not trusted.
const UNTRUSTED_CLOCK: u16 = 90;

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
}

impl Node {
    /// Whether the window is open: only here can the line become the principal variation.
    pub const fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same moment from the opponent's side, one move on.
    pub const fn child(&self, depth: i32, alpha: Score, beta: Score) -> Self {
        Self {
            depth,
            ply: self.ply + 1,
            alpha: -beta,
            beta: -alpha,
        }
    }
}

/// The moves of a node that were searched and did not refute it. What comes after the
/// first few says little.
#[derive(Debug, Default)]
struct Tried {
    quiets: ArrayVec<Move, 32>,
    captures: ArrayVec<Move, 32>,
}

impl Tried {
    fn push(&mut self, mv: Move) {
        let list = if mv.is_quiet() {
            &mut self.quiets
        } else {
            &mut self.captures
        };
        // A full list takes no more.
        let _ = list.try_push(mv);
    }
}

/// The best of the moves searched so far at a node.
#[derive(Clone, Copy, Debug)]
struct Best {
    score: Score,
    mv: Option<Move>,
}

impl Worker {
    /// The score of the present position, exact if it is within the node's window, and a
    /// bound on it otherwise.
    pub(super) fn negamax(&mut self, job: &Job, mut node: Node) -> Searched {
        // Step 1: a check is answered before judging: one deeper.
        let in_check = self.position.is_in_check();
        if in_check {
            node.depth += 1;
        }
        // Step 2: out of depth.
        if node.depth <= 0 {
            return self.quiescence(job, node);
        }
        // Step 3: count the node, and stop where a limit says so.
        self.enter(job, node.ply)?;
        // Step 4: draws, and the end of the stack.
        if let Some(score) = self.leaf_score(node.ply) {
            return Ok(score);
        }
        // Step 5: has the table settled it?
        let key = self.table_key();
        let hit = self.shared.table.probe(key, node.ply);
        if let Some(hit) = hit.filter(|hit| hit.settles(node.depth, node.alpha, node.beta))
            && self.may_trust_table(node)
        {
            return Ok(hit.score);
        }
        let evaluation = match hit {
            _ if in_check => NO_EVALUATION,
            Some(hit) if hit.evaluation != NO_EVALUATION => hit.evaluation,
            _ => self.evaluate(),
        };
        let pv = node.is_pv() || hit.is_some_and(|hit| hit.pv);
        // Step 6: the moves.
        let best = self.search_moves(job, node, hit.and_then(|hit| hit.mv))?;
        // Step 7: checkmate and stalemate.
        let Some(best) = best else {
            return Ok(if in_check { mated_in(node.ply) } else { DRAW });
        };
        // Step 8: remember.
        let bound = match best.score {
            score if score >= node.beta => Bound::Lower,
            score if score > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let hit = Hit {
            mv: best.mv,
            score: best.score,
            evaluation,
            depth: node.depth,
            bound: Some(bound),
            pv,
        };
        self.shared.table.store(key, node.ply, &hit);
        Ok(best.score)
    }

    /// Whether a score from the table may stand for a search: not where it would cut a
    /// principal variation short, and not where the 50-move rule is so near that a score
    /// from a few moves earlier may come too late.
    fn may_trust_table(&self, node: Node) -> bool {
        !node.is_pv() && self.position.board().halfmove_clock() < UNTRUSTED_CLOCK
    }

    /// Searches the moves until one is too good; `None` where there are none.
    fn search_moves(
        &mut self,
        job: &Job,
        node: Node,
        table_move: Option<Move>,
    ) -> Result<Option<Best>, Stopped> {
        let mut picker = MovePicker::new(&self.moves, &self.position, table_move);
        let mut tried = Tried::default();
        let mut alpha = node.alpha;
        let mut best: Option<Best> = None;
        while let Some(mv) = self.next_move(&mut picker, node.ply) {
            let score = self.search_move(job, node, mv, alpha, best.is_none())?;
            if best.is_none_or(|best| score > best.score) {
                // A move that raised nothing is no better than another.
                let mv = (score > alpha).then_some(mv);
                best = Some(Best { score, mv });
            }
            if score > alpha {
                alpha = score;
                if node.is_pv() {
                    self.pv.extend(node.ply, mv);
                }
                if score >= node.beta {
                    self.reward(node, mv, &tried);
                    break;
                }
            }
            tried.push(mv);
        }
        picker.finish(&mut self.moves);
        Ok(best)
    }

    /// Makes a move, searches the position behind it, and takes it back. All but the first
    /// move are expected to be worse, and only proved to be: if one is not, it is searched
    /// again with the whole window.
    pub(super) fn search_move(
        &mut self,
        job: &Job,
        node: Node,
        mv: Move,
        alpha: Score,
        first: bool,
    ) -> Searched {
        self.stack[node.ply].moved = Some(PieceTo::of(self.position.board(), mv));
        self.position.make_move(mv);
        let depth = node.depth - 1;
        let mut score = Ok(INFINITY);
        if !first {
            score = self
                .negamax(job, node.child(depth, alpha, alpha + 1))
                .map(|s| -s);
        }
        if first || score.is_ok_and(|score| score > alpha && score < node.beta) {
            score = self
                .negamax(job, node.child(depth, alpha, node.beta))
                .map(|s| -s);
        }
        self.position.unmake_move();
        score
    }

    /// Remembers the move that refuted a position, and those that did not.
    fn reward(&mut self, node: Node, mv: Move, tried: &Tried) {
        let context = self.context(node.ply);
        let (position, depth) = (&self.position, node.depth);
        if mv.is_quiet() {
            self.history
                .reward_quiet(position, context, mv, &tried.quiets, depth);
        }
        let capture = (!mv.is_quiet()).then_some(mv);
        self.history
            .reward_capture(position.board(), capture, &tried.captures, depth);
    }

    /// What every node begins with.
    pub(super) fn enter(&mut self, job: &Job, ply: usize) -> Result<(), Stopped> {
        self.pv.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
        self.count_node(job)
    }

    /// The score where no move need be looked at: draws, and the last ply there is room for.
    pub(super) fn leaf_score(&mut self, ply: usize) -> Option<Score> {
        if self.position.is_draw_in_search(ply) {
            return Some(DRAW);
        }
        (ply >= MAX_PLY).then(|| self.evaluate())
    }

    /// The evaluation of the present position.
    pub(super) fn evaluate(&mut self) -> Score {
        evaluate(self.position.board())
    }

    /// The key under which the table has the present position.
    pub(super) fn table_key(&self) -> u64 {
        self.position
            .keys()
            .with_clock(self.position.board().halfmove_clock())
    }
}
