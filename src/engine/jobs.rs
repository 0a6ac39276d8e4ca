//! The commands that run on threads of the pool: `go`, `ponderhit`, `go perft` and tasks.
//!
//! The reports of a search are turned into events. Later commands wait until a perft or a task ends;
//! see `queue.rs`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, bounded};

use super::state::Activity;
use super::{Engine, Event, Go, Task, TaskInput};
use crate::chess::Move;
use crate::chess::notation::CoordinateMove;
use crate::eval::winning_chances;
use crate::perft;
use crate::perft::parallel::{Method, PerftProgress, divide_parallel};
use crate::search::limits::Limits;
use crate::search::strength::Strength;
use crate::search::time::TimeLimits;
use crate::search::{Report, Reporter, SearchRequest, Shared};
use crate::support::panics::{self, A_BUG};

/// Nodes to search after a `go` whose limits were all malformed.
const SHORT_SEARCH: u64 = 10_000;

impl Engine {
    /// Starts a search.
    pub(super) fn go(&mut self, go: Go) {
        self.free_pool();
        self.note_rejected_position("go");
        let Go {
            mut limits,
            search_moves,
            skipped,
            received,
        } = go;
        let side = self.position.side_to_move();
        if skipped && !limits.infinite && !limits.has_end(side) {
            limits.nodes = Some(SHORT_SEARCH);
            self.emit(Event::Note(format!(
                "go: found no valid limit; searching {SHORT_SEARCH} nodes"
            )));
        }
        if !limits.infinite && limits.share_clock(side) {
            self.emit(Event::Note(format!(
                "go: found no clock for {side}; using the clock of {} for both sides",
                !side
            )));
        }
        let search_moves = self.resolve(&search_moves);
        let time = self.time_limits(&mut limits);
        let (reporter, ended) = self.reporter();
        self.activity = Activity::Search {
            limits: Box::new(limits.clone()),
            side,
            started: received,
            ended,
        };
        self.emit(Event::Started);
        let started = self.pool.start_search(SearchRequest {
            position: self.position.clone(),
            limits,
            search_moves,
            time,
            started: received,
            multi_pv: self.options.lines,
            params: self.options.params.clone(),
            reporter,
        });
        if let Err(error) = started {
            self.error(format!("go: {error}"));
            if error.started == 0 {
                self.answer_without_search();
            }
        }
    }

    /// Returns the time limits of a search, and adds the node limits of a limited strength to
    /// `limits`.
    fn time_limits(&mut self, limits: &mut Limits) -> TimeLimits {
        let side = self.position.side_to_move();
        let elo = self.options.limited_elo();
        let strength = elo.map(|elo| Strength::of(elo, self.seed));
        if let Some(strength) = strength {
            limits.limit_strength(strength);
        }
        // The time limits depend on the parameters, too.
        self.options.params.apply();
        let lag = self.lag.at(side, limits.clock(side), self.pool.time_used());
        let mut time = if limits.infinite {
            TimeLimits::default()
        } else {
            TimeLimits::new(limits, side, self.options.move_overhead.max(lag))
        };
        self.lag.set_limit(time.hard);
        if self.options.human_pace
            && let Some(strength) = strength
        {
            let moves = self.position.board().legal_moves().len();
            let share = strength.pace(moves, self.position.keys().all);
            time = time.at_human_pace(share);
        }
        if self.debug {
            let millis = |limit: Option<Duration>| match limit {
                Some(limit) => format!("{} ms", limit.as_millis()),
                None => "none".to_owned(),
            };
            let (soft, hard) = (millis(time.soft), millis(time.hard));
            self.emit(Event::Note(format!(
                "time for this move: soft limit {soft}, hard limit {hard}"
            )));
        }
        time
    }

    /// Answers a `go` for which no search could be started. The answer is the first legal move.
    pub(super) fn answer_without_search(&self) {
        let notation = self.castling_notation();
        let first = self.position.board().legal_moves().first().copied();
        let mv = first.map(|mv| CoordinateMove::new(mv, notation));
        self.emit(Event::BestMove { mv, ponder: None });
        self.emit(Event::Ended);
    }

    /// Returns the legal moves of `searchmoves`, and reports the others as errors.
    fn resolve(&self, moves: &[CoordinateMove]) -> Vec<Move> {
        let (mut legal, mut illegal) = (Vec::new(), Vec::new());
        for written in moves {
            match written.resolve(self.position.board()) {
                Some(mv) => legal.push(mv),
                None => illegal.push(written),
            }
        }
        let message = |mv| format!("go: searchmoves: \"{mv}\" is not legal in this position");
        self.errors("go: searchmoves", illegal.into_iter().map(message));
        legal
    }

    /// Returns the function that turns the reports of a search into events, and a channel that
    /// closes when the function is dropped, which is when all threads of the search have ended.
    fn reporter(&self) -> (Reporter, Receiver<()>) {
        let (running, ended) = bounded::<()>(0);
        let notation = self.castling_notation();
        let show_wdl = self.options.show_wdl;
        let output = self.output.clone();
        let reporter: Reporter = Arc::new(move |report| {
            let _running = &running;
            let write = |mv| CoordinateMove::new(mv, notation);
            let is_last = matches!(report, Report::BestMove { .. });
            output(match report {
                Report::Variation(line) => Event::Variation {
                    pv: line.pv.iter().copied().map(write).collect(),
                    wdl: show_wdl.then(|| winning_chances(line.score)),
                    line,
                },
                Report::CurrentMove { depth, mv, number } => Event::CurrentMove {
                    depth,
                    mv: write(mv),
                    number,
                },
                Report::NoMoves { in_check } => Event::NoMoves { in_check },
                Report::NoMate { moves } => Event::Note(format!("there is no mate in {moves}")),
                Report::Bug => Event::Error(format!(
                    "go: the search hit {A_BUG}; playing the best move so far"
                )),
                Report::BestMove { mv, ponder } => Event::BestMove {
                    mv: mv.map(write),
                    ponder: ponder.map(write),
                },
            });
            if is_last {
                output(Event::Ended);
            }
        });
        (reporter, ended)
    }

    /// Ends pondering: from now on, the search runs on our clock, and its limits apply.
    pub(super) fn ponder_hit(&mut self) {
        if let Activity::Search {
            limits, started, ..
        } = &mut self.activity
            && limits.ponder
        {
            limits.ponder = false;
            self.pool.ponder_hit(*started);
        }
    }

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
