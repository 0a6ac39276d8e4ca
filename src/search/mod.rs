//! Looking ahead: which move is best, and how good it is.
//!
//! In the order in which they work: [`limits`] and [`time`] say when to stop; [`pool`] owns
//! the threads; [`deepening`] searches deeper and deeper, in [`aspiration`] windows;
//! [`negamax`] is the search of one position, a `node`, and [`quiescence`] what stands in for
//! it where depth runs out; `pruning` and `extensions` say what is searched less deep or not
//! at all, and what deeper; [`correction`] learns where the evaluation errs; [`move_picker`]
//! and [`history`] order moves, and [`see`] tells what a capture wins; [`tt`] remembers
//! results; [`pv`] collects the best line; [`strength`] plays weakly where that is asked for;
//! [`params`] has the constants, and `tablebase` asks the endgame tables.
//! [`solo`] is a search for callers who want its result alone.
//!
//! Knows nothing of UCI: what it has to tell goes out as a [`Report`].

mod answer;
pub mod aspiration;
pub mod correction;
pub mod deepening;
mod extensions;
pub mod history;
pub mod limits;
mod mate;
pub mod move_picker;
pub mod negamax;
mod node;
pub mod params;
pub mod pool;
mod pruning;
pub mod pv;
pub mod quiescence;
pub mod see;
pub mod solo;
pub mod strength;
mod tablebase;
pub mod time;
pub mod tt;
mod vote;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::chess::{Key, Move, PieceMove, Position};
use crate::eval::Evaluator;
use crate::score::{Bound, MAX_PLY, Score};
use crate::support::memory::OutOfMemory;
use correction::Corrections;
use deepening::RootMove;
use history::{Context, History, PieceTo};
use limits::Limits;
use move_picker::{MovePicker, MoveStack, Ordering as MoveOrdering};
use node::Known;
use params::NODES_PER_CHECK;
use pv::PvTable;
use tablebase::Tablebase;
use time::{Progress, TimeLimits};
use tt::Table;

/// In the place of a time: there is none.
const NO_TIME: u64 = u64::MAX;

/// What all threads of a search share.
#[derive(Debug)]
pub struct Shared {
    /// The transposition table.
    table: Table,
    /// Set from outside: the search must end, and say its move.
    pub stop: Arc<AtomicBool>,
    /// Set by the search itself: a limit is reached. One without an end still waits to be
    /// told before it says its move.
    limit_reached: AtomicBool,
    /// Set once the result has been found, and only its telling is left.
    answered: AtomicBool,
    /// Set: it is the opponent's time that passes, and no clock limits the search.
    pondering: AtomicBool,
    /// When our clock started, in microseconds after the search did: later where it
    /// pondered first.
    clock_started: AtomicU64,
    /// What the last search took of our clock, in microseconds; [`NO_TIME`] where it took
    /// none, for it ended on the opponent's, or has not ended.
    thought: AtomicU64,
    /// Nodes searched, by thread; each thread writes its own now and then.
    nodes: Vec<AtomicU64>,
    /// Positions that the endgame tables knew.
    table_hits: AtomicU64,
}

impl Shared {
    /// Shared state with a table of so many megabytes, for so many threads.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(megabytes: usize, threads: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            table: Table::new(megabytes)?,
            stop: Arc::default(),
            limit_reached: AtomicBool::new(false),
            answered: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            clock_started: AtomicU64::new(0),
            thought: AtomicU64::new(NO_TIME),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            table_hits: AtomicU64::new(0),
        })
    }

    /// The same, stopped by a flag that there is already.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Forgets how the last search went, and that it was to stop.
    fn reset(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.begin();
    }

    /// Forgets how the last search went.
    fn begin(&self) {
        self.limit_reached.store(false, Ordering::Relaxed);
        self.answered.store(false, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Relaxed);
        self.clock_started.store(0, Ordering::Relaxed);
        self.thought.store(NO_TIME, Ordering::Relaxed);
        self.table_hits.store(0, Ordering::Relaxed);
        for nodes in &self.nodes {
            nodes.store(0, Ordering::Relaxed);
        }
    }

    /// Notes that the result has been found, and only remains to be printed.
    pub fn set_answered(&self) {
        self.answered.store(true, Ordering::Release);
    }

    /// The nodes that all threads have searched, as far as they have told.
    #[must_use]
    pub fn total_nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|nodes| nodes.load(Ordering::Relaxed))
            .sum()
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.limit_reached.load(Ordering::Relaxed)
    }
}

/// The key under which the table has a position.
fn table_key(position: &Position) -> Key {
    let clock = position.board().halfmove_clock();
    position.keys().with_clock(clock)
}

/// What a search has found out: what `info` lines are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// One of the best lines after an iteration.
    Line(Line),
    /// A root move that is now being searched, and its number from 1.
    CurrentMove {
        /// The iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its place in the order of the search.
        number: usize,
    },
    /// The position is checkmate or stalemate: there is nothing to search.
    NoMoves {
        /// Whether it is checkmate.
        in_check: bool,
    },
    /// A mate was asked for, and there is none in so many moves: all have been tried.
    NoMate {
        /// Full moves.
        moves: u32,
    },
    /// A panic has ended the search: the best move so far follows.
    Bug,
    /// The search is over; sent once a search, last.
    Best {
        /// The move to play; `None` where there is none.
        mv: Option<Move>,
        /// The answer expected.
        ponder: Option<Move>,
    },
}

/// A line with its score and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The iteration, in half-moves.
    pub depth: u32,
    /// The longest line looked at, in half-moves.
    pub selective_depth: u32,
    /// The rank of the line, from 1.
    pub rank: usize,
    /// From the view of the side to move at the root.
    pub score: Score,
    /// What the score says. It is exact in the last line of a search.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
    /// Use of the table, in permill.
    pub hash_full: u32,
    /// Positions of all threads that the endgame tables knew.
    pub table_hits: u64,
    /// The moves; never empty.
    pub pv: Vec<Move>,
}

/// Where a search sends its reports; called from its threads.
pub type Reporter = Arc<dyn Fn(Report) + Send + Sync>;

/// One search: what all its threads are told.
#[derive(Clone)]
pub struct Job {
    /// Where to search.
    pub position: Position,
    /// When to end.
    pub limits: Limits,
    /// What the clock allows.
    pub time: TimeLimits,
    /// When the search was asked for.
    pub started: Instant,
    /// How many lines to report.
    pub lines: usize,
    /// Whom to tell.
    pub reporter: Reporter,
}

/// The search was told to stop: results that are not complete must not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// A score, unless the search was stopped.
pub type Searched = Result<Score, Stopped>;

/// One thread of a search with its memory, which outlives the search.
pub struct Worker {
    id: usize,
    shared: Arc<Shared>,
    evaluator: Evaluator,
    history: History,
    corrections: Corrections,
    moves: MoveStack,
    /// Of whole numbers; see [`extensions`].
    logarithms: [i32; 256],
    /// Up to this ply no null move is tried, for one is being verified; 0 if none is.
    verified_until: usize,
    /// The depth of the current iteration.
    root_depth: i32,
    /// The depth of the last completed iteration; 0 before the first is complete.
    completed_depth: u32,
    /// By ply.
    stack: Vec<StackEntry>,
    pv: PvTable,
    position: Position,
    nodes: u64,
    /// The number of nodes at which to look at limits again.
    next_check: u64,
    selective_depth: usize,
    root_moves: Vec<RootMove>,
    /// How many of them are searched for their exact scores.
    lines: usize,
    tablebase: Tablebase,
    /// How clear the best move is.
    progress: Progress,
    /// Whether this search would have ended, had it not been on the opponent's time.
    enough_when_hit: bool,
}

/// What the search keeps for one ply of the line it is in.
#[derive(Clone, Copy, Debug, Default)]
struct StackEntry {
    /// The move being searched from here; `None` for a null move.
    moved: Option<PieceTo>,
    /// The corrected evaluation; [`tt::NO_EVALUATION`] in check.
    evaluation: Score,
    /// A move that is left out, to see what the others are worth.
    excluded: Option<Move>,
    /// How many positions at this ply were refuted since the one before it was entered.
    refuted: u32,
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
            logarithms: extensions::logarithms(),
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
    fn next_move(&mut self, picker: &mut MovePicker, known: &Known) -> Option<PieceMove> {
        let ordering = MoveOrdering {
            board: self.position.board(),
            history: &self.history,
            context: known.context,
        };
        picker.next(&mut self.moves, &ordering)
    }

    /// Has the table's entry for the position behind a move fetched: memory takes longer
    /// than it takes to make the move.
    #[inline]
    fn announce(&self, mv: PieceMove) {
        let key = self.position.guess_key_after(mv);
        self.shared.table.prefetch(key);
    }

    /// The moves that led to `ply`.
    #[inline]
    fn context(&self, ply: usize) -> Context {
        let before = |ago| self.stack[ply.checked_sub(ago)?].moved;
        Context {
            before: [before(1), before(2), before(4)],
        }
    }

    const fn is_main(&self) -> bool {
        self.id == 0
    }

    /// Counts a node; now and then publishes the count and checks the limits.
    #[inline]
    fn count_node(&mut self, job: &Job) -> Result<(), Stopped> {
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
                shared.limit_reached.store(true, Ordering::Relaxed);
            }
            // With one thread this makes the limit exact.
            let share = left.div_ceil(shared.nodes.len() as u64);
            self.next_check = self.next_check.min(self.nodes + share);
        }
        // The main thread completes its first iteration under any clock, within a millisecond
        // or so: a move that was never searched may lose the queen.
        if self.is_main() && self.completed_depth == 0 {
            let stopped = shared.stop.load(Ordering::Relaxed);
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
            shared.limit_reached.store(true, Ordering::Relaxed);
        }
        if shared.is_over() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// The time that has passed on our clock; `None` while it stands still.
    fn clock(&self, job: &Job) -> Option<Duration> {
        if self.shared.pondering.load(Ordering::Acquire) {
            return None;
        }
        let started = Duration::from_micros(self.shared.clock_started.load(Ordering::Relaxed));
        Some(job.started.elapsed().saturating_sub(started))
    }

    fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Worker {}", self.id)
    }
}
