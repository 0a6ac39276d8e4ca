//! The state of a search, shared by its threads and the thread that controls it.
//!
//! ```text
//!            start            ponder_hit             answer
//! (answered) ─────> pondering ──────────> searching ────────> answered
//!            start ─────────────────────>
//! ```
//!
//! A search may be answered while it still ponders: `stop` ends it on the opponent's time.
//! Independently of the phase, two events end the work of all threads: `stop`, from outside,
//! and a limit that is reached. After a limit, an infinite or pondering search still waits
//! before it reports its move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use super::tt::TranspositionTable;
use crate::support::memory::OutOfMemory;
use crate::support::stop_flag;

/// Maximum number of threads.
pub const MAX_THREADS: usize = 1024;

/// Value of the field `time_used` of a search that ended while pondering or has not ended.
const NO_TIME: u64 = u64::MAX;

/// The phase of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Phase {
    /// The opponent's clock runs, so the search has no time limit.
    Pondering,
    /// Our clock runs.
    Searching,
    /// The result is known, and is being reported or has been.
    Answered,
}

/// The state of a search; each transition of its phase is a method.
#[derive(Debug)]
pub struct Shared {
    /// The transposition table.
    pub(super) tt: TranspositionTable,
    /// Nodes searched, by thread; each thread publishes its count at intervals.
    pub(super) nodes: Box<[AtomicU64; MAX_THREADS]>,
    /// Number of threads.
    threads: AtomicUsize,
    /// Number of tablebase hits.
    pub(super) tablebase_hits: AtomicU64,
    /// The current [`Phase`].
    phase: AtomicU8,
    /// The stop flag, set from outside to end the search or background task.
    stop: Arc<AtomicBool>,
    /// Whether a limit has been reached.
    limit_reached: AtomicBool,
    /// Time at which our clock started, in microseconds after the start of the search; 0 unless
    /// the search pondered first.
    clock_started: AtomicU64,
    /// Time on our clock that the last search used, in microseconds, or [`NO_TIME`].
    time_used: AtomicU64,
}

impl Shared {
    /// Creates the state of one thread before the first search, with a transposition table of
    /// `megabytes` MB. Fails if there is not enough memory for the table.
    pub(super) fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            tt: TranspositionTable::new(megabytes)?,
            nodes: Box::new([const { AtomicU64::new(0) }; MAX_THREADS]),
            threads: AtomicUsize::new(1),
            tablebase_hits: AtomicU64::new(0),
            phase: AtomicU8::new(Phase::Answered as u8),
            stop: Arc::default(),
            limit_reached: AtomicBool::new(false),
            clock_started: AtomicU64::new(0),
            time_used: AtomicU64::new(NO_TIME),
        })
    }

    /// Returns the same state with `stop` as its stop flag.
    pub(super) fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Sets the number of threads. None of them may be searching.
    pub(super) fn set_threads(&self, threads: usize) {
        self.threads.store(threads, Ordering::Relaxed);
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed)
    }

    /// Resets the counts and starts a search on our clock, or on the opponent's if `pondering`. The
    /// stop flag keeps its value.
    pub(super) fn start(&self, pondering: bool) {
        self.tablebase_hits.store(0, Ordering::Relaxed);
        for nodes in &self.nodes[..self.threads()] {
            nodes.store(0, Ordering::Relaxed);
        }
        let phase = if pondering {
            Phase::Pondering
        } else {
            Phase::Searching
        };
        self.limit_reached.store(false, Ordering::Relaxed);
        self.clock_started.store(0, Ordering::Relaxed);
        self.time_used.store(NO_TIME, Ordering::Relaxed);
        self.phase.store(phase as u8, Ordering::Release);
    }

    /// Clears the stop flag.
    pub(super) fn clear_stop(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Sets the stop flag.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Returns the flag that ends the running search or background task when it is set.
    pub fn stop_flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Returns whether the search was stopped from outside.
    pub(super) fn is_stopped(&self) -> bool {
        stop_flag::is_set(&self.stop)
    }

    /// Ends the work of all threads, because a limit is reached.
    pub(super) fn reach_limit(&self) {
        self.limit_reached.store(true, Ordering::Relaxed);
    }

    /// Returns whether all threads must end their work.
    pub(super) fn is_over(&self) -> bool {
        self.is_stopped() || self.limit_reached.load(Ordering::Relaxed)
    }

    /// Starts our clock, `elapsed` after the start of the search. A search that does not ponder
    /// ignores this.
    pub fn ponder_hit(&self, elapsed: Duration) {
        if self.is_pondering() {
            self.clock_started.store(micros(elapsed), Ordering::Relaxed);
            // Fails if the search was answered in the meantime.
            let _: Result<u8, u8> = self.phase.compare_exchange(
                Phase::Pondering as u8,
                Phase::Searching as u8,
                Ordering::Release,
                Ordering::Relaxed,
            );
        }
    }

    /// Returns whether the opponent's clock runs.
    pub(super) fn is_pondering(&self) -> bool {
        self.phase.load(Ordering::Acquire) == Phase::Pondering as u8
    }

    /// Returns the time used on our clock, `elapsed` after the start of the search; `None` while
    /// the search ponders.
    pub(super) fn our_time(&self, elapsed: Duration) -> Option<Duration> {
        let started = || Duration::from_micros(self.clock_started.load(Ordering::Relaxed));
        (!self.is_pondering()).then(|| elapsed.saturating_sub(started()))
    }

    /// Ends the search, whose result is now known, `elapsed` after its start.
    pub(super) fn answer(&self, elapsed: Duration) {
        let time_used = self.our_time(elapsed).map_or(NO_TIME, micros);
        self.time_used.store(time_used, Ordering::Relaxed);
        self.set_answered();
    }

    /// Ends a background task or a failed search, whose time is not counted, because its result is
    /// known.
    pub fn set_answered(&self) {
        self.phase.store(Phase::Answered as u8, Ordering::Release);
    }

    /// Returns whether the result is known.
    pub(super) fn is_answered(&self) -> bool {
        self.phase.load(Ordering::Acquire) == Phase::Answered as u8
    }

    /// Returns the time on our clock that the last search used; `None` if it ended while pondering
    /// or has not ended.
    pub(super) fn time_used(&self) -> Option<Duration> {
        let micros = self.time_used.load(Ordering::Relaxed);
        (micros != NO_TIME).then(|| Duration::from_micros(micros))
    }

    /// Returns the number of nodes that all threads have published.
    pub(super) fn total_nodes(&self) -> u64 {
        let nodes = self.nodes[..self.threads()].iter();
        nodes.map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// Converts a time to whole microseconds.
fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_clock_runs_from_the_ponder_hit_on() {
        let millis = Duration::from_millis;
        let shared = Shared::new(1).expect("1 MB");
        shared.start(true);
        assert_eq!(shared.our_time(millis(5)), None);
        shared.ponder_hit(millis(7));
        assert_eq!(shared.our_time(millis(10)), Some(millis(3)));
        shared.answer(millis(12));
        assert!(shared.is_answered());
        assert_eq!(shared.time_used(), Some(millis(5)));
    }

    #[test]
    fn a_search_that_is_stopped_while_pondering_uses_no_time() {
        let shared = Shared::new(1).expect("1 MB");
        shared.start(true);
        shared.stop();
        assert!(shared.is_over() && shared.is_pondering());
        shared.answer(Duration::from_millis(9));
        shared.ponder_hit(Duration::from_millis(10));
        assert!(shared.is_answered());
        assert_eq!(shared.time_used(), None);
        shared.clear_stop();
        shared.start(false);
        assert!(!shared.is_over() && !shared.is_answered());
    }
}
