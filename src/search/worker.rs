//! One thread of a search.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::correction::Corrections;
use super::history::{Context, History, PieceTo};
use super::job::{Job, Stopped};
use super::move_picker::{MovePicker, MoveStack, Ordering as MoveOrdering};
use super::node::Known;
use super::params::NODES_PER_CHECK;
use super::pv::PvTable;
use super::reductions::Reductions;
use super::root_move::RootMove;
use super::shared::Shared;
use super::tablebase::Tablebase;
use super::time::Progress;
use super::tt::table_key;
use crate::chess::{Move, PieceMove, Position};
use crate::eval::Evaluator;
use crate::score::{MAX_PLY, Score};

/// One thread of a search with its memory, which outlives the search.
pub struct Worker {
    pub(super) id: usize,
    pub(super) shared: Arc<Shared>,
    pub(super) evaluator: Evaluator,
    pub(super) history: History,
    pub(super) corrections: Corrections,
    pub(super) moves: MoveStack,
    pub(super) reductions: Reductions,
    /// Up to this ply no null move is tried, for one is being verified; 0 if none is.
    pub(super) verified_until: usize,
    /// The depth of the current iteration.
    pub(super) root_depth: i32,
    /// The depth of the last completed iteration; 0 before the first is complete.
    pub(super) completed_depth: u32,
    /// By ply.
    pub(super) stack: Vec<StackEntry>,
    pub(super) pv: PvTable,
    pub(super) position: Position,
    pub(super) nodes: u64,
    /// The number of nodes at which to look at limits again.
    pub(super) next_check: u64,
    pub(super) selective_depth: usize,
    pub(super) root_moves: Vec<RootMove>,
    /// How many of them are searched for their exact scores.
    pub(super) lines: usize,
    pub(super) tablebase: Tablebase,
    /// How clear the best move is.
    pub(super) progress: Progress,
    /// Whether this search would have ended, had it not been on the opponent's time.
    pub(super) enough_when_hit: bool,
}

/// What the search keeps for one ply of the line it is in.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The move being searched from here; `None` for a null move.
    pub(super) moved: Option<PieceTo>,
    /// The corrected evaluation; [`NO_EVALUATION`](super::tt::NO_EVALUATION) in check.
    pub(super) evaluation: Score,
    /// A move that is left out, to see what the others are worth.
    pub(super) excluded: Option<Move>,
    /// How many positions at this ply were refuted since the one before it was entered.
    pub(super) refuted: u32,
}

impl Worker {
    /// Thread number `id` of those that share `shared`; number 0 leads and reports.
    #[must_use]
    pub fn new(id: usize, shared: Arc<Shared>) -> Self {
        Self {
            id,
            shared,
            evaluator: Evaluator::default(),
            history: History::default(),
            corrections: Corrections::default(),
            moves: MoveStack::default(),
            reductions: Reductions::default(),
            verified_until: 0,
            root_depth: 0,
            completed_depth: 0,
            stack: vec![StackEntry::default(); MAX_PLY + 2],
            pv: PvTable::default(),
            position: Position::default(),
            nodes: 0,
            next_check: 0,
            selective_depth: 0,
            root_moves: Vec::new(),
            tablebase: Tablebase::default(),
            lines: 0,
            progress: Progress::default(),
            enough_when_hit: false,
        }
    }

    /// Forgets what earlier games taught.
    pub fn clear(&mut self) {
        self.evaluator.clear();
        self.history = History::default();
        self.corrections = Corrections::default();
        self.stack.fill(StackEntry::default());
    }

    /// The next move of a picker for the present position.
    #[inline]
    pub(super) fn next_move(
        &mut self,
        picker: &mut MovePicker,
        known: &Known,
    ) -> Option<PieceMove> {
        let ordering = MoveOrdering {
            board: self.position.board(),
            history: &self.history,
            context: known.context,
        };
        picker.next(&mut self.moves, &ordering)
    }

    /// Makes a move, at `ply`.
    pub(super) fn make_move(&mut self, ply: usize, piece_move: PieceMove) {
        self.stack[ply].moved = Some(PieceTo::of(self.position.board(), piece_move));
        self.position.make_piece_move(piece_move);
    }

    /// Makes a null move, at `ply`.
    pub(super) fn make_null_move(&mut self, ply: usize) {
        self.stack[ply].moved = None;
        self.position.make_null_move();
        self.shared.table.prefetch(table_key(&self.position));
    }

    /// Takes back the last move, null or not.
    pub(super) fn unmake_move(&mut self) {
        self.position.unmake_move();
    }

    /// Has the table's entry for the position behind a move fetched: memory takes longer
    /// than it takes to make the move.
    #[inline]
    pub(super) fn announce(&self, mv: PieceMove) {
        let key = self.position.guess_key_after(mv);
        self.shared.table.prefetch(key);
    }

    /// The moves that led to `ply`.
    #[inline]
    pub(super) fn context(&self, ply: usize) -> Context {
        let before = |ago| self.stack[ply.checked_sub(ago)?].moved;
        Context {
            before: [before(1), before(2), before(4)],
        }
    }

    pub(super) const fn is_main(&self) -> bool {
        self.id == 0
    }

    /// Counts a node; now and then publishes the count and checks the limits.
    #[inline]
    pub(super) fn count_node(&mut self, job: &Job) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes < self.next_check {
            Ok(())
        } else {
            self.check_limits(job)
        }
    }

    /// Publishes the node count and stops the search where a limit is reached.
    #[cold]
    fn check_limits(&mut self, job: &Job) -> Result<(), Stopped> {
        self.publish_nodes();
        self.next_check = self.nodes + NODES_PER_CHECK;
        let shared = &self.shared;
        let mut out_of_nodes = false;
        if let Some(limit) = job.limits.nodes {
            let left = limit.saturating_sub(shared.total_nodes());
            if left == 0 {
                out_of_nodes = true;
                shared.state.reach_limit();
            }
            // With one thread this makes the limit exact.
            let share = left.div_ceil(shared.nodes.len() as u64);
            self.next_check = self.next_check.min(self.nodes + share);
        }
        // The main thread completes its first iteration under any clock, within a millisecond
        // or so: a move that was never searched may lose the queen.
        if self.is_main() && self.completed_depth == 0 {
            let stopped = shared.state.is_stopped();
            return if stopped || out_of_nodes {
                Err(Stopped)
            } else {
                Ok(())
            };
        }
        // All threads check the clock: with more threads than processors, the main thread may
        // be scheduled too late.
        let ends = |clock| job.time.is_over(clock) || self.enough_when_hit;
        if self.clock(job).is_some_and(ends) {
            shared.state.reach_limit();
        }
        if shared.state.is_over() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// The time that has passed on our clock; `None` while it stands still.
    pub(super) fn clock(&self, job: &Job) -> Option<Duration> {
        self.shared.state.our_time(job.started.elapsed())
    }

    pub(super) fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Worker {}", self.id)
    }
}
