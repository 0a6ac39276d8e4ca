//! The search of one position to a given depth: alpha-beta in its negamax form, with a null
//! window for all moves but the first (principal variation search).
//!
//! `Worker::negamax` tells its steps in order; what prunes whole positions and single moves
//! is in `pruning`, what makes a move's search longer or shorter in
//! `extensions`.
//! See <https://www.chessprogramming.org/Negamax> and
//! <https://www.chessprogramming.org/Principal_Variation_Search>.

use arrayvec::ArrayVec;

use super::extensions::Extension;
use super::history::{History, Scene};
use super::job::{Job, Stopped};
use super::move_picker::MovePicker;
use super::node::{Best, Candidate, Known, Node, Plan};
use super::params::{iir_depth, research_deeper_margin, research_shallower_margin};
use super::tt::{Hit, table_key};
use super::worker::Worker;
use crate::chess::{CheckSquares, Move, PieceMove};
use crate::score::{Bound, DRAW, EVALUATION_BOUND, INFINITY, MAX_PLY, Score, mated_in};

/// From this half-move clock on, scores in the table are not trusted.
const UNTRUSTED_CLOCK: u16 = 90;

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

    /// Remembers that `mv` refuted the position after a search of this depth, and that these
    /// did not.
    fn reward(&self, history: &mut History, scene: Scene, mv: Move, depth: i32) {
        if mv.is_quiet() {
            history.reward_quiet(scene, mv, &self.quiets, depth);
        }
        let capture = (!mv.is_quiet()).then_some(mv);
        history.reward_capture(scene.board, capture, &self.captures, depth);
    }
}

impl Worker {
    /// The score of the present position, exact if it is within the node's window, and a
    /// bound on it otherwise.
    pub(super) fn negamax(&mut self, job: &Job, mut node: Node) -> Result<Score, Stopped> {
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
        // Step 5: whoever can repeat a position has at least a draw.
        if node.alpha < DRAW && self.position.has_upcoming_repetition(node.ply) {
            node.alpha = DRAW;
        }
        // Step 6: no line is better than a mate already found nearer the root.
        node.narrow_by_mate_distance();
        if node.alpha >= node.beta {
            return Ok(node.alpha);
        }
        // Step 7: has the table settled it?
        let excluded = self.stack[node.ply].excluded;
        let key = self.table_key();
        let hit = self.shared.table.probe(key, node.ply);
        if excluded.is_none() {
            if let Some(score) = self.table_cutoff(node, hit) {
                return Ok(score);
            }
            // Step 8: do the endgame tables know it?
            if let Some(score) = self.probe_tables(node, key) {
                return Ok(score);
            }
        }
        // Step 9: judge the position as it stands.
        let known = self.judge(node, in_check, hit);
        // Step 10: does a position so good or so bad need a search?
        if !node.is_pv()
            && !in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(job, node, &known)?
        {
            return Ok(score);
        }
        // Step 11: without a move to begin with, a deep search is not worth its time yet.
        if node.depth >= iir_depth() && known.table_move.is_none() && (node.is_pv() || node.cut) {
            node.depth -= 1;
        }
        // Step 12: the moves.
        let best = self.search_moves(job, node, &known)?;
        // Step 13: checkmate and stalemate.
        let Some(best) = best else {
            return Ok(match excluded {
                Some(_) => node.alpha,
                None if in_check => mated_in(node.ply),
                None => DRAW,
            });
        };
        // Step 14: remember; but what several moves at a lesser depth have proved, which is
        // above beta without a move, is no proof at this depth.
        if excluded.is_none() && (best.mv.is_some() || best.score < node.beta) {
            self.remember(node, key, &known, best);
        }
        Ok(best.score)
    }

    /// The score that the table has, if it is a proof at this depth and in this window: not
    /// where it would cut a principal variation short, and not where the 50-move rule is so
    /// near that a score from a few moves earlier may come too late.
    pub(super) fn table_cutoff(&self, node: Node, hit: Option<Hit>) -> Option<Score> {
        let hit = hit.filter(|hit| hit.settles(node.depth, node.alpha, node.beta))?;
        let trusted = !node.is_pv() && self.position.board().halfmove_clock() < UNTRUSTED_CLOCK;
        trusted.then_some(hit.score)
    }

    /// Searches the moves until one is too good; `None` where there are none.
    fn search_moves(
        &mut self,
        job: &Job,
        node: Node,
        known: &Known,
    ) -> Result<Option<Best>, Stopped> {
        let excluded = self.stack[node.ply].excluded;
        let mut picker = MovePicker::new(&self.moves, self.position.board(), known.table_move);
        let mut tried = Tried::default();
        let mut alpha = node.alpha;
        let mut best: Option<Best> = None;
        let mut not_counted = 0;
        let checks = CheckSquares::of(self.position.board());
        loop {
            // A move that is not lost is at hand: then others may be left unsearched.
            let prunes = best.is_some_and(|best| best.score > -EVALUATION_BOUND);
            let number = picker.number() + 1 - not_counted;
            if prunes && picker.wants_quiets() && self.prunes_quiets(node, known, number, alpha) {
                picker.only_checks(checks);
                // The node's score is no lower than what the pruned moves may reach.
                let expected = self.futility_value(node, known, number);
                best = best.map(|best| best.raised_to(expected, alpha));
            }
            let Some(piece_move) = self.next_move(&mut picker, known) else {
                break;
            };
            let mv = piece_move.mv;
            if Some(mv) == excluded {
                not_counted = 1;
                continue;
            }
            let number = picker.number() - not_counted;
            let candidate = Candidate {
                piece_move,
                number,
                gives_check: checks.is_given_by(self.position.board(), piece_move),
                quiet_history: picker.quiet_history(mv),
            };
            if prunes && self.prunes_move(node, candidate, picker.attacked()) {
                continue;
            }
            self.announce(piece_move);
            let extension = match self.extension(job, node, known, mv)? {
                Extension::Plies(plies) => plies,
                Extension::Cutoff(score) => {
                    best = Some(Best { score, mv: None });
                    break;
                }
            };
            let plan = Plan {
                depth: node.depth - 1 + extension,
                reduction: self.reduction(node, known, candidate),
                first: number == 1,
            };
            let score = self.search_move(job, node, piece_move, alpha, plan)?;
            if best.is_none_or(|best| score > best.score) {
                let mv = (score > alpha).then_some(mv);
                best = Some(Best { score, mv });
            }
            if score > alpha {
                alpha = score;
                if node.is_pv() {
                    self.pv.extend(node.ply, mv);
                }
                if score >= node.beta {
                    self.reward_refutation(node, known, &picker, &tried, mv);
                    break;
                }
            }
            tried.push(mv);
        }
        picker.finish(&mut self.moves);
        Ok(best)
    }

    /// Enters in the history that `mv` refuted the node, and that the moves before did not.
    fn reward_refutation(
        &mut self,
        node: Node,
        known: &Known,
        picker: &MovePicker,
        tried: &Tried,
        mv: Move,
    ) {
        self.stack[node.ply].refuted += 1;
        let scene = picker.scene(self.position.board(), known.context);
        tried.reward(&mut self.history, scene, mv, node.depth);
    }

    /// Makes a move, searches the position behind it, and takes it back. All but the first
    /// move are expected to be worse, and only proved to be: if one is not, it is searched
    /// again with the whole window.
    pub(super) fn search_move(
        &mut self,
        job: &Job,
        node: Node,
        mv: PieceMove,
        alpha: Score,
        plan: Plan,
    ) -> Result<Score, Stopped> {
        self.make_move(node.ply, mv);
        let score = self.search_child(job, node, alpha, plan);
        self.unmake_move();
        score
    }

    /// The score of the position behind a move that has been made.
    fn search_child(
        &mut self,
        job: &Job,
        node: Node,
        alpha: Score,
        plan: Plan,
    ) -> Result<Score, Stopped> {
        let Plan {
            mut depth,
            reduction,
            first,
        } = plan;
        let mut score = INFINITY;
        if !first {
            let reduced = (depth - reduction).clamp(1.min(depth), depth);
            let cut = reduced < depth || !node.cut;
            score = -self.negamax(job, node.child(reduced, alpha, alpha + 1, cut))?;
            if score > alpha && reduced < depth {
                // Better than expected: at full depth, and one more or less by how much.
                depth += i32::from(score > alpha + research_deeper_margin());
                depth -= i32::from(score < alpha + research_shallower_margin());
                if depth > reduced {
                    score = -self.negamax(job, node.child(depth, alpha, alpha + 1, !node.cut))?;
                }
            }
        }
        if first || (score > alpha && node.is_pv()) {
            score = -self.negamax(job, node.child(depth, alpha, node.beta, false))?;
        }
        Ok(score)
    }

    /// Enters the result of a node in the table, and what it says of the evaluation in the
    /// corrections.
    fn remember(&mut self, node: Node, key: u64, known: &Known, best: Best) {
        let bound = match best.score {
            score if score >= node.beta => Bound::Lower,
            score if score > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.learn(node, known, best, bound);
        let hit = Hit {
            mv: best.mv,
            score: best.score,
            evaluation: known.raw_evaluation,
            depth: node.depth,
            bound: Some(bound),
            pv: known.pv,
        };
        self.shared.table.store(key, node.ply, &hit);
    }

    /// Enters in the table that `mv` refutes a node with this score.
    pub(super) fn remember_refutation(
        &self,
        node: Node,
        known: &Known,
        mv: Move,
        score: Score,
        depth: i32,
    ) {
        let hit = Hit {
            mv: Some(mv),
            score,
            evaluation: known.raw_evaluation,
            depth,
            bound: Some(Bound::Lower),
            pv: known.pv,
        };
        self.shared.table.store(self.table_key(), node.ply, &hit);
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

    /// The key under which the table has the present position.
    pub(super) fn table_key(&self) -> u64 {
        table_key(&self.position)
    }
}
