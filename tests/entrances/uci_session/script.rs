//! What is said to the engine and when, and what it must answer.
//!
//! Bytes are lines as they are, or, behind an `@`, choices that make a [line](super::compose).
//! What would run for long is stopped in time, and what would take much memory, many threads
//! or somebody's files is left out. See <https://backscattering.de/chess/uci/>.

use std::time::Duration;

use ferz::chess::notation::CoordinateMove;
use ferz::chess::{Board, Move};
use ferz::engine::options::Options;
use ferz::engine::{Command, Go, Task};
use ferz::search::limits::Limits;
use ferz::tools::bench::{COMMANDS, HASH_MEGABYTES, Positions, parse_bench};
use ferz::uci::parse;

use super::compose::{Composed, compose};
use super::screen::Answers;
use crate::entrances::bytes::Bytes;

/// More lines than this are left out.
const MOST_LINES: usize = 60;

/// Of a kind, where there may be many.
const MOST_ERRORS: usize = 6;

/// In MB.
const MOST_HASH: i64 = 4;
const MOST_THREADS: i64 = 3;

/// A search with such limits ends in milliseconds.
const FEW_NODES: u64 = 2_000;
const LOW_DEPTH: u32 = 2;
const SHORT_TIME: Duration = Duration::from_millis(20);

/// A count of this depth ends in milliseconds.
const LOW_PERFT: u32 = 2;

/// Something that happens on the side of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A line with its end.
    Line(Vec<u8>),
    /// Nothing is said for a while.
    Pause(Duration),
    /// Nothing is said until these answers are there.
    Wait(Answers),
}

/// A search that was asked for.
#[derive(Clone, Debug)]
pub struct Search {
    pub board: Board,
    /// The moves to consider; all where it is empty.
    pub moves: Vec<Move>,
}

/// What runs, so far as can be known.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Running {
    Nothing,
    /// A search or a count that ends by itself in milliseconds.
    Short,
    /// A search that ends when it is told to.
    Endless,
    /// A search that may end by itself.
    Long,
    /// A count or a bench that may take long; what follows waits for its end.
    Task,
}

/// A session, and what the engine must make of it.
#[derive(Debug)]
pub struct Script {
    pub steps: Vec<Step>,
    pub searches: Vec<Search>,
    pub answers: Answers,
    pub identities: usize,
    pub displays: usize,
    pub evaluations: usize,
    /// The first lines of texts that are the same each time.
    pub printed: Vec<String>,
    pub benches: usize,
    /// Lines of `info string error: …`.
    pub errors: usize,
    board: Board,
    options: Options,
    running: Running,
}

impl Script {
    /// The session that these bytes make.
    pub fn of(data: &[u8]) -> Self {
        let mut script = Self {
            steps: Vec::new(),
            searches: Vec::new(),
            answers: Answers::default(),
            identities: 0,
            displays: 0,
            evaluations: 0,
            printed: Vec::new(),
            benches: 0,
            errors: 0,
            board: Board::default(),
            options: Options::default(),
            running: Running::Nothing,
        };
        script.line(b"setoption name Hash value 1");
        for line in data.split(|&byte| byte == b'\n').take(MOST_LINES) {
            let ended = match line.split_first() {
                Some((b'@', choices)) => script.composed(&mut Bytes(choices)),
                _ => script.line(line),
            };
            if ended {
                return script;
            }
        }
        // At the end of the input, what ends by itself is waited for.
        if matches!(script.running, Running::Long | Running::Task) {
            script.stop();
        }
        script
    }

    /// Enters a line that choices make. Whether it is the last.
    fn composed(&mut self, choices: &mut Bytes<'_>) -> bool {
        match compose(choices, &self.board) {
            Composed::Line(line) => return self.line(line.as_bytes()),
            Composed::Pause(time) => self.steps.push(Step::Pause(time)),
            Composed::Wait if matches!(self.running, Running::Nothing | Running::Short) => {
                self.running = Running::Nothing;
                self.steps.push(Step::Wait(self.answers));
            }
            // Of an endless search only what does not end it can be waited for.
            Composed::Wait => {}
        }
        false
    }

    /// Enters a line, unless it asks for too much. Whether it is the last.
    fn line(&mut self, line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line);
        let mut commands = parse::line(text.trim_end_matches(['\r', '\n']), &COMMANDS);
        let command = commands.pop();
        if command
            .as_ref()
            .is_some_and(|command| self.is_too_much(command))
        {
            return false;
        }
        let starts = matches!(
            command,
            Some(Command::Go(_) | Command::Perft(_) | Command::Run(_))
        );
        let ends = command == Some(Command::Quit);
        if (starts || ends) && self.running == Running::Task {
            self.stop();
        }
        self.steps.push(Step::Line([line, b"\n"].concat()));
        if let Some(command) = command {
            self.expect(command);
        }
        ends
    }

    fn stop(&mut self) {
        self.steps.push(Step::Line(b"stop\n".to_vec()));
        self.running = Running::Nothing;
    }

    /// Whether a line is left out.
    fn is_too_much(&self, command: &Command) -> bool {
        let (name, value) = match command {
            Command::SetOption { name, value } => (name, value),
            Command::Run(task) => return self.benches > 0 || is_large(task),
            _ => return false,
        };
        let number = || value.as_ref()?.parse::<i64>().ok();
        let exceeds = |most| number().is_some_and(|number| number > most);
        match name.to_ascii_lowercase().as_str() {
            "hash" => exceeds(MOST_HASH),
            "threads" => exceeds(MOST_THREADS),
            "syzygypath" | "debug log file" => value
                .as_ref()
                .is_some_and(|path| !path.is_empty() && path != "<empty>"),
            _ => false,
        }
    }

    /// Takes down what a command must lead to.
    fn expect(&mut self, command: Command) {
        match command {
            Command::Identify => self.identities += 1,
            Command::IsReady => self.answers.ready += 1,
            Command::Display => self.displays += 1,
            Command::Evaluate => self.evaluations += 1,
            Command::Print(text) => self.printed.extend(text.lines().next().map(str::to_owned)),
            Command::Refuse(_) | Command::RefusePosition(_) => self.errors += 1,
            Command::SetOption { name, value } => {
                let set = self.options.set(&name, value.as_deref());
                self.errors += usize::from(set.is_err());
            }
            Command::Position { fen, moves } => match board(fen.as_deref(), &moves) {
                Some(board) => self.board = board,
                None => self.errors += 1,
            },
            Command::Moves(moves) => match after_moves(self.board, &moves) {
                Some(board) => self.board = board,
                None => self.errors += 1,
            },
            Command::Flip => self.board = self.board.flipped(),
            Command::Stop => self.running = Running::Nothing,
            // It may be a limit that ends it now.
            Command::PonderHit if self.running == Running::Endless => self.running = Running::Long,
            Command::Go(go) => self.expect_search(&go),
            Command::Perft(depth) => {
                self.answers.counts += 1;
                self.running = match depth {
                    ..=LOW_PERFT => Running::Short,
                    _ => Running::Task,
                };
            }
            Command::Run(_) => {
                self.benches += 1;
                self.running = Running::Task;
            }
            _ => {}
        }
    }

    fn expect_search(&mut self, go: &Go) {
        let resolved = go
            .search_moves
            .iter()
            .map(|written| written.resolve(&self.board));
        let resolved: Vec<Option<Move>> = resolved.collect();
        let illegal = resolved.iter().filter(|mv| mv.is_none()).count();
        // The last line says how many more there are.
        self.errors += illegal.min(MOST_ERRORS);
        self.searches.push(Search {
            board: self.board,
            moves: resolved.into_iter().flatten().collect(),
        });
        self.answers.best_moves += 1;
        self.running = if go.limits.infinite || go.limits.ponder {
            Running::Endless
        } else if self.is_short(&go.limits) {
            Running::Short
        } else {
            Running::Long
        };
    }

    fn is_short(&self, limits: &Limits) -> bool {
        let clock = limits.clock(self.board.side_to_move());
        limits.nodes.is_some_and(|nodes| nodes <= FEW_NODES)
            || limits.depth.is_some_and(|depth| depth <= LOW_DEPTH)
            || limits.move_time.is_some_and(|time| time <= SHORT_TIME)
            || clock.is_some_and(|clock| clock.time + clock.increment <= SHORT_TIME)
    }
}

/// Whether a measurement takes much memory, many threads or somebody's files; one by the clock
/// may end before it is stopped.
fn is_large(task: &Task) -> bool {
    let arguments: Vec<&str> = task.arguments.split_whitespace().collect();
    let bench = match task.name {
        "bench" => parse_bench(&arguments).expect("the line was not refused"),
        _ => return true,
    };
    bench.hash_megabytes > HASH_MEGABYTES
        || bench.threads.get() > MOST_THREADS as usize
        || matches!(bench.positions, Positions::File(_))
}

/// The board that a `position` describes, if there is one.
fn board(fen: Option<&str>, moves: &[CoordinateMove]) -> Option<Board> {
    let board = fen.map_or_else(|| Some(Board::default()), |fen| fen.parse().ok())?;
    after_moves(board, moves)
}

/// The board after these moves, if all are legal.
fn after_moves(mut board: Board, moves: &[CoordinateMove]) -> Option<Board> {
    for written in moves {
        board = board.after(written.resolve(&board)?);
    }
    Some(board)
}
