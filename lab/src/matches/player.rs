//! A player of a match: an engine in a thread of its own, as in a UCI session.
//!
//! So each option has the same effect as in a game under a GUI.
//!
//! The clock of a player runs while its engine works: from the time at which the engine takes the
//! request to the time at which it gives its answer, on its own threads. The time that the system
//! needs to wake the engine thread and the thread of the game is not the player's: with as many
//! busy threads as processors, that is 16 ms in one of 100 moves. The time for which the system
//! gives a searching thread no processor counts, as under a GUI.
//! See <https://www.chessprogramming.org/UCI>.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use super::error::MatchError;
use ferz::chess::Board;
use ferz::chess::notation::CoordinateMove;
use ferz::engine::options::Options;
use ferz::engine::{Command, Ending, Engine, Event, Go};
use ferz::score::{DRAW, Score};
use ferz::search::limits::Limits;
use ferz::search::pool::TooFewThreads;

/// Interval at which a waiting thread checks whether the match was stopped.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// An event, and the time at which the engine sent it.
type TimedEvent = (Instant, Event);

/// Name and value of a UCI option.
pub type OptionSetting = (String, String);

/// An engine with its options.
#[derive(Debug)]
pub struct EnginePlayer {
    /// The name in messages: A or B.
    name: char,
    commands: Sender<Command>,
    events: Receiver<TimedEvent>,
    thread: Option<JoinHandle<Ending>>,
}

/// The answer of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub mv: CoordinateMove,
    /// Score for the side to move.
    pub score: Score,
    /// Time on the player's clock; see [this module](self).
    pub used: Duration,
}

/// Returns the options of a player: the defaults, changed by these settings.
///
/// # Errors
///
/// Returns an error if an option does not exist or a value is invalid.
pub fn player_options(settings: &[OptionSetting]) -> Result<Options, MatchError> {
    let mut options = Options::default();
    for (name, value) in settings {
        options.set(name, Some(value))?;
    }
    Ok(options)
}

impl EnginePlayer {
    /// Starts an engine with these options. `name` is its name in messages.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory or no thread, or if an option cannot be applied,
    /// such as a network file that does not exist.
    pub fn start(name: char, settings: &[OptionSetting]) -> Result<Self, MatchError> {
        player_options(settings)?;
        let (commands, receiver) = unbounded();
        let (sender, events) = unbounded();
        let engine = Engine::new(Arc::new(move |event| {
            if let Event::Started
            | Event::Line { .. }
            | Event::BestMove { .. }
            | Event::Ready
            | Event::Error(_) = event
            {
                // The receiver is dropped only after the engine has ended.
                let _: Result<(), _> = sender.send((Instant::now(), event));
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
        let (mut started, mut score, mut stopped) = (received, DRAW, false);
        loop {
            match self.events.recv_timeout(CHECK_INTERVAL) {
                Ok((at, Event::Started)) => started = at,
                Ok((_, Event::Line { line, .. })) if line.rank == 1 => score = line.score,
                Ok((at, Event::BestMove { mv, .. })) => {
                    let used = at.saturating_duration_since(started);
                    let answer = mv.map(|mv| Answer { mv, score, used });
                    return Ok(answer.filter(|_| !stopped && !is_stopped()));
                }
                Ok((_, Event::Error(message))) => return Err(self.error(message)),
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
            match self.events.recv().map_err(|_| self.ended())?.1 {
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use ferz::engine::Task;

    #[test]
    fn only_the_time_in_which_the_engine_works_counts() {
        const SEARCH: Duration = Duration::from_millis(300);
        const DELAY: Duration = Duration::from_secs(2);
        let player = EnginePlayer::start('A', &[]).expect("memory and threads");
        // The engine takes the request late.
        let task = Task {
            name: "pause",
            arguments: String::new(),
            run: Arc::new(|_| {
                thread::sleep(DELAY);
                Ok(Some(String::new()))
            }),
        };
        player.send(Command::Run(task)).expect("the engine runs");
        let limits = Limits {
            move_time: Some(SEARCH),
            ..Limits::default()
        };
        // The thread of the game is delayed during the search.
        let is_delayed = Cell::new(false);
        let asked = Instant::now();
        let is_stopped = || {
            if !is_delayed.replace(asked.elapsed() > DELAY) && is_delayed.get() {
                thread::sleep(DELAY);
            }
            false
        };
        let answer = player.search(&Board::default(), &[], limits, is_stopped);
        let used = answer.expect("no error").expect("not stopped").used;
        assert!(asked.elapsed() > 2 * DELAY, "{:?}", asked.elapsed());
        assert!((SEARCH / 2..DELAY).contains(&used), "{used:?}");
    }
}
