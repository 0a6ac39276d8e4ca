//! The command `go perft`, and tasks.
//!
//! They run on a thread of the pool. Later commands wait until they end; see `queue.rs`.
//! See <https://www.chessprogramming.org/Perft>.

use std::time::Instant;

use crossbeam_channel::bounded;

use super::event::Event;
use super::state::{Activity, Engine};
use super::task::{Task, TaskInput};
use crate::chess::notation::CoordinateMove;
use crate::perft::{
    self,
    parallel::{Method, PerftProgress, divide_parallel},
};
use crate::search::Shared;
use crate::support::panics::{self, A_BUG};

impl Engine {
    /// Starts a perft.
    pub(super) fn perft(&mut self, depth: u32) {
        self.free_pool();
        self.note_rejected_position("go perft");
        let board = *self.position.board();
        let notation = self.castling_notation();
        let threads = self.pool.threads();
        let progress = self.output.clone();
        self.start_job("go perft", move |shared| {
            let started = Instant::now();
            let method = Method {
                threads,
                stop: shared.stop_flag(),
                progress: &|PerftProgress { done, total }| {
                    progress(Event::Progress {
                        done: done as u64,
                        total: total as u64,
                    });
                },
            };
            let Some(divide) = divide_parallel(&board, depth, None, &method) else {
                return Event::Note(format!("perft {depth} was stopped"));
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

    /// Starts a task.
    pub(super) fn run_task(&mut self, task: Task) {
        self.free_pool();
        let (name, board) = (task.name, *self.position.board());
        let (network, output) = (self.pool.network().clone(), self.output.clone());
        let params = self.options.params.clone();
        self.start_job(name, move |shared| {
            let input = TaskInput {
                board,
                network,
                params,
                stop: shared.stop_flag().clone(),
                output,
            };
            match (task.run)(&input) {
                Ok(Some(result)) => Event::Text(result),
                Ok(None) => Event::Note(format!("{name} was stopped")),
                Err(error) => Event::Error(format!("{name}: {error}")),
            }
        });
    }

    /// Starts a job that returns the event to emit at its end. Error messages begin with `name`.
    fn start_job(
        &mut self,
        name: &'static str,
        job: impl FnOnce(&Shared) -> Event + Send + 'static,
    ) {
        // Nothing is sent on this channel; it closes when the job is dropped.
        let (running, ended) = bounded::<()>(0);
        self.activity = Activity::Task { ended };
        let output = self.output.clone();
        self.emit(Event::Started);
        let job = move |shared: &Shared| {
            let _running = running;
            let done = panics::caught(|| {
                let result = job(shared);
                // Must come before the output: a client that has read the result may send
                // `isready`, which must then wait for the commands in the queue.
                shared.set_answered();
                output(result);
            });
            if done.is_none() {
                shared.set_answered();
                output(Event::Error(format!("{name}: hit {A_BUG}")));
            }
            output(Event::Ended);
        };
        if let Err(error) = self.pool.start_task(job) {
            self.error(format!("{name}: {error}"));
            self.emit(Event::Ended);
        }
    }
}
