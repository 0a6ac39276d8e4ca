//! The commands that start a search or a background task on the threads of the pool: `go`,
//! `go perft` and those with a [`BackgroundTask`]; and `ponderhit`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use super::state::Activity;
use super::{BackgroundTask, Engine, Event, Go, TaskInput};
use crate::chess::Move;
use crate::chess::notation::CoordinateMove;
use crate::perft;
use crate::perft::parallel::{Method, PerftProgress, divide_parallel};
use crate::search::limits::Limits;
use crate::search::strength::Strength;
use crate::search::time::TimeLimits;
use crate::search::{Report, Reporter, SearchRequest, Shared};
use crate::support::panics::{self, A_BUG};
use crate::support::threads::end_signal;

/// Nodes to search after a `go` whose limits were all malformed.
const SHORT_SEARCH: u64 = 10_000;

impl Engine {
    /// Stops what runs in the pool and applies the pending changes, so that another search or
    /// background task can start.
    pub(super) fn free_pool(&mut self) {
        self.stop_and_wait();
        self.apply_pending_changes();
    }

    /// Starts a search.
    pub(super) fn go(&mut self, go: Go) {
        self.free_pool();
        self.note_rejected_position("go");
        let Go {
            mut limits,
            search_moves,
            has_ignored,
            received,
        } = go;
        let side = self.position.side_to_move();
        if has_ignored && !limits.infinite && !limits.has_limit(side) {
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
        let legal_search_moves = self.legal_search_moves(&search_moves);
        if let Some(elo) = self.options.limited_elo() {
            limits.limit_strength(Strength::of(elo, self.seed));
        }
        let time = self.prepare_time_limits(&limits);
        let (reporter, ended) = self.reporter();
        self.activity = Activity::Search {
            limits: Box::new(limits.clone()),
            side,
            started: received,
            ended,
        };
        self.emit(Event::Started);
        let request = SearchRequest {
            position: self.position.clone(),
            limits,
            search_moves: legal_search_moves,
            time,
            started: received,
            multi_pv: self.options.multi_pv as usize,
            params: self.options.params.clone(),
            reporter,
        };
        self.pool.start_search(request);
    }

    /// Updates the estimate of the lag, and returns the time limits of the search that now starts.
    fn prepare_time_limits(&mut self, limits: &Limits) -> TimeLimits {
        let side = self.position.side_to_move();
        // Sets the parameters of this thread, which `TimeLimits::new` reads.
        self.options.params.apply();
        let used = self.pool.time_used();
        let lag = self.lag.update(side, limits.clock(side), used);
        let mut time = if limits.infinite {
            TimeLimits::default()
        } else {
            TimeLimits::new(limits, side, self.options.move_overhead().max(lag))
        };
        self.lag.set_hard_limit(time.hard);
        if self.options.human_pace
            && let Some(strength) = limits.strength
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
        self.emit(Event::Search {
            report: Report::BestMove {
                mv: self.position.board().legal_moves().first().copied(),
                ponder: None,
            },
            notation: self.castling_notation(),
            show_wdl: self.options.show_wdl,
        });
        self.emit(Event::Ended);
    }

    /// Returns the legal moves of `searchmoves`, and reports the others as errors.
    fn legal_search_moves(&self, moves: &[CoordinateMove]) -> Vec<Move> {
        let (mut legal, mut illegal) = (Vec::new(), Vec::new());
        for written in moves {
            match written.resolve(self.position.board()) {
                Some(mv) => legal.push(mv),
                None => illegal.push(written),
            }
        }
        let message = |mv| format!("go: searchmoves: \"{mv}\" is not legal in this position");
        self.report_errors("go: searchmoves", illegal.into_iter().map(message));
        legal
    }

    /// Returns the function that turns the reports of a search into events, and a channel that
    /// closes when the function is dropped, which is when all threads of the search have ended.
    fn reporter(&self) -> (Reporter, Receiver<()>) {
        let (running, ended) = end_signal();
        let notation = self.castling_notation();
        let show_wdl = self.options.show_wdl;
        let on_event = self.on_event.clone();
        let reporter: Reporter = Arc::new(move |report| {
            let _running = &running;
            let is_last = matches!(report, Report::BestMove { .. });
            on_event(match report {
                Report::NoMate { moves } => Event::Note(format!("there is no mate in {moves}")),
                Report::Bug => Event::Error(format!(
                    "go: the search hit {A_BUG}; playing the best move so far"
                )),
                report => Event::Search {
                    report,
                    notation,
                    show_wdl,
                },
            });
            if is_last {
                on_event(Event::Ended);
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
        let on_event = self.on_event.clone();
        self.start_in_background("go perft", move |shared| {
            let started = Instant::now();
            let method = Method {
                threads,
                stop: shared.stop_flag(),
                progress: &|PerftProgress { done, total }| {
                    on_event(Event::Progress {
                        done: done as u64,
                        total: total as u64,
                    });
                },
            };
            let Some(divide) = divide_parallel(&board, depth, None, &method) else {
                return Event::Note(format!("perft {depth} was stopped"));
            };
            Event::Perft {
                total: perft::total(&divide, depth),
                divide,
                elapsed: started.elapsed(),
                notation,
            }
        });
    }

    /// Starts a background task that a caller has defined.
    pub(super) fn run_task(&mut self, task: BackgroundTask) {
        self.free_pool();
        let (name, board) = (task.name, *self.position.board());
        let (network, on_event) = (self.pool.network().clone(), self.on_event.clone());
        let params = self.options.params.clone();
        self.start_in_background(name, move |shared| {
            let input = TaskInput {
                board,
                network,
                params,
                stop: shared.stop_flag().clone(),
                on_event,
            };
            match (task.run)(&input) {
                Ok(Some(result)) => Event::Text(result),
                Ok(None) => Event::Note(format!("{name} was stopped")),
                Err(error) => Event::Error(format!("{name}: {error}")),
            }
        });
    }

    /// Starts a background task. `task` returns the event to emit at its end. Error messages begin
    /// with `name`.
    fn start_in_background(
        &mut self,
        name: &'static str,
        task: impl FnOnce(&Shared) -> Event + Send + 'static,
    ) {
        let (running, ended) = end_signal();
        self.activity = Activity::BackgroundTask { ended };
        let on_event = self.on_event.clone();
        self.emit(Event::Started);
        let run = move |shared: &Shared| {
            let _running = running;
            let done = panics::caught(|| {
                let result = task(shared);
                // Must come before the result: a client that has read it may send `isready`, which
                // must then wait for the commands in the queue.
                shared.set_answered();
                on_event(result);
            });
            if done.is_none() {
                shared.set_answered();
                on_event(Event::Error(format!("{name}: hit {A_BUG}")));
            }
            on_event(Event::Ended);
        };
        self.pool.start_task(run);
    }
}
