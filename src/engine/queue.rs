//! The order in which commands are obeyed.
//!
//! A search runs beside the commands that follow it, as UCI says. A count or a bench does not:
//! scripts that are written for other engines expect each of them to be done before the next
//! command is. So while one runs, commands wait in a queue, except those that must not wait:
//! `isready`, `stop`, Ctrl-C, and the news that the output is closed.
//! See <https://www.chessprogramming.org/UCI>.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, select};

use super::command::Command;
use super::state::{Activity, Ending, Engine};

/// How often a search that the end of the input waits for is polled.
const POLL: Duration = Duration::from_millis(2);

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

    /// Obeys a command that came during a count or a bench, or puts it into the queue.
    fn obey_or_defer(&mut self, command: Command) {
        match command {
            // Once the result may have been seen, `readyok` must come after the answers to
            // the commands that wait: the client has sent them after the result.
            Command::IsReady if self.waiting.is_empty() || self.pool.is_running() => {
                self.obey_or_say(command);
            }
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::engine::{Event, Go};
    use crate::search::limits::Limits;

    /// A count that takes hours.
    const ENDLESS: Command = Command::Perft(12);

    fn go(limits: Limits) -> Command {
        Command::Go(Go {
            limits,
            search_moves: Vec::new(),
            skipped: false,
            received: Instant::now(),
        })
    }

    /// How the engine ends that is given these commands and no more, and what it says of
    /// counts and searches: counts, the notes on those that were stopped, and best moves.
    fn obey(commands: impl IntoIterator<Item = Command>) -> (Ending, Vec<String>) {
        let said = Arc::new(Mutex::new(Vec::new()));
        let output = said.clone();
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
            sender.send(command).expect("the other end is here");
        }
        drop(sender);
        let ending = engine.expect("memory").run(&receiver);
        let said = said.lock().expect("no panic").clone();
        (ending, said)
    }

    #[test]
    fn where_no_more_commands_can_come_what_ends_by_itself_is_finished() {
        for (command, said) in [
            (Command::Perft(5), "4865609"),
            (go(Limits::depth(4)), "bestmove"),
            (go(Limits::default()), "bestmove"),
        ] {
            assert_eq!(obey([command]), (Ending::Finished, vec![said.to_owned()]));
        }
    }

    #[test]
    fn an_interrupt_is_the_end_where_nothing_else_is_to_come() {
        let stopped = "perft 12 was stopped before its end";
        for (commands, ending, said) in [
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
            let expected = (ending, said.iter().map(|&text| text.to_owned()).collect());
            assert_eq!(obey(commands.clone()), expected, "{commands:?}");
        }
    }

    #[test]
    fn nothing_is_finished_when_the_output_is_closed() {
        let commands = [ENDLESS, Command::Perft(1), Command::OutputClosed];
        let stopped = "perft 12 was stopped before its end".to_owned();
        assert_eq!(obey(commands), (Ending::Finished, vec![stopped]));
    }
}
