//! Games of the engine against itself, to tune its evaluation by and to train networks on.
//!
//! * [`player`]: one game, which depends on the settings and its number alone;
//! * [`judge`]: when a game is decided before it ends;
//! * [`output`]: the file, and how a file that was begun is gone on with;
//! * here: many games on several threads, handed on in the order of their numbers.
//!
//! So the same settings give the same file, byte for byte, on any number of threads and
//! after any interruption. See <https://www.chessprogramming.org/Automated_Tuning>.

pub mod judge;
pub mod output;
pub mod player;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::{io, thread};

use crate::search::pool::{STACK_BYTES, TooFewThreads};
use crate::support::memory::OutOfMemory;
use crate::support::quote::Named;
use crate::tools::games::{DataError, Game};

pub use output::Output;
pub use player::Player;

/// The nodes behind which a search begins no new iteration, where nothing else is asked for.
pub const SOFT_NODES: u64 = 5_000;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Other games come from another seed.
    pub seed: u64,
    /// A search begins no new iteration once it has visited so many nodes.
    pub soft_nodes: u64,
    /// Where games begin.
    pub starts: Starts,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            soft_nodes: SOFT_NODES,
            starts: Starts::Standard,
        }
    }
}

/// Where games begin, before moves are drawn by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// The initial position of standard chess.
    Standard,
    /// One of the 960, the same for both sides.
    Chess960,
    /// Two of the 960, one for each side.
    DoubleFischerRandom,
}

/// Why there are no (more) games.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No memory for the tables of the search.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// No thread to play on.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
    /// The file holds something else than games.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The file cannot be written.
    #[error("cannot write {}: {error}", Named(file))]
    Write {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file holds games of other settings.
    #[error(
        "{}: game {game} was played with other arguments, or by another version of ferz; expected games of these",
        Named(file)
    )]
    OtherGames {
        /// The file.
        file: PathBuf,
        /// The game, from 1.
        game: u64,
    },
}

/// Games that were played and are not handed on yet.
struct Queue<'a> {
    /// The number of the game to hand on next.
    next: u64,
    /// Later games, by number.
    waiting: BTreeMap<u64, Game>,
    take: &'a mut (dyn FnMut(Game) -> Result<(), Error> + Send),
    outcome: Result<(), Error>,
}

impl Queue<'_> {
    /// Hands on what is next in order; false where nobody takes it.
    fn add(&mut self, number: u64, game: Game) -> bool {
        self.waiting.insert(number, game);
        while self.outcome.is_ok()
            && let Some(game) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.outcome = (self.take)(game);
        }
        self.outcome.is_ok()
    }
}

/// Plays the games of these numbers, counted from 0, on so many threads, and hands them to
/// `take` in order. Ends early when `stop` is set: games that were begun are then lost.
///
/// # Errors
///
/// If there is no memory or no thread, or whatever `take` returned.
pub fn run(
    settings: &Settings,
    numbers: Range<u64>,
    threads: usize,
    stop: &Arc<AtomicBool>,
    take: &mut (dyn FnMut(Game) -> Result<(), Error> + Send),
) -> Result<(), Error> {
    let next = AtomicU64::new(numbers.start);
    let queue = Mutex::new(Queue {
        next: numbers.start,
        waiting: BTreeMap::new(),
        take,
        outcome: Ok(()),
    });
    let work = &|mut player: Player| {
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && number < numbers.end
            && let Some(game) = player.play(number)
        {
            let mut queue = queue.lock().expect("no thread panics with the lock held");
            if !queue.add(number, game) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    let most = usize::try_from(numbers.end.saturating_sub(numbers.start)).unwrap_or(usize::MAX);
    thread::scope(|scope| -> Result<(), Error> {
        for started in 0..threads.min(most) {
            let player = Player::new(*settings, stop)?;
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            // Fewer threads than asked for play the same games.
            if thread.spawn_scoped(scope, move || work(player)).is_err() {
                if started == 0 {
                    return Err(Error::from(TooFewThreads {
                        asked: threads,
                        started,
                    }));
                }
                break;
            }
        }
        Ok(())
    })?;
    let queue = queue.into_inner();
    queue.expect("no thread panics with the lock held").outcome
}
