//! Updates of the history tables by results of the search.

use arrayvec::ArrayVec;

use super::history::{QuietContext, cutoff_bonus, cutoff_malus};
use super::node::{Node, NodeInfo};
use super::params::*;
use super::worker::{StackEntry, Worker};
use crate::chess::{Bitboard, Legality, Move, is_legal};
use crate::eval::endgame::KNOWN_WIN;
use crate::score::Score;

/// Largest move count for which a move gets a malus after a search has refuted it.
const MAX_MOVE_COUNT_SEARCH: i32 = 1;

/// Largest move count for which a move gets a malus after a TT cutoff has refuted it.
const MAX_MOVE_COUNT_TT: i32 = 2;

/// Minimum depth of a node other than a PV node for the bonus of the previous move after a fail
/// low, in plies.
const FAIL_LOW_MIN_DEPTH: i32 = 3;

/// The moves of a node that were searched without a beta cutoff. Later moves carry little
/// information, so the lists are short.
#[derive(Debug, Default)]
pub(super) struct SearchedMoves {
    quiets: ArrayVec<Move, 32>,
    /// Captures and promotions.
    captures: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    /// Adds a move, unless its list is full.
    pub fn push(&mut self, mv: Move) {
        let list = if mv.is_quiet() {
            &mut self.quiets
        } else {
            &mut self.captures
        };
        let _ = list.try_push(mv);
    }
}

impl Worker {
    /// Updates the history and the cutoff count after `mv` caused a beta cutoff. `searched` are the
    /// moves searched before it; `attacked` are the squares that the opponent attacks if our king
    /// is taken off the board.
    pub(super) fn update_after_cutoff(
        &mut self,
        node: Node,
        info: &NodeInfo,
        attacked: Bitboard,
        searched: &SearchedMoves,
        mv: Move,
    ) {
        self.stack[node.ply].cutoff_count += 1;
        let context = QuietContext::new(&self.position, attacked, info.continuation);
        let SearchedMoves { quiets, captures } = searched;
        self.history
            .update(context, mv, quiets, captures, node.depth);
        self.update_refuted_move(node, MAX_MOVE_COUNT_SEARCH);
    }

    /// Updates the history after a TT cutoff with this score, as the search that it saves would do:
    /// if the node fails high, the TT move gets a bonus, if quiet, and the last move is refuted. If
    /// the node fails low, the TT move gets a malus.
    pub(super) fn update_history_after_tt_cutoff(
        &mut self,
        node: Node,
        tt_move: Option<Move>,
        score: Score,
    ) {
        if node.is_decided() {
            return;
        }
        let fails_high = score >= node.beta;
        if fails_high {
            self.update_refuted_move(node, MAX_MOVE_COUNT_TT);
        }
        let Some(mv) = tt_move.filter(|mv| mv.is_quiet()) else {
            return;
        };
        let board = self.position.board();
        let legality = Legality::of(board);
        if !is_legal(board, &legality, mv) {
            return;
        }
        let continuation = self.continuation(node.ply);
        let context = QuietContext::new(&self.position, legality.attacked, continuation);
        let after_search = if fails_high {
            cutoff_bonus(node.depth)
        } else {
            -cutoff_malus(node.depth)
        };
        let after_tt_cutoff = after_search * tt_cutoff_history_percent() / 100;
        self.history.add_quiet(context, mv, after_tt_cutoff);
    }

    /// Updates the history of the quiet move that led to the node, after all moves failed low. So
    /// the previous move was good, and gets a bonus, but not at nodes of low depth other than PV
    /// nodes, because most of their moves are pruned.
    pub(super) fn update_history_after_fail_low(&mut self, node: Node) {
        if node.depth >= FAIL_LOW_MIN_DEPTH || node.is_pv() {
            let bonus = cutoff_bonus(node.depth) * fail_low_bonus_percent() / 100;
            self.update_previous_move(node, bonus);
        }
    }

    /// Gives a malus to the quiet move that led to the node, because it is refuted, if it was among
    /// the first `max_count` moves. Without it, a move that is searched early keeps its place until
    /// another move causes a cutoff.
    fn update_refuted_move(&mut self, node: Node, max_count: i32) {
        let last = self.last_move(node);
        if last.is_some_and(|last| last.move_count <= max_count) {
            let malus = cutoff_malus(node.depth + 1) * refuted_move_malus_percent() / 100;
            self.update_previous_move(node, -malus);
        }
    }

    /// Adds a bonus, or a malus if negative, to the continuation history of the quiet move that led
    /// to the node, unless the game is decided or the node is the root.
    fn update_previous_move(&mut self, node: Node, bonus: i32) {
        if node.is_decided() {
            return;
        }
        if let Some(StackEntry {
            current_move: Some(piece_to),
            quiet_entry: Some(_),
            ..
        }) = self.last_move(node)
        {
            let continuation = self.continuation(node.ply - 1);
            self.history.add_continuation(continuation, piece_to, bonus);
        }
    }

    /// Returns the data of the move that led to the node; `None` at the root.
    fn last_move(&self, node: Node) -> Option<StackEntry> {
        node.ply.checked_sub(1).map(|ply| self.stack[ply])
    }

    /// Updates the continuation history of a quiet move that raised alpha in its reduced search: a
    /// bonus if the search at full `depth` confirms this, otherwise a malus.
    pub(super) fn update_history_after_re_search(
        &mut self,
        node: Node,
        confirmed: bool,
        depth: i32,
    ) {
        let Some(piece_to) = self.stack[node.ply].current_move else {
            return;
        };
        let bonus = if confirmed {
            cutoff_bonus(depth)
        } else {
            -cutoff_malus(depth)
        };
        let continuation = self.continuation(node.ply);
        self.history.add_continuation(continuation, piece_to, bonus);
    }

    /// Updates the history of the quiet move that led to the node: a bonus if the static evaluation
    /// has risen for the side that moved, a malus if it has fallen. So a move has a score before it
    /// has caused a cutoff.
    pub(super) fn update_history_by_evaluation(&mut self, node: Node, info: &NodeInfo) {
        let stack = &self.stack;
        // The evaluation of a known win rewards progress to the mate, which says little about the
        // moves of either side.
        let is_known_win = info.static_eval.abs() >= KNOWN_WIN;
        if info.in_check || is_known_win || stack[node.ply].excluded_move.is_some() {
            return;
        }
        if let Some(before) = self.opponent_eval(node.ply)
            && let Some(entry) = stack[node.ply - 1].quiet_entry
        {
            // The two evaluations are from opposite views.
            let gain = eval_history_offset() - (before + info.static_eval);
            let max = eval_history_max();
            let bonus = (gain * eval_history_weight()).clamp(-max, max);
            self.history.add_quiet_entry(entry, bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Board, MoveKind, Position, Square};
    use crate::search::history::QuietEntry;

    /// A move of the start position, and a reply.
    const MOVE: Move = Move::new(Square::E2, Square::E4, MoveKind::DoublePawnPush);
    const REPLY: Move = Move::new(Square::E7, Square::E5, MoveKind::DoublePawnPush);

    /// Returns a worker at the position after [`MOVE`] and [`REPLY`], at ply 2. The moves had this
    /// number in the order of the search.
    fn worker_after_moves(move_count: i32) -> Worker {
        let mut worker = Worker::for_test();
        for (ply, mv) in [MOVE, REPLY].into_iter().enumerate() {
            let board = worker.position.board();
            let entry = QuietEntry::new(board, Legality::of(board).attacked, mv);
            worker.make_move(ply, board.piece_move(mv));
            worker.stack[ply].quiet_entry = Some(entry);
            worker.stack[ply].move_count = move_count;
        }
        worker
    }

    /// Returns a cut node at ply 2 with this depth and beta.
    fn cut_node(depth: i32, beta: Score) -> Node {
        let root = Node::root(depth, beta - 1, beta);
        Node { ply: 2, ..root }
    }

    /// Returns the history score of `mv` in the position after these moves from the start position.
    fn quiet_score(worker: &Worker, moves: &[Move], mv: Move) -> i32 {
        let mut position = Position::new(Board::default());
        for &made in moves {
            position.make_move(made);
        }
        let board = position.board();
        let attacked = Legality::of(board).attacked;
        let continuation = worker.continuation(moves.len());
        let context = QuietContext::new(&position, attacked, continuation);
        let scorer = worker.history.quiet_scorer(context);
        scorer.score(board.piece_move(mv))
    }

    #[test]
    fn the_move_before_a_fail_low_gains_history() {
        for (depth, beta, gains) in [(5, 30, true), (2, 30, false), (5, 900, false)] {
            let mut worker = worker_after_moves(4);
            worker.update_history_after_fail_low(cut_node(depth, beta));
            let score = quiet_score(&worker, &[MOVE], REPLY);
            assert_eq!(score > 0, gains, "depth {depth}, beta {beta}: {score}");
        }
        // A capture has no such history.
        let mut worker = worker_after_moves(4);
        worker.stack[1].quiet_entry = None;
        worker.update_history_after_fail_low(cut_node(5, 30));
        assert_eq!(quiet_score(&worker, &[MOVE], REPLY), 0);
    }

    #[test]
    fn an_early_move_that_is_refuted_loses_history() {
        let node = cut_node(5, 30);
        let loses = |move_count, update: fn(&mut Worker, Node)| {
            let mut worker = worker_after_moves(move_count);
            update(&mut worker, node);
            quiet_score(&worker, &[MOVE], REPLY) < 0
        };
        let by_search = |worker: &mut Worker, refuted| {
            worker.update_refuted_move(refuted, MAX_MOVE_COUNT_SEARCH);
        };
        let by_tt = |worker: &mut Worker, refuted: Node| {
            worker.update_history_after_tt_cutoff(refuted, None, refuted.beta);
        };
        assert_eq!(
            [1, 2, 3].map(|count| loses(count, by_search)),
            [true, false, false]
        );
        assert_eq!(
            [1, 2, 3].map(|count| loses(count, by_tt)),
            [true, true, false]
        );
    }

    #[test]
    fn a_tt_cutoff_changes_the_history_of_a_legal_quiet_tt_move() {
        let quiet = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        let after = |mv: Option<Move>, score: Score, beta: Score| {
            let mut worker = worker_after_moves(4);
            worker.update_history_after_tt_cutoff(cut_node(5, beta), mv, score);
            quiet_score(&worker, &[MOVE, REPLY], quiet)
        };
        assert!(after(Some(quiet), 30, 30) > 0);
        assert!(after(Some(quiet), 29, 30) < 0);
        assert_eq!(after(Some(quiet), 900, 900), 0, "the game is decided");
        assert_eq!(after(Some(MOVE), 30, 30), 0, "not legal any more");
        assert_eq!(after(None, 30, 30), 0);
    }
}
