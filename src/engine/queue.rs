//! The order in which commands are executed.
//!
//! During perft or a task, later commands wait in a queue, because scripts written for other
//! engines expect such a job to end before the next command is executed. Only `isready`, `stop`,
//! Ctrl-C and [`Command::OutputClosed`] are executed at once.
//!
//! A search that ends by itself is completed before the next command that changes the position or
//! an option, or starts a job ([`Command::waits_for_search`]), and before the commands after it. So
//! a script gets the results of all its searches. Other commands are executed at once, and so is
//! every command during an infinite or pondering search, or if a person types the commands. `stop`
//! and `quit` end the search and those in the queue: a client that quits does not wait for a clock.

use std::time::Instant;

use crossbeam_channel::{Receiver, select};

use super::state::Activity;
use super::{Command, Ending, Engine};

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

    /// Returns the next command to execute. Waits while a job runs that later commands wait for.
    fn next(&mut self, commands: &Receiver<Command>) -> Command {
        // A `stop` that arrived while this job was in the queue stops it as soon as it starts.
        if matches!(self.activity, Activity::Task { .. }) && self.waiting.contains(&Command::Stop) {
            self.pool.stop();
        }
        while let Some(ended) = self.end_to_wait_for() {
            // All commands before it have been executed, so `isready` does not wait for the job.
            if let Some(front) = self.waiting.front()
                && (*front == Command::IsReady || self.is_searching() && !front.waits_for_search())
            {
                break;
            }
            select! {
                recv(ended) -> _ => {
                    self.pool.wait();
                    self.activity = Activity::Idle;
                }
                recv(commands) -> command => match command {
                    Ok(command) => if let Some(command) = self.urgent(command) {
                        return command;
                    },
                    Err(_) => {
                        // No more commands can arrive, so wait only for the end of the job.
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

    /// Returns a channel that closes at the end of the running job; `None` if no job runs, or no
    /// command waits for it. After `stop` or `quit`, no command waits for a search.
    fn end_to_wait_for(&self) -> Option<Receiver<()>> {
        let is_abandoned =
            || self.waiting.contains(&Command::Stop) || self.waiting.contains(&Command::Quit);
        match &self.activity {
            Activity::Task { ended } => Some(ended.clone()),
            Activity::Search {
                limits,
                side,
                ended,
                ..
            } if !self.is_typed
                && limits.is_finite(*side)
                && self.pool.is_running()
                && !is_abandoned() =>
            {
                Some(ended.clone())
            }
            Activity::Search { .. } | Activity::Idle => None,
        }
    }

    const fn is_searching(&self) -> bool {
        matches!(self.activity, Activity::Search { .. })
    }

    /// Returns a command received during a job that commands wait for, if it is executed at once.
    /// Otherwise, puts it into the queue. `stop` and Ctrl-C only stop the job.
    fn urgent(&mut self, command: Command) -> Option<Command> {
        match command {
            Command::OutputClosed => Some(command),
            // While the job runs, `isready` is answered at once. When the job has ended, `readyok`
            // waits for the commands still in the queue, which were sent before this `isready`.
            Command::IsReady if self.waiting.is_empty() || self.pool.is_running() => Some(command),
            Command::Stop | Command::Interrupt => {
                self.pool.stop();
                let ends = |command: &_| matches!(command, Command::Quit | Command::EndOfInput);
                if command == Command::Interrupt && self.waiting.iter().any(ends) {
                    self.ending = Ending::Interrupted;
                }
                // `stop` also applies to the jobs in the queue, which were sent before it.
                if !self.waiting.is_empty() {
                    self.waiting.push_back(Command::Stop);
                }
                None
            }
            _ if self.is_searching() && self.waiting.is_empty() && !command.waits_for_search() => {
                Some(command)
            }
            _ => {
                self.waiting.push_back(command);
                None
            }
        }
    }

    /// Ends the program at the end of the input. Waits for a search that ends by itself, and
    /// stops any other search.
    fn finish(mut self, commands: &Receiver<Command>) -> Ending {
        let finite = match &self.activity {
            Activity::Search { limits, side, .. } => limits.is_finite(*side),
            Activity::Task { .. } | Activity::Idle => true,
        };
        if !finite || self.waiting.contains(&Command::Stop) {
            self.pool.stop();
        }
        while let Activity::Search { ended, .. } = &self.activity
            && self.pool.is_running()
        {
            select! {
                recv(ended) -> _ => break,
                recv(commands) -> command => match command {
                    Ok(Command::OutputClosed) => self.pool.stop(),
                    Ok(Command::Interrupt) => {
                        self.pool.stop();
                        self.ending = Ending::Interrupted;
                    }
                    Ok(_) => {}
                    Err(_) => break,
                },
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

    /// A perft that takes years.
    const ENDLESS: Command = Command::Perft(12);

    fn go(limits: Limits) -> Command {
        Command::Go(Go {
            limits,
            search_moves: Vec::new(),
            skipped: false,
            received: Instant::now(),
        })
    }

    /// Runs an engine on these commands. Returns its ending and the perft counts, notes and best
    /// moves that it printed.
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
    fn every_job_prints_a_result_when_the_channel_closes() {
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
    fn every_job_is_announced_when_it_starts_and_when_its_result_has_been_sent() {
        let events = Arc::new(Mutex::new(Vec::new()));
        let output = events.clone();
        let engine = Engine::new(Arc::new(move |event| {
            output.lock().expect("no panic").push(match event {
                Event::Started => "started",
                Event::Ended => "ended",
                Event::BestMove { .. } | Event::Perft { .. } | Event::Note(_) => "result",
                _ => return,
            });
        }));
        let (sender, receiver) = crossbeam_channel::unbounded();
        for command in [
            Command::Perft(3),
            ENDLESS,
            Command::Stop,
            go(Limits::depth(2)),
        ] {
            sender.send(command).expect("the receiver is alive");
        }
        drop(sender);
        engine.expect("memory").run(&receiver);
        let events = events.lock().expect("no panic");
        assert_eq!(*events, ["started", "result", "ended"].repeat(3));
    }

    /// Between the result of a job and its end, a client may already send the next job.
    #[test]
    fn isready_is_answered_during_a_job_that_was_sent_before_the_last_one_had_ended() {
        let (sender, receiver) = crossbeam_channel::unbounded();
        let commands = sender.clone();
        let engine = Engine::new(Arc::new(move |event| {
            let next = match event {
                Event::Perft { .. } => vec![ENDLESS, Command::IsReady],
                Event::Ready => vec![Command::Stop, Command::Quit],
                _ => return,
            };
            for command in next {
                commands.send(command).expect("the receiver is alive");
            }
            // The engine receives them before this job ends.
            std::thread::sleep(std::time::Duration::from_millis(50));
        }));
        sender
            .send(Command::Perft(1))
            .expect("the receiver is alive");
        let (ended, ending) = crossbeam_channel::bounded(1);
        std::thread::spawn(move || ended.send(engine.expect("memory").run(&receiver)));
        let ending = ending.recv_timeout(std::time::Duration::from_secs(20));
        assert_eq!(ending, Ok(Ending::Finished));
    }

    #[test]
    fn jobs_are_stopped_when_the_output_is_closed() {
        let commands = [ENDLESS, Command::Perft(1), Command::OutputClosed];
        let stopped = "perft 12 was stopped".to_owned();
        assert_eq!(execute_all(commands), (Ending::Finished, vec![stopped]));
    }
}
