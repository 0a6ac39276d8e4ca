//! The state of the engine thread, and the functions that all commands share.

use std::collections::VecDeque;
use std::time::Instant;

use crossbeam_channel::Receiver;

use super::command::Command;
use super::event::{Event, Output};
use super::lag::Lag;
use super::options::Options;
use crate::chess::notation::CastlingNotation;
use crate::chess::{Color, Position};
use crate::search::limits::Limits;
use crate::search::pool::Pool;
use crate::support::memory::OutOfMemory;

/// More problems of one kind than this are only counted.
const TOLD: usize = 5;

/// What is running in the pool.
#[derive(Clone, Debug, Default)]
pub(super) enum Activity {
    /// Nothing, so far as was asked.
    #[default]
    Idle,
    /// A search for the side to move.
    Search {
        limits: Box<Limits>,
        side: Color,
        started: Instant,
    },
    /// A count or a bench, which ends by itself; the channel is closed when it does.
    Task { ended: Receiver<()> },
}

/// What is done to the pool while nothing runs in it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Upkeep {
    /// Threads and table as the options say.
    Resize,
    /// Forget everything learned.
    Clear,
    /// Endgame tables as the options say.
    OpenTables,
    /// Use of the endgame tables as the options say.
    Probing,
}

/// Why the engine has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was told to quit, the input ended, or the output was closed.
    Finished,
    /// It was interrupted.
    Interrupted,
}

/// The engine; see [the module](super).
pub struct Engine {
    pub(super) position: Position,
    /// Whether the last `position` was refused, so that `position` is an older one.
    pub(super) position_refused: bool,
    pub(super) options: Options,
    pub(super) pool: Pool,
    pub(super) activity: Activity,
    /// Commands that wait for the end of a count or a bench.
    pub(super) waiting: VecDeque<Command>,
    /// What to say of the end of the program.
    pub(super) ending: Ending,
    /// What the pool must be told when it is free, for a search was running at the time.
    pub(super) pending: Vec<Upkeep>,
    pub(super) output: Output,
    /// Lag of the moves of this game.
    pub(super) lag: Lag,
    /// Decides what a weak player plays; of each game.
    pub(super) seed: u64,
    /// Whether to tell what a user seldom needs, such as the limits on time.
    pub(super) debug: bool,
}

impl Engine {
    /// An engine at the initial position of a game.
    ///
    /// # Errors
    ///
    /// If there is no memory for a hash of the default size.
    pub fn new(output: Output) -> Result<Self, OutOfMemory> {
        let options = Options::default();
        Ok(Self {
            position: Position::default(),
            position_refused: false,
            pool: Pool::new(options.threads, options.hash_megabytes)?,
            options,
            activity: Activity::Idle,
            waiting: VecDeque::new(),
            ending: Ending::Finished,
            pending: Vec::new(),
            output,
            lag: Lag::default(),
            seed: fastrand::u64(..),
            debug: false,
        })
    }

    pub(super) fn say(&self, event: Event) {
        (self.output)(event);
    }

    pub(super) fn error(&self, message: String) {
        self.say(Event::Error(message));
    }

    /// Says the first of some messages, which all name this place, and how many more there are.
    pub(super) fn errors(&self, place: &str, messages: impl ExactSizeIterator<Item = String>) {
        let more = messages.len().saturating_sub(TOLD);
        messages.take(TOLD).for_each(|message| self.error(message));
        if more > 0 {
            self.error(format!("{place}: {more} more like these"));
        }
    }

    /// Stops what runs and waits for it.
    pub(super) fn end(&mut self) {
        self.pool.stop();
        self.pool.wait();
    }

    /// How castling is to be written.
    pub(super) fn castling_notation(&self) -> CastlingNotation {
        if self.options.chess960 || self.position.board().needs_chess960_notation() {
            CastlingNotation::KingTakesRook
        } else {
            CastlingNotation::KingMoves
        }
    }

    /// The FEN of the position, castling rights in the style of the moves.
    pub(super) fn fen(&self) -> String {
        let board = self.position.board();
        match self.castling_notation() {
            CastlingNotation::KingMoves => board.to_string(),
            CastlingNotation::KingTakesRook => board.shredder_fen(),
        }
    }
}
