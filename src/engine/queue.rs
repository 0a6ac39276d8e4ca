//! The order in which commands are executed.
//!
//! During a background task, later commands wait in a queue, because scripts written for other
//! engines expect perft to end before the next command is executed. Only `isready`, `stop`, Ctrl-C
//! and [`Command::OutputClosed`] are executed at once.
//!
//! A search that ends by itself is completed before the next command that changes the position or
//! an option, or starts something ([`Command::waits_for_search`]), and before the commands after
//! that one. So a script gets the results of all its searches. Other commands are executed at once,
//! and so is every command during an infinite or pondering search, or if a person types the
//! commands. `stop` and `quit` end the search and those in the queue: a client that quits does not
//! wait for a clock.
//!
//! `stop` applies to what runs, and also to what was sent before it and is still in the queue. So a
//! `stop` that arrives while commands wait is put into the queue, too. While it is there, a
//! background task that starts is stopped at once, and no command waits for a search, so that the
//! `stop` is soon executed. A `quit` in the queue has the same effect on searches.

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

    /// Returns the next command to execute, after what runs has ended if that command waits for it.
    fn next(&mut self, commands: &Receiver<Command>) -> Command {
        if matches!(self.activity, Activity::BackgroundTask { .. })
            && self.waiting.contains(&Command::Stop)
        {
            self.pool.stop();
        }
        while let Some(ended) = self.end_to_wait_for() {
            // All commands before it have been executed, so `isready` does not wait.
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
                    Ok(command) => if let Some(command) = self.take_urgent(command) {
                        return command;
                    },
                    Err(_) => {
                        // No more commands can arrive, so wait only for the end of the activity.
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

    /// Returns a channel that closes at the end of what runs; `None` if nothing runs, or no command
    /// waits for it. With `stop` or `quit` in the queue, no command waits for a search.
    fn end_to_wait_for(&self) -> Option<Receiver<()>> {
        let is_abandoned =
            || self.waiting.contains(&Command::Stop) || self.waiting.contains(&Command::Quit);
        match &self.activity {
            Activity::BackgroundTask { ended } => Some(ended.clone()),
            Activity::Search {
                limits,
                side,
                ended,
                ..
            } if !self.is_typed
                && limits.ends_by_itself(*side)
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

    /// Takes a command received during a search or background task that commands wait for. Returns
    /// it if it is executed at once; otherwise, puts it into the queue. `stop` and Ctrl-C are
    /// executed here.
    fn take_urgent(&mut self, command: Command) -> Option<Command> {
        match command {
            Command::OutputClosed => Some(command),
            // While something runs, `isready` is answered at once. When that has ended, `readyok`
            // waits for the commands still in the queue, which were sent before this `isready`.
            Command::IsReady if self.waiting.is_empty() || self.pool.is_running() => Some(command),
            Command::Stop | Command::Interrupt => {
                self.pool.stop();
                let is_last = |waiting: &_| matches!(waiting, Command::Quit | Command::EndOfInput);
                if command == Command::Interrupt && self.waiting.iter().any(is_last) {
                    self.ending = Ending::Interrupted;
                }
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
        let ends_by_itself = match &self.activity {
            Activity::Search { limits, side, .. } => limits.ends_by_itself(*side),
            Activity::BackgroundTask { .. } | Activity::Idle => true,
        };
        if !ends_by_itself || self.waiting.contains(&Command::Stop) {
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
    use crate::search::Report;
    use crate::search::limits::Limits;

    /// A perft that takes years.
    const ENDLESS: Command = Command::Perft(12);

    fn go(limits: Limits) -> Command {
        Command::Go(Go {
            limits,
            search_moves: Vec::new(),
            has_ignored: false,
            received: Instant::now(),
        })
    }

    fn is_best_move(event: &Event) -> bool {
        matches!(event.report(), Some(Report::BestMove { .. }))
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
                event if is_best_move(&event) => "bestmove".to_owned(),
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
    fn searches_and_perft_print_a_result_when_the_channel_closes() {
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
    fn starts_and_ends_are_announced() {
        let events = Arc::new(Mutex::new(Vec::new()));
        let output = events.clone();
        let engine = Engine::new(Arc::new(move |event| {
            output.lock().expect("no panic").push(match event {
                Event::Started => "started",
                Event::Ended => "ended",
                Event::Perft { .. } | Event::Note(_) => "result",
                event if is_best_move(&event) => "result",
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

    /// Between the result of a perft and its end, a client may already send the next one.
    #[test]
    fn isready_is_answered_during_a_perft_that_was_sent_before_the_last_one_had_ended() {
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
            // The engine receives them before this perft ends.
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
    fn perfts_are_stopped_when_the_output_is_closed() {
        let commands = [ENDLESS, Command::Perft(1), Command::OutputClosed];
        let stopped = "perft 12 was stopped".to_owned();
        assert_eq!(execute_all(commands), (Ending::Finished, vec![stopped]));
    }
}
