//! A player of a match: an engine in a thread of its own, as in a UCI session.
//!
//! So each option has the same effect as in a game under a GUI. See
//! <https://www.chessprogramming.org/UCI>.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use super::error::MatchError;
use crate::chess::Board;
use crate::chess::notation::CoordinateMove;
use crate::engine::options::Options;
use crate::engine::{Command, Ending, Engine, Event, Go};
use crate::score::{DRAW, Score};
use crate::search::limits::Limits;
use crate::search::pool::TooFewThreads;

/// Interval at which a waiting thread checks whether the match was stopped.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Name and value of a UCI option.
pub type OptionSetting = (String, String);

/// An engine with its options.
#[derive(Debug)]
pub struct EnginePlayer {
    /// The name in messages: A or B.
    name: char,
    commands: Sender<Command>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<Ending>>,
}

/// The answer of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub mv: CoordinateMove,
    /// Score for the side to move.
    pub score: Score,
    /// Time from the request to the answer.
    pub used: Duration,
}

/// Checks that the options exist and that the values are valid.
///
/// # Errors
///
/// Returns the first error.
pub fn check_options(settings: &[OptionSetting]) -> Result<(), MatchError> {
    let mut options = Options::default();
    for (name, value) in settings {
        options.set(name, Some(value))?;
    }
    Ok(())
}

impl EnginePlayer {
    /// Starts an engine with these options. `name` is its name in messages.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory or no thread, or if an option cannot be applied,
    /// such as a network file that does not exist.
    pub fn start(name: char, settings: &[OptionSetting]) -> Result<Self, MatchError> {
        check_options(settings)?;
        let (commands, receiver) = unbounded();
        let (sender, events) = unbounded();
        let engine = Engine::new(Arc::new(move |event| {
            if let Event::Line { .. } | Event::BestMove { .. } | Event::Ready | Event::Error(_) =
                event
            {
                // The receiver is dropped only after the engine has ended.
                let _: Result<(), _> = sender.send(event);
            }
        }))?;
        let thread = thread::Builder::new()
            .name("player".to_owned())
            .spawn(move || engine.run(&receiver))
            .map_err(|_| TooFewThreads::none_of(1))?;
        let player = Self {
            name,
            commands,
            events,
            thread: Some(thread),
        };
        for (name, value) in settings {
            player.send(Command::SetOption {
                name: name.clone(),
                value: Some(value.clone()),
            })?;
        }
        player.wait_until_ready()?;
        Ok(player)
    }

    /// Prepares for a new game.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine reports one.
    pub fn new_game(&self) -> Result<(), MatchError> {
        self.send(Command::NewGame)?;
        self.wait_until_ready()
    }

    /// Searches the position after these moves. Returns `None` if `is_stopped` returns true before
    /// the answer.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine reports one.
    pub fn search(
        &self,
        start: &Board,
        moves: &[CoordinateMove],
        limits: Limits,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<Answer>, MatchError> {
        self.send(Command::Position {
            fen: Some(start.to_string()),
            moves: moves.to_vec(),
        })?;
        let received = Instant::now();
        self.send(Command::Go(Go {
            limits,
            search_moves: Vec::new(),
            skipped: false,
            received,
        }))?;
        let (mut score, mut stopped) = (DRAW, false);
        loop {
            match self.events.recv_timeout(CHECK_INTERVAL) {
                Ok(Event::Line { line, .. }) if line.rank == 1 => score = line.score,
                Ok(Event::BestMove { mv, .. }) => {
                    let used = received.elapsed();
                    let answer = mv.map(|mv| Answer { mv, score, used });
                    return Ok(answer.filter(|_| !stopped && !is_stopped()));
                }
                Ok(Event::Error(message)) => return Err(self.error(message)),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) if is_stopped() && !stopped => {
                    stopped = true;
                    self.send(Command::Stop)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    fn send(&self, command: Command) -> Result<(), MatchError> {
        self.commands.send(command).map_err(|_| self.ended())
    }

    /// Returns an error of this player.
    pub fn error(&self, message: String) -> MatchError {
        MatchError::Engine {
            player: self.name,
            message,
        }
    }

    fn ended(&self) -> MatchError {
        self.error("the engine ended during the match; expected a move".to_owned())
    }

    fn wait_until_ready(&self) -> Result<(), MatchError> {
        self.send(Command::IsReady)?;
        loop {
            match self.events.recv().map_err(|_| self.ended())? {
                Event::Ready => return Ok(()),
                Event::Error(message) => return Err(self.error(message)),
                _ => {}
            }
        }
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        // An engine that has already ended needs no command.
        let _: Result<(), _> = self.commands.send(Command::Quit);
        if let Some(thread) = self.thread.take() {
            let _: Result<_, _> = thread.join();
        }
    }
}
