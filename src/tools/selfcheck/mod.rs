//! Random games in which the move generator is held against the reference generator, and
//! against itself.
//!
//! Perft finds errors in the trees of a few positions; games go where nobody thought to
//! look. Read in this order:
//!
//! * [`check`]: what is held against what;
//! * [`reference`](mod@reference): what a generator must offer to be the reference;
//! * [`game`]: where games begin and how they go on, so that rare rules are met soon;
//! * [`inspect`]: all checks at one position;
//! * here: many games on several threads.
//!
//! See <https://www.chessprogramming.org/Engine_Testing#bugs>.

pub mod check;
pub mod game;
pub mod inspect;
pub mod reference;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::chess::{Board, Move};
pub use check::{Check, Mismatch, Seen};
use game::Record;
pub use reference::Reference;

/// How many games to play, and how.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// So many games.
    pub games: u64,
    /// The seed of the first game; that of each other is one more than that of the game
    /// before. A game depends on its seed alone.
    pub seed: u64,
    /// On so many threads; none is taken for one. The result does not depend on it.
    pub threads: usize,
    /// When there are so many failures, no more games are played.
    pub most_failures: usize,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What was met, and what was compared.
    pub tally: Tally,
    /// What was not as it should be, in the order of the games.
    pub failures: Vec<Failure>,
}

/// Counts of what was met and of what was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    seen: [u64; Seen::ALL.len()],
    checks: [u64; Check::ALL.len()],
}

impl Tally {
    /// How often this was met.
    #[must_use]
    pub const fn seen(&self, seen: Seen) -> u64 {
        self.seen[seen as usize]
    }

    /// How often these two were compared.
    #[must_use]
    pub const fn checked(&self, check: Check) -> u64 {
        self.checks[check as usize]
    }

    const fn see(&mut self, seen: Seen, times: u64) {
        self.seen[seen as usize] += times;
    }

    const fn check(&mut self, check: Check) {
        self.checks[check as usize] += 1;
    }

    fn add(&mut self, other: &Self) {
        let add = |sums: &mut [u64], more: &[u64]| {
            sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
        };
        add(&mut self.seen, &other.seen);
        add(&mut self.checks, &other.checks);
    }
}

/// Two things that should be equal and are not, and how to come there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The seed of the game: one game from this seed repeats it.
    pub seed: u64,
    /// Where the game began.
    pub start: Board,
    /// The moves from there.
    pub moves: Vec<Move>,
    /// The position that they led to.
    pub board: Board,
    /// What differed there.
    pub mismatch: Mismatch,
}

/// Plays games, in which the generator is held against the reference that `reference`
/// makes of each start. `progress` learns how many games are done, on any of the threads.
///
/// A game ends where something is wrong, since what follows would be wrong too.
///
/// ```
/// use ferz::chess::mailbox::Mailbox;
/// use ferz::tools::selfcheck::{Check, Settings, run};
/// let settings = Settings { games: 1, seed: 1, threads: 1, most_failures: 1 };
/// let report = run(&settings, |board| Mailbox::from(board), &|_| {});
/// assert_eq!(report.failures, []);
/// assert!(report.tally.checked(Check::LegalMoves) > 0);
/// ```
pub fn run<R: Reference>(
    settings: &Settings,
    reference: impl Fn(&Board) -> R + Sync,
    progress: &(dyn Fn(u64) + Sync),
) -> Report {
    let (next, done, failures) = (AtomicU64::new(0), AtomicU64::new(0), AtomicUsize::new(0));
    let records = Mutex::new(Vec::new());
    let work = || {
        // Games are given out in order. So when the last failure that is wanted has been
        // found, all games before it are played or being played, on any number of threads.
        while failures.load(Ordering::Relaxed) < settings.most_failures
            && let game = next.fetch_add(1, Ordering::Relaxed)
            && game < settings.games
        {
            let record = game::play(settings.seed.wrapping_add(game), &reference);
            failures.fetch_add(record.failures.len(), Ordering::Relaxed);
            let mut records = records.lock().expect("no thread panics with the lock held");
            records.push((game, record));
            drop(records);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    thread::scope(|scope| {
        let most = usize::try_from(settings.games).unwrap_or(usize::MAX);
        for _ in 1..settings.threads.min(most) {
            // Fewer threads than asked for do the same work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let records = records.into_inner();
    let mut records = records.expect("no thread panics with the lock held");
    records.sort_unstable_by_key(|&(game, _)| game);
    report(
        settings.most_failures,
        records.into_iter().map(|(_, record)| record),
    )
}

/// Adds up the records of games; those after the last failure that is wanted do not count,
/// for another number of threads might not have played them.
fn report(most_failures: usize, records: impl Iterator<Item = Record>) -> Report {
    let mut report = Report::default();
    for record in records {
        if report.failures.len() >= most_failures {
            break;
        }
        report.tally.add(&record.tally);
        report.failures.extend(record.failures);
    }
    report
}
