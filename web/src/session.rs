//! A session: takes lines in the order in which they arrive, and executes them one by one.
//!
//! It replaces the reader thread, the queue and the endless loop of the program, which need
//! threads: everything runs in [`run`], and [`hear`] is called while a search or a count runs. The
//! order is that of the program: `stop`, `ponderhit` and `isready` act at once, other lines wait for
//! the end of what runs, and a new search ends one that does not end by itself.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufReader, Stdin};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ferz::bench::commands::BENCH;
use ferz::chess::Color;
use ferz::engine::{Command, Engine, Event};
use ferz::search::Shared;
use ferz::uci::print::text_of;
use ferz::uci::{ExtraCommand, LineSource, TextInput, parse};

use crate::output::print;
use crate::requests;

/// The commands besides those of UCI.
const EXTRA_COMMANDS: &[ExtraCommand] = &[BENCH];

/// What a line asks for.
enum Task {
    Command(Command),
    /// A request of the page, in JSON.
    Request(String),
}

/// A search or a count that runs.
struct Running {
    /// Ends it when set.
    stop: Arc<AtomicBool>,
    /// The search, which may ponder; `None` for a request.
    shared: Option<Arc<Shared>>,
    started: Instant,
    ends_by_itself: bool,
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
    hear();
    while let Some(task) = SESSION.with_borrow_mut(|session| session.waiting.pop_front()) {
        match task {
            Task::Command(Command::Quit) => process::exit(0),
            Task::Command(command) => execute(command),
            Task::Request(line) => {
                let stop = Arc::<AtomicBool>::default();
                start(Running {
                    stop: stop.clone(),
                    shared: None,
                    started: Instant::now(),
                    ends_by_itself: true,
                });
                requests::answer(&line, &stop);
            }
        }
        SESSION.with_borrow_mut(|session| session.running = None);
        hear();
    }
}

/// Reads the lines that have arrived.
pub fn hear() {
    SESSION.with_borrow_mut(|session| {
        while let Ok(Some(line)) = session.input.next_line() {
            if line.starts_with('{') {
                session.waiting.push_back(Task::Request(line));
            } else {
                parse::line(&line, EXTRA_COMMANDS)
                    .into_iter()
                    .for_each(|command| session.take(command));
            }
        }
        // A `stop` in the queue ends all that was sent before it.
        let is_stop = |task: &Task| matches!(task, Task::Command(Command::Stop | Command::Quit));
        if session.waiting.iter().any(is_stop) {
            session.stop();
        }
    });
}

impl Session {
    /// Executes a command at once, or puts it into the queue.
    fn take(&mut self, command: Command) {
        let is_first = self.waiting.is_empty();
        match (&command, &mut self.running) {
            (Command::Stop, Some(_)) => {
                self.stop();
                if is_first {
                    return;
                }
            }
            (Command::IsReady, Some(_)) if is_first => {
                print(&text_of(&Event::Ready));
                return;
            }
            (Command::PonderHit, Some(running)) if is_first => {
                if let Some(shared) = &running.shared {
                    shared.ponder_hit(running.started.elapsed());
                }
                running.ends_by_itself = true;
                return;
            }
            (Command::Go(_) | Command::Perft(_) | Command::Run(_), Some(running))
                if !running.ends_by_itself =>
            {
                self.stop();
            }
            _ => {}
        }
        self.waiting.push_back(Task::Command(command));
    }

    /// Ends what runs.
    fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Release);
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
        let side = SESSION.with_borrow(|session| session.side_to_move);
        let (mut started, mut ends_by_itself) = (Instant::now(), true);
        if let Command::Go(go) = &mut command {
            // The clock of a search that has waited starts when the search does.
            go.received = Instant::now();
            started = go.received;
            ends_by_itself = go.limits.ends_by_itself(side);
        }
        let shared = engine.shared().clone();
        start(Running {
            stop: shared.stop_flag().clone(),
            shared: Some(shared),
            started,
            ends_by_itself,
        });
        engine.execute_caught(command);
    });
}

fn start(running: Running) {
    SESSION.with_borrow_mut(|session| session.running = Some(running));
}

/// Prints an event of the engine.
fn report(event: &Event) {
    if let Event::Position(situation) = event {
        let side = situation.board.side_to_move();
        SESSION.with_borrow_mut(|session| session.side_to_move = side);
    }
    print(&text_of(event));
}
