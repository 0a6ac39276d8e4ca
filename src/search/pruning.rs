//! What need not be searched: positions that are decided by far, and moves that cannot
//! change anything.
//!
//! None of it is certain, and every rule here has lost some game; together they let the
//! search look about twice as far ahead. All margins are in [`super::params`].
//! See <https://www.chessprogramming.org/Pruning>.

use super::job::{Job, Stopped};
use super::move_picker::MovePicker;
use super::node::{Candidate, Known, Node};
use super::params::*;
use super::reductions::PLY;
use super::see::{self, wins_at_least};
use super::worker::Worker;
use crate::chess::{Bitboard, Move, PieceMove, PieceType};
use crate::score::{EVALUATION_BOUND, MATE_BOUND, Score, is_mate};

impl Worker {
    /// The score of a position outside the principal variation, and not in check, that is so
    /// far from the window that its moves need not all be looked at.
    pub(super) fn prune_node(
        &mut self,
        job: &Job,
        node: Node,
        known: &Known,
    ) -> Result<Option<Score>, Stopped> {
        if let Some(score) = self.razoring(job, node, known)? {
            return Ok(Some(score));
        }
        if let Some(score) = reverse_futility(node, known) {
            return Ok(Some(score));
        }
        if let Some(score) = self.null_move(job, node, known)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.prob_cut(job, node, known)? {
            return Ok(Some(score));
        }
        Ok(None)
    }

    /// Razoring: so far below alpha that only captures could help, and if they do not,
    /// nothing will. See <https://www.chessprogramming.org/Razoring>.
    fn razoring(&mut self, job: &Job, node: Node, known: &Known) -> Result<Option<Score>, Stopped> {
        let margin = razoring_base() + razoring_factor() * node.depth * node.depth;
        if node.depth > razoring_depth() || known.estimate + margin >= node.alpha {
            return Ok(None);
        }
        let score = self.quiescence(job, node.with_null_window(node.alpha, 0))?;
        Ok((score <= node.alpha && !is_mate(score)).then_some(score))
    }

    /// Null move: if the opponent may move twice and we are still above beta, the position
    /// is too good. Not where we have nothing but pawns: there, having to move may be what
    /// loses (zugzwang), and deep results are verified by a search without null moves for
    /// the same reason. See <https://www.chessprogramming.org/Null_Move_Pruning>.
    fn null_move(
        &mut self,
        job: &Job,
        node: Node,
        known: &Known,
    ) -> Result<Option<Score>, Stopped> {
        let after_null = node.ply > 0 && self.stack[node.ply - 1].moved.is_none();
        if node.depth < null_move_depth()
            || after_null
            || node.ply < self.verified_until
            || known.estimate < node.beta
            || known.evaluation + null_move_depth_margin() * node.depth
                < node.beta + null_move_margin()
            || node.beta <= -MATE_BOUND
            || !self.has_pieces()
        {
            return Ok(None);
        }
        let surplus = (known.estimate - node.beta) / null_move_eval_divisor();
        let reduction = null_move_base()
            + node.depth / null_move_depth_divisor()
            + surplus.min(null_move_eval_most());
        let depth = node.depth - reduction;
        self.make_null_move(node.ply);
        let child = node.child(depth, node.beta - 1, node.beta, !node.cut);
        let score = self.negamax(job, child).map(|score| -score);
        self.unmake_move();
        let score = score?;
        if score < node.beta {
            return Ok(None);
        }
        // A mate that begins with passing is none.
        let score = if is_mate(score) { node.beta } else { score };
        if node.depth < null_move_verification_depth() || self.verified_until > 0 {
            return Ok(Some(score));
        }
        self.verified_until = node.ply + (3 * depth.max(0) / 4) as usize + 1;
        let verified = self.negamax(job, node.with_null_window(node.beta - 1, depth));
        self.verified_until = 0;
        Ok((verified? >= node.beta).then_some(score))
    }

    /// Whether the side to move has more than its king and pawns.
    fn has_pieces(&self) -> bool {
        let board = self.position.board();
        let us = board.side_to_move();
        let others = board.of(us, PieceType::Pawn) | board.of(us, PieceType::King);
        board.of_color(us) != others
    }

    /// ProbCut: a capture whose shallow search is far above beta would be above beta in a
    /// deep one, too. See <https://www.chessprogramming.org/ProbCut>.
    fn prob_cut(&mut self, job: &Job, node: Node, known: &Known) -> Result<Option<Score>, Stopped> {
        let beta = node.beta + prob_cut_margin();
        let doubted = known
            .hit
            .is_some_and(|hit| hit.depth >= node.depth - 3 && hit.score < beta);
        if node.depth < prob_cut_depth() || is_mate(node.beta) || doubted {
            return Ok(None);
        }
        let depth = node.depth - prob_cut_reduction();
        let threshold = beta - known.evaluation;
        let mut picker = MovePicker::captures(
            &self.moves,
            self.position.board(),
            known.table_move,
            threshold,
        );
        let mut found = Ok(None);
        while let Some(mv) = self.next_move(&mut picker, known) {
            self.announce(mv);
            self.make_move(node.ply, mv);
            let score = self.search_refutation(job, node, depth, beta);
            self.unmake_move();
            match score {
                Ok(score) if score < beta => {}
                Ok(score) => {
                    self.remember_refutation(node, known, mv.mv, score, depth + 1);
                    found = Ok(Some(score));
                    break;
                }
                Err(stopped) => {
                    found = Err(stopped);
                    break;
                }
            }
        }
        picker.finish(&mut self.moves);
        found
    }

    /// The score behind a capture that has been made, if quiescence finds it above `beta`
    /// and the search to `depth`, then, does as well.
    fn search_refutation(
        &mut self,
        job: &Job,
        node: Node,
        depth: i32,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let child = node.child(0, beta - 1, beta, !node.cut);
        let mut score = -self.quiescence(job, child)?;
        if score >= beta && depth > 0 {
            score = -self.negamax(job, Node { depth, ..child })?;
        }
        Ok(score)
    }

    /// Whether all quiet moves from this number on can be left unsearched, but for checks:
    /// too little is to be expected of them, at too small a depth.
    pub(super) fn prunes_quiets(
        &self,
        node: Node,
        known: &Known,
        number: i32,
        alpha: Score,
    ) -> bool {
        // Late moves: enough of them have failed to expect anything of the others.
        let enough = late_move_base() + node.depth * node.depth * late_move_factor() / 100;
        if number > enough / (2 - i32::from(known.improving)) {
            return true;
        }
        // Futility: no quiet move gains as much as is missing.
        !known.in_check
            && self.first_depth(node, number) < futility_depth()
            && self.futility_value(node, known, number) <= alpha
    }

    /// Futility: the most that quiet moves from this number on are expected to reach, in
    /// centipawns; below every score in check, where there is no evaluation.
    pub(super) fn futility_value(&self, node: Node, known: &Known, number: i32) -> Score {
        let depth = self.first_depth(node, number);
        let value = known.evaluation + futility_base() + futility_factor() * depth;
        value.min(EVALUATION_BOUND)
    }

    /// The depth at which a move is searched at first.
    fn first_depth(&self, node: Node, number: i32) -> i32 {
        let reduction = self.reductions.base(node.depth, number) / PLY;
        (node.depth - reduction).max(0)
    }

    /// Whether a move can be left unsearched: it has failed everywhere else, or loses
    /// material.
    pub(super) fn prunes_move(&self, node: Node, candidate: Candidate, attacked: Bitboard) -> bool {
        let Candidate {
            piece_move: PieceMove { mv, .. },
            number,
            gives_check,
            quiet_history,
        } = candidate;
        let Some(history) = quiet_history.filter(|_| !gives_check) else {
            return !self.exchange_holds(mv, -see_capture_factor() * node.depth, attacked);
        };
        let depth = self.first_depth(node, number);
        if depth < history_pruning_depth() && history < -history_pruning_factor() * node.depth {
            return true;
        }
        !self.exchange_holds(mv, -see_quiet_factor() * depth * depth, attacked)
    }

    /// Whether the piece moved loses no more than this (the threshold is negative), where the
    /// enemy attacks these squares.
    fn exchange_holds(&self, mv: Move, threshold: Score, attacked: Bitboard) -> bool {
        // Who is not seen where it goes, nor by a slider where it comes from, is not captured.
        if mv.is_quiet() && !attacked.contains(mv.from()) && !attacked.contains(mv.to()) {
            return true;
        }
        wins_at_least(self.position.board(), mv, threshold, &see::values())
    }
}

/// Reverse futility: so far above beta that no single move of the opponent is expected to
/// change it. See <https://www.chessprogramming.org/Reverse_Futility_Pruning>.
fn reverse_futility(node: Node, known: &Known) -> Option<Score> {
    let margin = reverse_futility_factor() * (node.depth - i32::from(known.improving)).max(0);
    let far_above = node.depth <= reverse_futility_depth()
        && known.estimate - margin >= node.beta
        && !is_mate(node.beta)
        && !is_mate(known.estimate);
    far_above.then_some((known.estimate + node.beta) / 2)
}
