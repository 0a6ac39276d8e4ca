//! A session: takes lines in the order in which they arrive, and executes them one by one.
//!
//! It replaces the reader thread and the queue of the program, which need threads: everything runs in
//! [`run`], and [`hear`] is called while a search or a count runs. As in the program, `stop`,
//! `ponderhit` and `isready` act at once, and a new search ends one that does not end by itself. Other
//! commands wait for the end of what runs, even of a search that is infinite or ponders.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufReader, Stdin};
use std::panic;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ferz::bench::commands::BENCH;
use ferz::chess::Color;
use ferz::engine::{Command, Engine, Event, Go};
use ferz::search::Shared;
use ferz::search::limits::Limits;
use ferz::support::quote::OneLine;
use ferz::uci::print::text_of;
use ferz::uci::{ExtraCommand, LineSource, TextInput, parse};

use crate::requests;

/// The commands besides those of UCI.
const EXTRA_COMMANDS: &[ExtraCommand] = &[BENCH];

/// What a line asks for: a command of UCI, or a request in JSON.
enum Task {
    Command(Command),
    Request(String),
}

/// A search or a count that runs.
struct Running {
    /// Ends it when set.
    stop: Arc<AtomicBool>,
    /// The search; `None` for a count, a bench or a request.
    search: Option<Search>,
}

/// A search that runs.
struct Search {
    limits: Limits,
    /// The side to move.
    side: Color,
    started: Instant,
    shared: Arc<Shared>,
}

/// What [`hear`] needs while the engine is in use.
struct Session {
    input: TextInput<BufReader<Stdin>>,
    waiting: VecDeque<Task>,
    running: Option<Running>,
    side_to_move: Color,
}

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session {
        input: TextInput::new(BufReader::new(io::stdin()), false),
        waiting: VecDeque::new(),
        running: None,
        side_to_move: Color::White,
    });
    /// The engine; `None` before the first UCI command. A worker that only answers requests needs
    /// no hash table.
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Executes lines until none is left.
pub fn run() {
    // The host shows the last line.
    panic::set_hook(Box::new(|info| eprintln!("{}", OneLine(&info.to_string()))));
    hear();
    while let Some(task) = SESSION.with_borrow_mut(|session| session.waiting.pop_front()) {
        match task {
            Task::Command(Command::Quit) => process::exit(0),
            Task::Command(command) => execute(command),
            Task::Request(line) => {
                let stop = Arc::<AtomicBool>::default();
                start(stop.clone(), None);
                requests::answer(&line, &stop);
            }
        }
        SESSION.with_borrow_mut(|session| session.running = None);
        hear();
    }
}

/// Reads the lines that have arrived, and executes what acts at once.
pub fn hear() {
    SESSION.with_borrow_mut(|session| {
        while let Ok(Some(line)) = session.input.next_line() {
            if line.starts_with('{') {
                session.waiting.push_back(Task::Request(line));
            } else {
                let commands = parse::line(&line, EXTRA_COMMANDS).into_iter();
                session.waiting.extend(commands.map(Task::Command));
            }
        }
        if let Some(running) = &mut session.running {
            running.attend_to(&mut session.waiting);
        }
    });
}

impl Running {
    /// Executes and removes the waiting commands that act at once.
    fn attend_to(&mut self, waiting: &mut VecDeque<Task>) {
        let (mut is_first, mut starts_another) = (true, false);
        waiting.retain(|task| {
            let Task::Command(command) = task else {
                is_first = false;
                return true;
            };
            let is_done = match command {
                Command::IsReady => {
                    print!("{}", text_of(&Event::Ready));
                    true
                }
                Command::PonderHit if !starts_another => {
                    self.ponder_hit();
                    true
                }
                // It also ends what was sent before it and waits.
                Command::Stop => {
                    self.stop();
                    is_first
                }
                Command::Go(_) | Command::Perft(_) | Command::Run(_) => {
                    starts_another = true;
                    if self
                        .search
                        .as_ref()
                        .is_some_and(|search| !search.limits.ends_by_itself(search.side))
                    {
                        self.stop();
                    }
                    false
                }
                Command::Quit if self.search.is_some() => {
                    self.stop();
                    false
                }
                _ => false,
            };
            is_first &= is_done;
            !is_done
        });
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    fn ponder_hit(&mut self) {
        if let Some(search) = &mut self.search
            && search.limits.ponder
        {
            search.limits.ponder = false;
            search.shared.ponder_hit(search.started.elapsed());
        }
    }
}

impl Search {
    fn new(go: &Go, shared: Arc<Shared>) -> Self {
        let side = SESSION.with_borrow(|session| session.side_to_move);
        let mut limits = go.limits.clone();
        limits.share_clock(side);
        if go.has_ignored && !limits.has_limit(side) {
            // The engine then searches only for a moment.
            limits.depth = Some(1);
        }
        Self {
            limits,
            side,
            started: go.received,
            shared,
        }
    }
}

/// Executes a command to its end.
fn execute(mut command: Command) {
    ENGINE.with_borrow_mut(|engine| {
        if engine.is_none() {
            match Engine::new(Arc::new(|event| report(&event))) {
                Ok(new) => *engine = Some(new),
                Err(error) => return report(&Event::Error(error.to_string())),
            }
        }
        let Some(engine) = engine else { return };
        let shared = engine.shared();
        match &mut command {
            Command::Go(go) => {
                // The clock of a search that has waited starts when the search does.
                go.received = Instant::now();
                let search = Search::new(go, shared.clone());
                start(shared.stop_flag().clone(), Some(search));
            }
            Command::Perft(_) | Command::Run(_) => start(shared.stop_flag().clone(), None),
            _ => {}
        }
        engine.execute_caught(command);
    });
}

fn start(stop: Arc<AtomicBool>, search: Option<Search>) {
    SESSION.with_borrow_mut(|session| session.running = Some(Running { stop, search }));
}

/// Prints an event of the engine.
fn report(event: &Event) {
    if let Event::Position(situation) = event {
        let side = situation.board.side_to_move();
        SESSION.with_borrow_mut(|session| session.side_to_move = side);
    }
    print!("{}", text_of(event));
}
