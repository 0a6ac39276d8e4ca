//! Quiescence search: captures and promotions only, until the position is quiet enough for the
//! static evaluation.
//!
//! The side to move may also *stand pat*, that is, take the static evaluation as its score, since
//! it need not capture. In check it may not. Then all evasions are searched until one does not
//! lose by force. After that one, only captures and promotions are searched.
//! See <https://www.chessprogramming.org/Quiescence_Search>.

use super::move_picker::MovePicker;
use super::node::{Best, Node, NodeInfo};
use super::params::{quiescence_futility_margin, quiescence_moves, quiescence_see_threshold};
use super::request::{SearchRequest, Searched};
use super::see::{self, wins_at_least};
use super::worker::Worker;
use crate::chess::{Legality, Move};
use crate::score::{Bound, EVALUATION_BOUND, INFINITY, Score, mated_in};

/// Maximum distance of the quiescence search from the root in the first iteration, in plies. That
/// iteration completes under any clock, so it must be short even in positions with many promotions
/// and evasions: with nine pawns about to promote, it would take hundreds of thousands of nodes.
const FIRST_ITERATION_PLIES: usize = 8;

/// The depth, in plies, for which a score above beta is averaged with beta (see
/// [`Best::softened_fail_high`]). At 1, both have the same weight.
const SOFTENED_DEPTH: i32 = 1;

impl Worker {
    /// Searches the current position by quiescence search.
    pub(super) fn quiescence(&mut self, request: &SearchRequest, node: Node) -> Searched<Score> {
        // The depth may be negative.
        let mut node = Node { depth: 0, ..node };
        // Step 1. Node count and limits
        self.enter_node(request, node.ply)?;
        // Step 2. Draws and maximum ply
        if let Some(score) = self.leaf_score(node.ply) {
            return Ok(score);
        }
        if self.completed_depth == 0 && node.ply >= FIRST_ITERATION_PLIES {
            return Ok(self.evaluate());
        }
        // Step 3. Upcoming repetition: the side to move can force at least a draw
        self.limit_by_upcoming_repetition(&mut node);
        if node.alpha >= node.beta {
            return Ok(node.alpha);
        }
        // Step 4. Transposition table cutoff
        let key = self.tt_key();
        let tt_entry = self.shared.tt.probe(key, node.ply);
        if let Some(score) = self.tt_cutoff(node, tt_entry) {
            return Ok(score);
        }
        // Step 5. Static evaluation
        let info = self.evaluate_node(node, self.position.is_in_check(), tt_entry);
        // Step 6. Stand pat and captures
        let best = self.search_captures(request, node, &info)?;
        let best = best.softened_fail_high(node.beta, SOFTENED_DEPTH);
        // Step 7. Store the result
        let bound = if best.score >= node.beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        self.store(node, key, &info, best, bound);
        Ok(best.score)
    }

    /// Returns the best of standing pat and the captures; in check, the best of the evasions.
    fn search_captures(
        &mut self,
        request: &SearchRequest,
        node: Node,
        info: &NodeInfo,
    ) -> Searched<Best> {
        let stand_pat = (!info.in_check).then_some(info.estimate);
        let mut best = Best {
            score: stand_pat.unwrap_or(-INFINITY),
            mv: None,
        };
        if best.score >= node.beta {
            return Ok(best);
        }
        let mut alpha = node.alpha.max(best.score);
        let mut searched = 0;
        let (moves, board) = (&self.moves, self.position.board());
        let legality = Legality::of(board);
        let threshold = quiescence_see_threshold();
        let mut picker = if info.in_check {
            MovePicker::new(moves, board, legality, info.tt_move)
        } else {
            MovePicker::captures(moves, board, legality, info.tt_move, threshold)
        };
        while let Some(piece_move) = self.next_move(&mut picker, info) {
            let mv = piece_move.mv;
            if best.score > -EVALUATION_BOUND {
                // A move that does not lose by force is known, so quiet evasions are skipped.
                picker.skip_quiets();
                // Late-move pruning: the most promising captures come first.
                if !info.in_check && searched >= quiescence_moves() {
                    break;
                }
                if let Some(score) = self.futility_pruning(info, mv, alpha) {
                    best.score = best.score.max(score);
                    continue;
                }
            }
            searched += 1;
            self.make_move(node.ply, piece_move);
            let child_score = self.quiescence(request, node.child(0, alpha, node.beta, false));
            self.position.unmake_move();
            let score = -child_score?;
            if score > best.score {
                best.score = score;
            }
            if score > alpha {
                alpha = score;
                best.mv = Some(mv);
                if node.is_pv() {
                    self.pv.extend(node.ply, mv);
                }
                if score >= node.beta {
                    break;
                }
            }
        }
        picker.finish(&mut self.moves);
        // In check without a legal evasion: checkmate.
        if best.score == -INFINITY {
            best.score = mated_in(node.ply);
        }
        Ok(best)
    }

    /// Futility pruning: if the evaluation plus a margin is not above alpha and the capture wins
    /// no material, returns that sum as an upper bound on the score.
    fn futility_pruning(&self, info: &NodeInfo, mv: Move, alpha: Score) -> Option<Score> {
        let bound = (info.static_eval + quiescence_futility_margin()).min(EVALUATION_BOUND);
        let futile = !info.in_check
            && bound <= alpha
            && !wins_at_least(self.position.board(), mv, 1, &see::values());
        futile.then_some(bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Move, MoveKind, Position, Square};
    use crate::score::DRAW;
    use crate::search::limits::Limits;

    #[test]
    fn a_repetition_saves_a_side_that_has_lost_its_queen() {
        use Square::{B8, C6, F3, G1};
        let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let position = Position::new(fen.parse().expect("legal"));
        let request = SearchRequest::new(position, Limits::default());
        let score = |moves: &[[Square; 2]]| {
            let mut worker = Worker::for_test();
            worker.position.clone_from(&request.position);
            for (ply, &[from, to]) in moves.iter().enumerate() {
                let mv = Move::new(from, to, MoveKind::Quiet);
                let piece_move = worker.position.board().piece_move(mv);
                worker.make_move(ply, piece_move);
            }
            let root = Node::root(0, -1, 0);
            let node = Node {
                ply: moves.len(),
                ..root
            };
            worker.quiescence(&request, node).expect("no limit")
        };
        assert!(score(&[[G1, F3], [B8, C6], [F3, G1]]) == DRAW);
        assert!(score(&[[G1, F3]]) < -300);
    }
}
