//! The state of the engine thread, and functions that several commands use.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use crossbeam_channel::Receiver;

use super::event::fen;
use super::lag::Lag;
use super::options::{Change, Options};
use super::{Command, Event, EventHandler, Situation};
use crate::chess::notation::CastlingNotation;
use crate::chess::{Color, Move, Position};
use crate::search::Shared;
use crate::search::limits::Limits;
use crate::search::pool::{Pool, PoolError};

/// Maximum number of errors of one kind to report one by one. The others are only counted.
const MAX_ERRORS: usize = 5;

/// What runs in the pool.
#[derive(Clone, Debug, Default)]
pub(super) enum Activity {
    /// Nothing has been started, or the queue has waited for its end.
    #[default]
    Idle,
    /// A search. It may already have reported its best move; see [`Pool::is_running`]. If the queue
    /// does not wait for it, it remains the activity until something else starts.
    Search {
        limits: Box<Limits>,
        /// The side to move at the root.
        side: Color,
        started: Instant,
        /// Closes when all threads of the search have ended.
        ended: Receiver<()>,
    },
    /// Perft, or a [`BackgroundTask`](super::BackgroundTask). The channel closes when it ends.
    BackgroundTask { ended: Receiver<()> },
}

/// The reason why the engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// After `quit`, at the end of the input, or because the output was closed.
    Finished,
    /// After Ctrl-C.
    Interrupted,
}

/// The engine thread; see [the module](super).
pub struct Engine {
    pub(super) position: Position,
    /// The moves since the position was set up.
    pub(super) moves: Vec<Move>,
    /// Whether the last `position` command was rejected, so that `position` is an earlier one.
    pub(super) position_rejected: bool,
    pub(super) options: Options,
    /// Value of the option `EvalFile` for the network in use.
    pub(super) eval_file_in_use: String,
    pub(super) pool: Pool,
    pub(super) activity: Activity,
    /// Whether a person types the commands; see the module `queue`.
    pub(super) is_typed: bool,
    /// Commands that wait for the end of the activity.
    pub(super) waiting: VecDeque<Command>,
    /// Result of [`Engine::run`].
    pub(super) ending: Ending,
    /// Changes of the pool that wait for the end of the activity.
    pub(super) pending_changes: Vec<Change>,
    pub(super) on_event: EventHandler,
    /// Estimate of the communication lag in this game.
    pub(super) lag: Lag,
    /// Random seed of the choice of moves at limited strength; new for each game.
    pub(super) seed: u64,
    /// Whether `debug on` is in effect.
    pub(super) debug: bool,
}

impl Engine {
    /// Creates an engine with the initial position and default options.
    pub fn new(on_event: EventHandler) -> Result<Self, PoolError> {
        let options = Options::default();
        Ok(Self {
            position: Position::default(),
            moves: Vec::new(),
            position_rejected: false,
            pool: Pool::new(options.threads(), options.hash as usize)?,
            eval_file_in_use: options.eval_file.clone(),
            options,
            activity: Activity::Idle,
            is_typed: false,
            waiting: VecDeque::new(),
            ending: Ending::Finished,
            pending_changes: Vec::new(),
            on_event,
            lag: Lag::default(),
            seed: fastrand::u64(..),
            debug: false,
        })
    }

    /// Sets whether a person types the commands. If so, each is executed at once, even if that ends
    /// a search that would end by itself.
    pub fn typed(mut self, is_typed: bool) -> Self {
        self.is_typed = is_typed;
        self
    }

    /// Reports an event.
    pub(super) fn emit(&self, event: Event) {
        (self.on_event)(event);
    }

    /// Reports an error.
    pub(super) fn report_error(&self, message: String) {
        self.emit(Event::Error(message));
    }

    /// Reports the first [`MAX_ERRORS`] errors about `place`, and the number of the others.
    pub(super) fn report_errors(
        &self,
        place: &str,
        messages: impl ExactSizeIterator<Item = String>,
    ) {
        let more = messages.len().saturating_sub(MAX_ERRORS);
        let reported = messages.take(MAX_ERRORS);
        reported.for_each(|message| self.report_error(message));
        if more > 0 {
            self.report_error(format!("{place}: {more} more like these"));
        }
    }

    /// Returns the state of the searches, by which another caller can end one, or tell it of
    /// `ponderhit`. It is replaced when the option `Hash` is set.
    pub const fn shared(&self) -> &Arc<Shared> {
        self.pool.shared()
    }

    /// Stops what runs in the pool and waits for its end.
    pub(super) fn stop_and_wait(&mut self) {
        self.pool.stop();
        self.pool.wait();
    }

    /// Returns the notation of castling moves for the current position and options.
    pub(super) fn castling_notation(&self) -> CastlingNotation {
        if self.options.chess960 || self.position.board().needs_chess960_notation() {
            CastlingNotation::KingTakesRook
        } else {
            CastlingNotation::KingMoves
        }
    }

    /// Returns the FEN of the position, in the notation of its moves.
    pub(super) fn fen(&self) -> String {
        fen(self.position.board(), self.castling_notation())
    }

    /// Returns the position with what is known of its game.
    pub(super) fn situation(&self) -> Situation {
        let previous = self.position.previous_board().copied();
        Situation {
            board: *self.position.board(),
            key: self.position.keys().all,
            last_move: previous.zip(self.moves.last().copied()),
            notation: self.castling_notation(),
            termination: self.position.termination(),
        }
    }

    /// Tells the output that the position has changed, or how its moves are written.
    pub(super) fn announce_position(&self) {
        self.emit(Event::Position(Box::new(self.situation())));
    }
}
