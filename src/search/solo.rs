//! A search on the calling thread, for programs that want its result and no talk: the
//! bench, games of the engine against itself.
//!
//! See <https://www.chessprogramming.org/Search>.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::job::Job;
use super::limits::Limits;
use super::report::Report;
use super::shared::Shared;
use super::time::TimeLimits;
use super::worker::Worker;
use crate::chess::{Move, Position};
use crate::score::{DRAW, Score};
use crate::support::memory::OutOfMemory;

/// One search thread with a table of its own. Until it is told to forget, it remembers
/// what its earlier searches found, as in a game.
#[derive(Debug)]
pub struct Solo {
    shared: Arc<Shared>,
    worker: Worker,
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move to play; `None` at checkmate and stalemate.
    pub mv: Option<Move>,
    /// How good it is for the side to move.
    pub score: Score,
    /// The positions visited.
    pub nodes: u64,
}

impl Solo {
    /// A searcher with a table of so many megabytes.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self::of(Shared::new(megabytes, 1)?))
    }

    /// The same, all of whose searches end when `stop` is set.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn stopped_by(megabytes: usize, stop: &Arc<AtomicBool>) -> Result<Self, OutOfMemory> {
        Ok(Self::of(
            Shared::new(megabytes, 1)?.stopped_by(stop.clone()),
        ))
    }

    fn of(shared: Shared) -> Self {
        let shared = Arc::new(shared);
        let worker = Worker::new(0, shared.clone());
        Self { shared, worker }
    }

    /// Forgets what earlier searches found.
    pub fn clear(&mut self) {
        self.shared.table.clear();
        self.worker.clear();
    }

    /// Searches a position. Under limits on depth and nodes alone, the result depends on
    /// nothing but the position, the limits, and the searches since the last
    /// [`clear`](Self::clear).
    pub fn search(&mut self, position: Position, limits: Limits) -> Found {
        self.shared.start(false);
        self.shared.table.new_search();
        let found = Arc::new(Mutex::new((None, DRAW)));
        let side = position.side_to_move();
        let job = Job {
            time: TimeLimits::new(&limits, side, Duration::ZERO),
            position,
            limits,
            started: Instant::now(),
            lines: 1,
            reporter: {
                let found = found.clone();
                Arc::new(move |report| {
                    let mut found = found.lock().expect("nothing panics with the lock held");
                    match report {
                        Report::Line(line) => found.1 = line.score,
                        Report::Best { mv, .. } => found.0 = mv,
                        Report::CurrentMove { .. }
                        | Report::NoMoves { .. }
                        | Report::NoMate { .. }
                        | Report::Bug => {}
                    }
                })
            },
        };
        self.worker.search(&job);
        let (mv, score) = *found.lock().expect("nothing panics with the lock held");
        Found {
            mv,
            score,
            nodes: self.shared.total_nodes(),
        }
    }
}
