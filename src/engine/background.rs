//! Counts and tasks: they run in the pool, and the commands that follow wait for their end.

use std::time::Instant;

use crossbeam_channel::bounded;

use super::event::Event;
use super::state::{Activity, Engine};
use super::task::Task;
use crate::chess::notation::CoordinateMove;
use crate::perft::{
    self,
    parallel::{Method, divide_parallel},
};
use crate::search::Shared;
use crate::support::panics::{self, A_BUG};

impl Engine {
    pub(super) fn perft(&mut self, depth: u32) {
        self.interrupt();
        self.remind_of_refusal("go perft");
        let board = *self.position.board();
        let notation = self.castling_notation();
        let threads = self.pool.threads();
        self.start_task("go perft", move |shared| {
            let started = Instant::now();
            let method = Method {
                threads,
                stop: shared.stop_flag(),
                progress: &|_| {},
            };
            let Some(divide) = divide_parallel(&board, depth, None, &method) else {
                return Event::Note(format!("perft {depth} was stopped before its end"));
            };
            let total = perft::total(&divide, depth);
            let written = |(mv, count)| (CoordinateMove::new(mv, notation), count);
            let divide = divide.into_iter().map(written).collect();
            Event::Perft {
                divide,
                total,
                elapsed: started.elapsed(),
            }
        });
    }

    /// Runs a task, and prints its result when it has ended.
    pub(super) fn run_task(&mut self, task: Task) {
        self.interrupt();
        let (name, board) = (task.name, *self.position.board());
        self.start_task(name, move |shared| {
            match (task.run)(&board, shared.stop_flag()) {
                Ok(Some(result)) => Event::Text(result),
                Ok(None) => Event::Note(format!("{name} was stopped before its end")),
                Err(error) => Event::Error(format!("{name}: {error}")),
            }
        });
    }

    /// Starts a count or a bench, whose result is an event to print.
    fn start_task(
        &mut self,
        name: &'static str,
        task: impl FnOnce(&Shared) -> Event + Send + 'static,
    ) {
        // Nothing is ever sent here: the channel closes when the task is dropped.
        let (running, ended) = bounded::<()>(0);
        self.activity = Activity::Task { ended };
        let output = self.output.clone();
        let task = move |shared: &Shared| {
            let _running = running;
            let done = panics::caught(|| {
                let result = task(shared);
                // From now on, an `isready` may come from a client that has seen the result.
                shared.set_answered();
                output(result);
            });
            if done.is_none() {
                shared.set_answered();
                output(Event::Error(format!("{name}: it met {A_BUG}")));
            }
        };
        if let Err(error) = self.pool.start_task(task) {
            self.error(format!("{name}: {error}"));
        }
    }
}
