//! The order in which commands are obeyed.
//!
//! A search runs beside the commands that follow it, as UCI says. A count or a bench does not:
//! scripts that are written for other engines expect each of them to be done before the next
//! command is. So while one runs, commands wait in a queue, except those that must not wait:
//! `isready`, `stop`, Ctrl-C, and the news that the output is closed.
//! See <https://www.chessprogramming.org/UCI>.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, select};

use super::{Activity, Command, Engine};

/// How often a search that the end of the input waits for is polled.
const POLL: Duration = Duration::from_millis(2);

/// Why the engine has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was told to quit, the input ended, or the output was closed.
    Finished,
    /// It was interrupted.
    Interrupted,
}

impl Engine {
    /// Obeys commands until one of them ends the program or there are no more.
    pub fn run(mut self, commands: &Receiver<Command>) -> Ending {
        loop {
            match self.next(commands) {
                Command::Quit | Command::OutputClosed => {
                    self.end();
                    return self.ending;
                }
                Command::EndOfInput => return self.finish(commands),
                Command::Interrupt if !self.pool.is_running() => return Ending::Interrupted,
                command => self.obey_or_say(command),
            }
        }
    }

    /// The next command to obey. While a count or a bench runs, this waits for its end.
    fn next(&mut self, commands: &Receiver<Command>) -> Command {
        // A task that has just been started may have been stopped while it waited.
        if matches!(self.activity, Activity::Task { .. }) && self.waiting.contains(&Command::Stop) {
            self.pool.stop();
        }
        while let Activity::Task { ended } = &self.activity {
            select! {
                recv(ended) -> _ => {
                    self.pool.wait();
                    self.activity = Activity::Idle;
                }
                recv(commands) -> command => match command {
                    Ok(Command::OutputClosed) => return Command::OutputClosed,
                    Ok(command) => self.obey_or_defer(command),
                    Err(_) => {
                        // No more commands: there is nothing but the task to wait for.
                        let _: Result<(), _> = ended.recv();
                        self.waiting.push_back(Command::EndOfInput);
                    }
                },
            }
        }
        match self.waiting.pop_front() {
            // Its clock starts when it does.
            Some(Command::Go(mut go)) => {
                go.received = Instant::now();
                Command::Go(go)
            }
            Some(command) => command,
            None => commands.recv().unwrap_or(Command::EndOfInput),
        }
    }

    /// Obeys a command that came during a count or a bench, or has it wait.
    fn obey_or_defer(&mut self, command: Command) {
        match command {
            Command::IsReady => self.obey_or_say(command),
            Command::Stop | Command::Interrupt => {
                self.pool.stop();
                let ends = |command: &_| matches!(command, Command::Quit | Command::EndOfInput);
                if command == Command::Interrupt && self.waiting.iter().any(ends) {
                    self.ending = Ending::Interrupted;
                }
                // What waits was asked for before, so it is stopped as soon as it is started.
                if !self.waiting.is_empty() {
                    self.waiting.push_back(Command::Stop);
                }
            }
            _ => self.waiting.push_back(command),
        }
    }

    /// Ends the program when the input has ended: what ends by itself is waited for.
    fn finish(mut self, commands: &Receiver<Command>) -> Ending {
        let finite = match &self.activity {
            Activity::Search { limits, side, .. } => limits.is_finite(*side),
            Activity::Task { .. } | Activity::Idle => true,
        };
        if !finite || self.waiting.contains(&Command::Stop) {
            self.pool.stop();
        }
        while self.pool.is_running() {
            match commands.recv_timeout(POLL) {
                Ok(Command::OutputClosed) => self.pool.stop(),
                Ok(Command::Interrupt) => {
                    self.pool.stop();
                    self.ending = Ending::Interrupted;
                }
                Err(RecvTimeoutError::Disconnected) => break,
                _ => {}
            }
        }
        self.pool.wait();
        self.ending
    }
}
