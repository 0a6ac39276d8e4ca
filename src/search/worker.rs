//! A worker: the state of one search thread, kept between searches.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::correction::Corrections;
use super::history::{ContinuationContext, History, PieceTo, QuietEntry};
use super::move_picker::{MovePicker, MoveStack};
use super::node::NodeInfo;
use super::params::{NODES_PER_CHECK, PLY};
use super::pv::PvTable;
use super::request::{SearchRequest, Searched, Stopped};
use super::root_moves::RootMove;
use super::shared::Shared;
use super::time::IterationStats;
use super::tt::tt_key;
use crate::chess::{Key, Move, PieceMove, Position};
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::score::{MAX_PLY, Score};
use crate::syzygy::{Probing, Tablebases};

/// More than a worker takes without its stack, in bytes. Most of it is for [`super::history`] and
/// [`super::correction`].
pub(super) const WORKER_BYTES: usize = 7 << 20;

/// The state of one search thread, kept between searches.
pub struct Worker {
    /// The number of the thread; 0 is the main thread.
    pub(super) id: usize,
    pub(super) shared: Arc<Shared>,
    pub(super) evaluator: Evaluator,
    pub(super) history: History,
    pub(super) corrections: Corrections,
    pub(super) moves: MoveStack,
    /// ln(n) for n from 0 (treated as 1) to 255, in 1024ths ([`PLY`]), for late-move reductions.
    pub(super) logarithms: [i32; 256],
    pub(super) tablebases: TablebaseAccess,
    pub(super) position: Position,
    /// Data of each node from the root to the current one, by ply.
    pub(super) stack: Vec<StackEntry>,
    pub(super) pv: PvTable,
    pub(super) root_moves: Vec<RootMove>,
    /// Number of root moves that are searched for exact scores.
    pub(super) multi_pv: usize,
    /// Nodes visited in this search.
    pub(super) nodes: u64,
    /// Node count at which the limits are checked next.
    pub(super) next_limit_check: u64,
    /// Largest ply that this iteration has reached in its search for the current MultiPV variation.
    pub(super) selective_depth: usize,
    /// Depth of the current search of the root node, in plies.
    pub(super) root_depth: i32,
    /// Depth of the last completed iteration, in plies; 0 before the first is complete.
    pub(super) completed_depth: u32,
    /// Ply from which null moves are allowed; 0 unless a null move is being verified.
    pub(super) null_move_min_ply: usize,
    pub(super) iteration_stats: IterationStats,
    /// Whether the requested mate is proved not to exist.
    pub(super) mate_ruled_out: bool,
    /// Whether the search has done enough while pondering, so that `ponderhit` ends it at once.
    pub(super) stop_on_ponder_hit: bool,
}

/// The tablebases of a search thread.
#[derive(Clone, Debug, Default)]
pub(super) struct TablebaseAccess {
    pub tables: Option<Arc<Tablebases>>,
    pub probing: Probing,
    /// In the tree, positions with at most this many pieces, pawns included, are probed; 0 if none
    /// are.
    pub max_pieces: u32,
}

/// Data of a node on the path from the root to the current node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The move being searched; `None` for a null move.
    pub current_move: Option<PieceTo>,
    /// The corrected static evaluation; [`NO_EVAL`](super::tt::NO_EVAL) in check.
    pub static_eval: Score,
    /// The move left out by a singular-extension search.
    pub excluded_move: Option<Move>,
    /// Number of beta cutoffs at this ply since its parent node was entered.
    pub cutoff_count: u32,
    /// The history entry of the move being searched; `None` unless it is quiet and searched by
    /// `search_move`.
    pub quiet_entry: Option<QuietEntry>,
    /// Late-move reduction of the search of the child, in plies; 0 if it has full depth.
    pub reduction: i32,
    /// The number of the move being searched in the order of the search, from 1; 0 unless it is
    /// searched by `search_move`.
    pub move_count: i32,
}

impl Worker {
    /// Creates a worker for tests: the main thread's, with a transposition table of 1 MB.
    #[cfg(test)]
    pub fn for_test() -> Self {
        let shared = Arc::new(Shared::new(1).expect("1 MB"));
        Self::new(0, shared, Network::embedded().clone())
    }

    /// Creates the worker of thread number `id`, which evaluates with `network`; thread 0 is the
    /// main thread.
    pub fn new(id: usize, shared: Arc<Shared>, network: Arc<Network>) -> Self {
        Self {
            id,
            shared,
            evaluator: Evaluator::new(network),
            history: History::default(),
            corrections: Corrections::default(),
            moves: MoveStack::default(),
            logarithms: std::array::from_fn(|n| ((n.max(1) as f64).ln() * f64::from(PLY)) as i32),
            tablebases: TablebaseAccess::default(),
            position: Position::default(),
            stack: vec![StackEntry::default(); MAX_PLY + 2],
            pv: PvTable::default(),
            root_moves: Vec::new(),
            multi_pv: 0,
            nodes: 0,
            next_limit_check: 0,
            selective_depth: 0,
            root_depth: 0,
            completed_depth: 0,
            null_move_min_ply: 0,
            iteration_stats: IterationStats::default(),
            mate_ruled_out: false,
            stop_on_ponder_hit: false,
        }
    }

    /// Clears everything learned in earlier searches.
    pub fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
        self.stack.fill(StackEntry::default());
    }

    /// Returns whether this is the main thread.
    pub(super) const fn is_main(&self) -> bool {
        self.id == 0
    }

    /// Makes a move at the node at `ply`.
    pub(super) fn make_move(&mut self, ply: usize, piece_move: PieceMove) {
        let piece_to = PieceTo::of(self.position.board(), piece_move);
        self.begin_move(ply, Some(piece_to));
        self.position.make_piece_move(piece_move);
    }

    /// Makes a null move at the node at `ply`.
    pub(super) fn make_null_move(&mut self, ply: usize) {
        self.begin_move(ply, None);
        self.position.make_null_move();
        self.shared.tt.prefetch(self.tt_key());
    }

    /// Resets the data of the move at `ply`; `current_move` is `None` for a null move.
    fn begin_move(&mut self, ply: usize, current_move: Option<PieceTo>) {
        let entry = &mut self.stack[ply];
        entry.current_move = current_move;
        entry.quiet_entry = None;
        entry.reduction = 0;
        entry.move_count = 0;
    }

    /// Returns the next move of `picker`, which must be a picker of the current position.
    /// Prefetches the TT entry of the position after the move, since memory access takes longer
    /// than making the move. Even if the move is then pruned, this is faster than a later prefetch.
    #[inline]
    pub(super) fn next_move(
        &mut self,
        picker: &mut MovePicker,
        info: &NodeInfo,
    ) -> Option<PieceMove> {
        let (moves, position) = (&mut self.moves, &self.position);
        let piece_move = picker.next(moves, position, &self.history, info.continuation)?;
        let key = self.position.guess_key_after(piece_move);
        self.shared.tt.prefetch(key);
        Some(piece_move)
    }

    /// Returns the moves 1, 2 and 4 plies before `ply`.
    #[inline]
    pub(super) fn continuation(&self, ply: usize) -> ContinuationContext {
        let before = |plies_ago| self.stack[ply.checked_sub(plies_ago)?].current_move;
        ContinuationContext {
            before: [before(1), before(2), before(4)],
        }
    }

    /// Returns the TT key of the current position.
    pub(super) fn tt_key(&self) -> Key {
        tt_key(&self.position)
    }

    /// Counts a node. At intervals, publishes the count and checks the limits.
    #[inline]
    pub(super) fn count_node(&mut self, request: &SearchRequest) -> Searched<()> {
        self.nodes += 1;
        if self.nodes < self.next_limit_check {
            Ok(())
        } else {
            self.check_limits(request)
        }
    }

    /// Publishes the node count, and stops the search if a limit is reached.
    #[cold]
    fn check_limits(&mut self, request: &SearchRequest) -> Searched<()> {
        self.publish_nodes();
        self.next_limit_check = self.nodes + NODES_PER_CHECK;
        let shared = &self.shared;
        let mut out_of_nodes = false;
        if let Some(limit) = request.limits.nodes {
            let left = limit.saturating_sub(shared.total_nodes());
            if left == 0 {
                out_of_nodes = true;
                shared.reach_limit();
            }
            // The next check is due after an equal share of the nodes left. With one thread, the
            // limit is exact.
            let share = left.div_ceil(shared.threads() as u64);
            self.next_limit_check = self.next_limit_check.min(self.nodes + share);
        }
        // Unless the nodes are used up, the main thread completes its first iteration, even if it
        // is stopped or has no time left; this takes about a millisecond. A move that was never
        // searched may lose the queen.
        if self.is_main() && self.completed_depth == 0 {
            return if out_of_nodes { Err(Stopped) } else { Ok(()) };
        }
        // All threads check the clock. With more threads than processors, the main thread may
        // be scheduled too late.
        let hard_limit_passed = |time| request.time.hard.is_some_and(|hard| time >= hard);
        let time_is_up = |time| hard_limit_passed(time) || self.stop_on_ponder_hit;
        if self.our_time(request).is_some_and(time_is_up) {
            shared.reach_limit();
        }
        if shared.is_over() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// Returns the time used on our clock; `None` while the search ponders.
    pub(super) fn our_time(&self, request: &SearchRequest) -> Option<Duration> {
        self.shared.our_time(request.started.elapsed())
    }

    /// Publishes the node count of this thread.
    pub(super) fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Worker {}", self.id)
    }
}
