//! A player of a match: an engine in a thread of its own, as in a UCI session.
//!
//! So each option has the same effect as in a game under a GUI.
//!
//! The clock of a player runs while its engine works: from the time at which the engine takes the
//! request to the time at which it gives its answer, on its own threads. The time that the system
//! needs to wake the engine thread and the thread of the game is not the player's: with as many
//! busy threads as processors, that is 16 ms in one of 100 moves. The time for which the system
//! gives a searching thread no processor counts, as under a GUI.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Error, Result, anyhow};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::{Board, Move};
use ferz::engine::{Command, Ending, Engine, Event, Go};
use ferz::score::{DRAW, Score};
use ferz::search::Report;
use ferz::search::limits::Limits;
use ferz::support::threads::TooFewThreads;

use super::Player;
use crate::self_play::{Answer, LiveGame};

/// Interval at which a waiting thread checks whether the match was stopped.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Name and value of a UCI option.
pub type OptionSetting = (String, String);

/// An engine with its options.
pub struct EnginePlayer {
    /// The name in messages: A or B.
    name: char,
    commands: Sender<Command>,
    /// The events, and the times at which the engine sent them.
    events: Receiver<(Instant, Event)>,
    thread: Option<JoinHandle<Ending>>,
    /// Ends the searches.
    stop: Arc<AtomicBool>,
}

impl EnginePlayer {
    /// Starts an engine with these options.
    pub fn start(name: char, settings: &[OptionSetting], stop: &Arc<AtomicBool>) -> Result<Self> {
        let (commands, receiver) = unbounded();
        let (sender, events) = unbounded();
        let engine = Engine::new(Arc::new(move |event| {
            // The receiver is dropped only after the engine has ended.
            let _: Result<(), _> = sender.send((Instant::now(), event));
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
            stop: stop.clone(),
        };
        for (option, value) in settings {
            player.send(Command::SetOption {
                name: option.clone(),
                value: Some(value.clone()),
            })?;
        }
        player.wait_until_ready()?;
        Ok(player)
    }

    /// Searches the position after these moves, which must have a legal move. Returns the move, the
    /// score for the side to move, and the time that the player used; `None` if `is_stopped`
    /// returns true before the answer.
    fn search(
        &self,
        start: &Board,
        moves: Vec<CoordinateMove>,
        limits: Limits,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<(Move, Score, Duration)>> {
        self.send(Command::Position {
            fen: Some(start.to_string()),
            moves,
        })?;
        let received = Instant::now();
        self.send(Command::Go(Go {
            limits,
            search_moves: Vec::new(),
            has_ignored: false,
            received,
        }))?;
        let (mut started, mut score, mut stopped) = (received, DRAW, false);
        loop {
            match self.events.recv_timeout(CHECK_INTERVAL) {
                Ok((at, Event::Started)) => started = at,
                Ok((_, Event::Error(message))) => return Err(self.error(&message)),
                Ok((at, event)) => match event.report() {
                    Some(Report::Variation(found)) if found.rank == 1 => score = found.score,
                    Some(Report::BestMove { mv, .. }) => {
                        let used = at.saturating_duration_since(started);
                        let answer = mv.map(|mv| (mv, score, used));
                        return Ok(answer.filter(|_| !stopped && !is_stopped()));
                    }
                    _ => {}
                },
                Err(RecvTimeoutError::Timeout) if is_stopped() && !stopped => {
                    stopped = true;
                    self.send(Command::Stop)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    fn send(&self, command: Command) -> Result<()> {
        self.commands.send(command).map_err(|_| self.ended())
    }

    /// Returns an error of this player.
    fn error(&self, message: &str) -> Error {
        anyhow!("player {}: {message}", self.name)
    }

    /// Returns the error that the engine has ended.
    fn ended(&self) -> Error {
        self.error("the engine ended during the match; expected a move")
    }

    fn wait_until_ready(&self) -> Result<()> {
        self.send(Command::IsReady)?;
        loop {
            match self.events.recv().map_err(|_| self.ended())?.1 {
                Event::Ready => return Ok(()),
                Event::Error(message) => return Err(self.error(&message)),
                _ => {}
            }
        }
    }
}

impl Player for EnginePlayer {
    type Setup = ();

    fn new_game(&mut self, (): &()) -> Result<()> {
        self.send(Command::NewGame)?;
        self.wait_until_ready()
    }

    fn choose(&mut self, game: &LiveGame, limits: Limits) -> Result<Option<(Answer, Duration)>> {
        // In this notation, no two moves look the same.
        let notation = CastlingNotation::KingTakesRook;
        let moves = game.moves.iter();
        let moves = moves.map(|played| CoordinateMove::new(played.mv, notation));
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        let found = self.search(&game.start, moves.collect(), limits, is_stopped)?;
        let Some((mv, score, used)) = found else {
            return Ok(None);
        };
        let board = game.position.board();
        if !board.is_legal(mv) {
            return Err(self.error(&format!("\"{mv}\" is not legal on {board}")));
        }
        Ok(Some((Answer { mv, score }, used)))
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
    use ferz::engine::BackgroundTask;

    #[test]
    fn only_the_time_in_which_the_engine_works_counts() {
        const SEARCH: Duration = Duration::from_millis(300);
        const DELAY: Duration = Duration::from_secs(2);
        let player = EnginePlayer::start('A', &[], &Arc::default()).expect("memory and threads");
        // The engine takes the request late.
        let task = BackgroundTask {
            name: "pause",
            arguments: String::new(),
            run: Arc::new(|_| {
                thread::sleep(DELAY);
                Ok(Some(String::new()))
            }),
        };
        player.send(Command::Run(task)).expect("the engine runs");
        let limits = Limits::move_time(SEARCH);
        // The thread of the game is delayed once, during the search.
        let was_delayed = Cell::new(false);
        let asked = Instant::now();
        let is_stopped = || {
            if asked.elapsed() > DELAY && !was_delayed.replace(true) {
                thread::sleep(DELAY);
            }
            false
        };
        let answer = player.search(&Board::default(), Vec::new(), limits, is_stopped);
        let (_, _, used) = answer.expect("no error").expect("not stopped");
        assert!(asked.elapsed() > 2 * DELAY, "{:?}", asked.elapsed());
        assert!((SEARCH / 2..DELAY).contains(&used), "{used:?}");
    }

    #[test]
    fn errors_name_the_player() {
        let settings = [("EvalFile".to_owned(), "/no/network".to_owned())];
        let started = EnginePlayer::start('B', &settings, &Arc::default());
        let error = started.err().expect("there is no such file").to_string();
        assert!(error.starts_with("player B: "), "{error}");
    }
}
