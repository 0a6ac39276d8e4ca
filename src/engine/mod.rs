//! The engine thread: it owns the position, the options and the search threads, and does
//! what [`Command`]s ask, one after the other.
//!
//! No search or count runs on it, so it is ready for the next command while they do; what it
//! and they have to say goes out as [`Event`]s. It knows nothing of how either is written.
//! See <https://www.chessprogramming.org/UCI>.

pub mod about;
mod command;
mod event;
mod lag;
pub mod options;
mod queue;
mod setup;
mod upkeep;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, bounded};

use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::chess::{Color, Move, Position, Termination, legal_moves};
use crate::eval::{trace, winning_chances};
use crate::perft::{
    self,
    parallel::{Method, divide_parallel},
};
use crate::search::limits::Limits;
use crate::search::pool::Pool;
use crate::search::strength::Strength;
use crate::search::time::TimeLimits;
use crate::search::{Job, Report, Reporter, Shared};
use crate::support::memory::OutOfMemory;
use crate::support::panics::{self, A_BUG};
use crate::tools::bench::Request;
pub use command::{Command, Go};
pub use event::{Event, Output};
use lag::Lag;
use options::{Effect, Options, declarations};
pub use queue::Ending;
use upkeep::Upkeep;

/// Nodes of the search that answers a `go` without a limit that was understood.
const SHORT_SEARCH: u64 = 10_000;

/// More problems of one kind than this are only counted.
const TOLD: usize = 5;

/// What is running in the pool.
#[derive(Clone, Debug, Default)]
enum Activity {
    /// Nothing, so far as was asked.
    #[default]
    Idle,
    /// A search for the side to move.
    Search {
        limits: Box<Limits>,
        side: Color,
        started: Instant,
    },
    /// A count or a bench, which ends by itself; the channel is closed when it does.
    Task { ended: Receiver<()> },
}

/// The engine; see the head of [this module](self).
pub struct Engine {
    position: Position,
    /// Whether the last `position` was refused, so that `position` is an older one.
    position_refused: bool,
    options: Options,
    pool: Pool,
    activity: Activity,
    /// Commands that wait for the end of a count or a bench.
    waiting: VecDeque<Command>,
    /// What to say of the end of the program.
    ending: Ending,
    /// What the pool must be told when it is free, for a search was running at the time.
    pending: Vec<Upkeep>,
    output: Output,
    /// Lag of the moves of this game.
    lag: Lag,
    /// Decides what a weak player plays; of each game.
    seed: u64,
    /// Whether to tell what a user seldom needs, such as the limits on time.
    debug: bool,
}

impl Engine {
    /// An engine at the initial position of a game.
    ///
    /// # Errors
    ///
    /// If there is no memory for a hash of the default size.
    pub fn new(output: Output) -> Result<Self, OutOfMemory> {
        let options = Options::default();
        Ok(Self {
            position: Position::default(),
            position_refused: false,
            pool: Pool::new(options.threads, options.hash_megabytes)?,
            options,
            activity: Activity::Idle,
            waiting: VecDeque::new(),
            ending: Ending::Finished,
            pending: Vec::new(),
            output,
            lag: Lag::default(),
            seed: fastrand::u64(..),
            debug: false,
        })
    }

    /// Obeys a command; should there be a bug in the way, that is all that comes of it, but
    /// for the answer that every `go` must have.
    fn obey_or_say(&mut self, command: Command) {
        let is_go = matches!(command, Command::Go(_));
        if panics::caught(|| self.obey(command)).is_none() {
            self.error(format!("this command met {A_BUG}"));
            if is_go {
                self.end();
                self.answer_without_search();
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Identify => self.say(Event::Identity(declarations())),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                self.settle();
                self.say(Event::Ready);
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                self.seed = fastrand::u64(..);
                self.lag = Lag::default();
                self.later(Upkeep::Clear);
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::RefusePosition(message) => self.refuse_position(message),
            Command::Moves(moves) => self.play_on(&moves),
            Command::Flip => {
                self.remind_of_refusal("flip");
                self.position = Position::new(self.position.board().flipped());
                self.position_refused = false;
            }
            Command::Go(go) => self.go(go),
            Command::Perft(depth) => self.perft(depth),
            Command::Stop | Command::Interrupt => self.pool.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Display => {
                self.remind_of_refusal("d");
                self.say(Event::Text(self.display()));
            }
            Command::Evaluate => {
                self.remind_of_refusal("eval");
                self.say(Event::Text(self.evaluation()));
            }
            Command::Bench(request) => self.bench(request),
            Command::Print(text) => self.say(Event::Text(text)),
            Command::Note(note) => self.say(Event::Note(note)),
            Command::Refuse(message) => self.error(message),
            Command::Register | Command::Quit | Command::OutputClosed | Command::EndOfInput => {}
        }
    }

    fn say(&self, event: Event) {
        (self.output)(event);
    }

    fn error(&self, message: String) {
        self.say(Event::Error(message));
    }

    /// Says the first of some messages, which all name this place, and how many more there are.
    fn errors(&self, place: &str, messages: impl ExactSizeIterator<Item = String>) {
        let more = messages.len().saturating_sub(TOLD);
        messages.take(TOLD).for_each(|message| self.error(message));
        if more > 0 {
            self.error(format!("{place}: {more} more like these"));
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Ok(Effect::None) => {}
            Ok(Effect::OpenTables) => self.later(Upkeep::OpenTables),
            Ok(Effect::Probing) => self.later(Upkeep::Probing),
            Ok(Effect::Resize) => self.later(Upkeep::Resize),
            Ok(Effect::ClearHash) => self.later(Upkeep::Clear),
            Err(error) => self.error(format!("setoption: {error}")),
        }
    }

    /// Ends what runs, so that something else can be started.
    fn interrupt(&mut self) {
        self.end();
        self.settle();
    }

    /// Stops what runs and waits for it.
    fn end(&mut self) {
        self.pool.stop();
        self.pool.wait();
    }

    fn go(&mut self, go: Go) {
        self.interrupt();
        self.remind_of_refusal("go");
        let Go {
            mut limits,
            search_moves,
            skipped,
            received,
        } = go;
        let side = self.position.side_to_move();
        if skipped && !limits.infinite && !limits.has_end(side) {
            limits.nodes = Some(SHORT_SEARCH);
            self.say(Event::Note(format!(
                "go: no limit was understood, so {SHORT_SEARCH} nodes are searched"
            )));
        }
        limits.search_moves = self.resolve(&search_moves);
        if let Some(elo) = self.options.limited_elo() {
            limits.weaken(Strength::of(elo, self.seed));
        }
        let lag = self.lag.at(side, limits.clock(side), self.pool.thought());
        let time = if limits.infinite {
            TimeLimits::default()
        } else {
            TimeLimits::new(&limits, side, self.options.move_overhead.max(lag))
        };
        if self.debug {
            let millis = |limit: Option<Duration>| match limit {
                Some(limit) => format!("{} ms", limit.as_millis()),
                None => "none".to_owned(),
            };
            let (soft, hard) = (millis(time.soft), millis(time.hard));
            self.say(Event::Note(format!(
                "time for this move: soft limit {soft}, hard limit {hard}"
            )));
        }
        self.activity = Activity::Search {
            limits: Box::new(limits.clone()),
            side,
            started: received,
        };
        let started = self.pool.start_search(Job {
            position: self.position.clone(),
            limits,
            time,
            started: received,
            lines: self.options.lines,
            reporter: self.reporter(),
        });
        if let Err(error) = started {
            self.error(format!("go: {error}"));
            if error.started == 0 {
                self.answer_without_search();
            }
        }
    }

    /// Every `go` is answered, even if there is no thread to search with.
    fn answer_without_search(&self) {
        let notation = self.castling_notation();
        let first = legal_moves(self.position.board()).first().copied();
        let mv = first.map(|mv| CoordinateMove::new(mv, notation));
        self.say(Event::BestMove { mv, ponder: None });
    }

    /// The moves of `searchmoves` that are legal here; the others are said.
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

    /// How castling is to be written.
    fn castling_notation(&self) -> CastlingNotation {
        if self.options.chess960 || self.position.board().needs_chess960_notation() {
            CastlingNotation::KingTakesRook
        } else {
            CastlingNotation::KingMoves
        }
    }

    /// Turns what the search reports into events.
    fn reporter(&self) -> Reporter {
        let notation = self.castling_notation();
        let show_wdl = self.options.show_wdl;
        let output = self.output.clone();
        Arc::new(move |report| {
            let write = |mv| CoordinateMove::new(mv, notation);
            output(match report {
                Report::Line(line) => Event::Line {
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
                    "go: the search met {A_BUG}; the best move so far is played"
                )),
                Report::Best { mv, ponder } => Event::BestMove {
                    mv: mv.map(write),
                    ponder: ponder.map(write),
                },
            });
        })
    }

    fn perft(&mut self, depth: u32) {
        self.interrupt();
        self.remind_of_refusal("go perft");
        let board = *self.position.board();
        let notation = self.castling_notation();
        let threads = self.pool.threads();
        self.run_task("go perft", move |shared| {
            let started = Instant::now();
            let method = Method {
                threads,
                stop: &shared.stop,
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

    fn bench(&mut self, request: Request) {
        self.interrupt();
        let (name, board) = (request.name(), *self.position.board());
        self.run_task(name, move |shared| {
            match request.run(&board, &shared.stop) {
                Ok(Some(result)) => Event::Text(result),
                Ok(None) => Event::Note(format!("{name} was stopped before its end")),
                Err(error) => Event::Error(format!("{name}: {error}")),
            }
        });
    }

    /// Starts a count or a bench, whose result is an event to print.
    fn run_task(
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

    fn ponder_hit(&mut self) {
        if let Activity::Search {
            limits, started, ..
        } = &mut self.activity
            && limits.ponder
        {
            limits.ponder = false;
            self.pool.ponder_hit(*started);
        }
    }

    /// The FEN of the position, castling rights in the style of the moves.
    fn fen(&self) -> String {
        let board = self.position.board();
        match self.castling_notation() {
            CastlingNotation::KingMoves => board.to_string(),
            CastlingNotation::KingTakesRook => board.shredder_fen(),
        }
    }

    /// The position as text: diagram, FEN, key, checkers, legal moves, and the result of a
    /// game that is over.
    fn display(&self) -> String {
        let board = self.position.board();
        let (fen, notation) = (self.fen(), self.castling_notation());
        let mut moves: Vec<String> = legal_moves(board)
            .into_iter()
            .map(|mv| CoordinateMove::new(mv, notation).to_string())
            .collect();
        moves.sort();
        format!(
            "{}\n\nFen: {fen}\nKey: {:016X}\nCheckers: {}\nLegal moves: {} ({}){}",
            board.diagram(),
            self.position.keys().all,
            board.checkers().names(" "),
            moves.join(" "),
            moves.len(),
            self.result(),
        )
    }

    /// The evaluation of the position as text. Without a legal move there is nothing to
    /// evaluate, only the result.
    fn evaluation(&self) -> String {
        match self.position.termination() {
            Some(end @ (Termination::Checkmate { .. } | Termination::Stalemate)) => {
                format!("No evaluation: {end}")
            }
            _ => format!("{}{}", trace(self.position.board()), self.result()),
        }
    }

    /// A line with the result of a game that is over; otherwise nothing.
    fn result(&self) -> String {
        let end = self.position.termination();
        end.map_or_else(String::new, |end| format!("\nResult: {end}"))
    }
}
