//! The order in which commands are executed.
//!
//! As UCI demands, commands are executed while a search runs. A count or a task is different:
//! scripts written for other engines expect it to end before the next command is executed. So
//! while one runs, commands wait in a queue, except `isready`, `stop`, Ctrl-C and
//! [`Command::OutputClosed`], which are executed at once.
//! See <https://www.chessprogramming.org/UCI>.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, select};

use super::command::Command;
use super::state::{Activity, Ending, Engine};

/// Polling interval of a search that has to end before the program can.
const POLL: Duration = Duration::from_millis(2);

impl Engine {
    /// Executes commands until one of them ends the program, or the channel closes.
    pub fn run(mut self, commands: &Receiver<Command>) -> Ending {
        loop {
            match self.next(commands) {
                Command::Quit | Command::OutputClosed => {
                    self.stop_and_wait();
                    return self.ending;
                }
                Command::EndOfInput => return self.finish(commands),
                Command::Interrupt if !self.pool.is_running() => return Ending::Interrupted,
                command => self.execute_caught(command),
            }
        }
    }

    /// Returns the next command to execute. Waits for the end of a running count or task.
    fn next(&mut self, commands: &Receiver<Command>) -> Command {
        // A job that has just started may have been stopped while it was in the queue.
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
                    Ok(command) => self.execute_or_queue(command),
                    Err(_) => {
                        // There are no more commands, so only the end of the job is left to wait for.
                        let _: Result<(), _> = ended.recv();
                        self.waiting.push_back(Command::EndOfInput);
                    }
                },
            }
        }
        match self.waiting.pop_front() {
            // The clock of a queued search starts when the search does.
            Some(Command::Go(mut go)) => {
                go.received = Instant::now();
                Command::Go(go)
            }
            Some(command) => command,
            None => commands.recv().unwrap_or(Command::EndOfInput),
        }
    }

    /// Executes a command that came during a count or a task, or puts it into the queue.
    fn execute_or_queue(&mut self, command: Command) {
        match command {
            // Once the result is printed, the client may have sent this `isready` after commands
            // that are still in the queue. Then `readyok` has to wait for them.
            Command::IsReady if self.waiting.is_empty() || self.pool.is_running() => {
                self.execute_caught(command);
            }
            Command::Stop | Command::Interrupt => {
                self.pool.stop();
                let ends = |command: &_| matches!(command, Command::Quit | Command::EndOfInput);
                if command == Command::Interrupt && self.waiting.iter().any(ends) {
                    self.ending = Ending::Interrupted;
                }
                // Commands in the queue came before this one, so it stops them, too.
                if !self.waiting.is_empty() {
                    self.waiting.push_back(Command::Stop);
                }
            }
            _ => self.waiting.push_back(command),
        }
    }

    /// Ends the program at the end of the input. Waits for a search that ends by itself, and
    /// stops an infinite one.
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::engine::{Event, Go};
    use crate::search::limits::Limits;

    /// A perft that takes hours.
    const ENDLESS: Command = Command::Perft(12);

    fn go(limits: Limits) -> Command {
        Command::Go(Go {
            limits,
            search_moves: Vec::new(),
            skipped: false,
            received: Instant::now(),
        })
    }

    /// Runs an engine on these commands. Returns its ending, and its output of counts, notes and
    /// best moves.
    fn execute_all(commands: impl IntoIterator<Item = Command>) -> (Ending, Vec<String>) {
        let printed = Arc::new(Mutex::new(Vec::new()));
        let output = printed.clone();
        let engine = Engine::new(Arc::new(move |event| {
            let text = match event {
                Event::Perft { total, .. } => total.to_string(),
                Event::Note(text) => text,
                Event::BestMove { .. } => "bestmove".to_owned(),
                _ => return,
            };
            output.lock().expect("no panic").push(text);
        }));
        let (sender, receiver) = crossbeam_channel::unbounded();
        for command in commands {
            sender.send(command).expect("the receiver is alive");
        }
        drop(sender);
        let ending = engine.expect("memory").run(&receiver);
        let printed = printed.lock().expect("no panic").clone();
        (ending, printed)
    }

    #[test]
    fn finite_jobs_are_finished_when_the_channel_closes() {
        for (command, printed) in [
            (Command::Perft(5), "4865609"),
            (go(Limits::depth(4)), "bestmove"),
            (go(Limits::default()), "bestmove"),
        ] {
            assert_eq!(
                execute_all([command]),
                (Ending::Finished, vec![printed.to_owned()])
            );
        }
    }

    #[test]
    fn an_interrupt_ends_the_program_if_no_command_is_left() {
        let stopped = "perft 12 was stopped before its end";
        for (commands, ending, printed) in [
            (
                vec![Command::Interrupt, ENDLESS],
                Ending::Interrupted,
                &[][..],
            ),
            (
                vec![ENDLESS, Command::Interrupt, Command::Quit],
                Ending::Finished,
                &[stopped],
            ),
            (
                vec![ENDLESS, Command::Quit, Command::Interrupt],
                Ending::Interrupted,
                &[stopped],
            ),
            (
                vec![
                    ENDLESS,
                    go(Limits::depth(200)),
                    Command::EndOfInput,
                    Command::Interrupt,
                ],
                Ending::Interrupted,
                &[stopped, "bestmove"],
            ),
        ] {
            let expected = (
                ending,
                printed.iter().map(|&text| text.to_owned()).collect(),
            );
            assert_eq!(execute_all(commands.clone()), expected, "{commands:?}");
        }
    }

    #[test]
    fn jobs_are_stopped_when_the_output_is_closed() {
        let commands = [ENDLESS, Command::Perft(1), Command::OutputClosed];
        let stopped = "perft 12 was stopped before its end".to_owned();
        assert_eq!(execute_all(commands), (Ending::Finished, vec![stopped]));
    }
}
