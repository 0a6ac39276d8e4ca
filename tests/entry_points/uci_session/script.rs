//! The lines of a session and the pauses between them, and the answers that the engine must give.
//!
//! A line of the input bytes that begins with `@` contains choices, from which [`compose`] composes
//! a step. Other lines are sent unchanged. Commands that could run for long are stopped. Lines
//! that would need much memory, many threads or access to files are left out.

use std::time::Duration;

use ferz::bench::{HASH_MEGABYTES, Positions, parse_bench};
use ferz::chess::notation::CoordinateMove;
use ferz::chess::{Board, Move};
use ferz::cli::EXTRA_COMMANDS;
use ferz::engine::options::Options;
use ferz::engine::{BackgroundTask, Command, Go};
use ferz::search::limits::Limits;
use ferz::uci::parse;

use super::compose::{Composed, compose};
use super::stored_output::Answers;
use crate::entry_points::bytes::Bytes;

/// The maximum number of lines. Later lines are left out.
const MAX_LINES: usize = 60;

/// The maximum number of errors that the engine prints about one list of moves.
const MAX_ERRORS: usize = 6;

/// The maximum size of the transposition table, in MB.
const MAX_HASH: i64 = 4;

/// The maximum number of threads.
const MAX_THREADS: i64 = 3;

/// The maximum number of nodes of a search that ends within milliseconds.
const FEW_NODES: u64 = 2_000;

/// The maximum depth of a search that ends within milliseconds.
const LOW_DEPTH: u32 = 2;

/// The maximum time of a search that ends within milliseconds.
const SHORT_TIME: Duration = Duration::from_millis(20);

/// The maximum depth of a perft that ends within milliseconds.
const LOW_PERFT: u32 = 2;

/// A step of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Sends a line, including its line end.
    Line(Vec<u8>),
    /// Sends nothing for this time.
    Pause(Duration),
    /// Sends nothing until the engine has given these answers.
    Wait(Answers),
}

/// A search of the session.
#[derive(Clone, Debug)]
pub struct Search {
    pub board: Board,
    /// The moves of `searchmoves`. If empty, all moves are searched.
    pub moves: Vec<Move>,
}

/// The kind of command that may be running.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Running {
    Nothing,
    /// A search or a perft that ends by itself within milliseconds.
    Short,
    /// A search that ends only when it is stopped.
    Endless,
    /// A search that may end by itself.
    Long,
    /// A perft or a bench that may take long. Later commands wait for its end.
    Task,
}

/// A session, and the output that the engine must print.
#[derive(Debug)]
pub struct Script {
    /// The steps of the input.
    pub steps: Vec<Step>,
    /// The searches, in order.
    pub searches: Vec<Search>,
    /// The number of best moves, `readyok` and perfts.
    pub answers: Answers,
    /// The number of answers to `uci`.
    pub identities: usize,
    /// The number of answers to `d`.
    pub displays: usize,
    /// The number of answers to `eval`.
    pub evaluations: usize,
    /// The first line of each constant text that is printed, such as help.
    pub printed: Vec<String>,
    /// The number of benches.
    pub benches: usize,
    /// The number of lines `info string error: …`.
    pub errors: usize,
    /// The engine's position after the steps so far.
    board: Board,
    /// The engine's options after the steps so far.
    options: Options,
    /// The command that may be running after the steps so far.
    running: Running,
}

impl Script {
    /// Creates the session that these bytes describe.
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
        script.add_line(b"setoption name Hash value 1");
        for line in data.split(|&byte| byte == b'\n').take(MAX_LINES) {
            let ended = match line.split_first() {
                Some((b'@', choices)) => script.add_composed(&mut Bytes(choices)),
                _ => script.add_line(line),
            };
            if ended {
                return script;
            }
        }
        // At the end of the input, the engine waits for commands that end by themselves.
        if matches!(script.running, Running::Long | Running::Task) {
            script.add_stop();
        }
        script
    }

    /// Adds a step composed from choices. Returns whether it is the last.
    fn add_composed(&mut self, choices: &mut Bytes<'_>) -> bool {
        match compose(choices, &self.board) {
            Composed::Line(line) => return self.add_line(line.as_bytes()),
            Composed::Pause(time) => self.steps.push(Step::Pause(time)),
            Composed::Wait if matches!(self.running, Running::Nothing | Running::Short) => {
                self.running = Running::Nothing;
                self.steps.push(Step::Wait(self.answers));
            }
            // Does not wait for a command that may run for long.
            Composed::Wait => {}
        }
        false
    }

    /// Adds a line, unless [`Self::is_too_much`] rejects it. Returns whether it is the last.
    fn add_line(&mut self, line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line);
        let mut commands = parse::line(text.trim_end_matches(['\r', '\n']), EXTRA_COMMANDS);
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
        // A search that is started now would wait for a long one.
        if (starts || ends) && self.running == Running::Task
            || starts && self.running == Running::Long
        {
            self.add_stop();
        }
        self.steps.push(Step::Line([line, b"\n"].concat()));
        if let Some(command) = command {
            self.expect_output_of(command);
        }
        ends
    }

    /// Adds a `stop`.
    fn add_stop(&mut self) {
        self.steps.push(Step::Line(b"stop\n".to_vec()));
        self.running = Running::Nothing;
    }

    /// Returns whether a command would need much memory, many threads or access to files, or
    /// whether it is a second bench.
    fn is_too_much(&self, command: &Command) -> bool {
        let (name, value) = match command {
            Command::SetOption { name, value } => (name, value),
            Command::Run(task) => return self.benches > 0 || is_large(task),
            _ => return false,
        };
        let number = || value.as_ref()?.parse::<i64>().ok();
        let exceeds = |max| number().is_some_and(|number| number > max);
        match name.to_ascii_lowercase().as_str() {
            "hash" => exceeds(MAX_HASH),
            "threads" => exceeds(MAX_THREADS),
            "syzygypath" | "evalfile" | "debug log file" => value
                .as_ref()
                .is_some_and(|path| !["", "<empty>", "ferz-8.nnue"].contains(&path.as_str())),
            _ => false,
        }
    }

    /// Records the output that a command must cause.
    fn expect_output_of(&mut self, command: Command) {
        match command {
            Command::Identify => self.identities += 1,
            Command::IsReady => self.answers.ready += 1,
            Command::Display => self.displays += 1,
            Command::Evaluate => self.evaluations += 1,
            Command::Print(text) => self.printed.extend(text.lines().next().map(str::to_owned)),
            Command::Error(_) | Command::InvalidPosition(_) => self.errors += 1,
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
            // From now on, a limit may end the search.
            Command::PonderHit if self.running == Running::Endless => self.running = Running::Long,
            Command::Go(go) => self.expect_search(&go),
            Command::Perft(depth) => {
                self.answers.perfts += 1;
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

    /// Records the output that a search must cause.
    fn expect_search(&mut self, go: &Go) {
        let resolved = go
            .search_moves
            .iter()
            .map(|written| written.resolve(&self.board));
        let resolved: Vec<Option<Move>> = resolved.collect();
        let illegal = resolved.iter().filter(|mv| mv.is_none()).count();
        // The last error states the number of the remaining ones.
        self.errors += illegal.min(MAX_ERRORS);
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

    /// Returns whether the limits end a search within milliseconds.
    fn is_short(&self, limits: &Limits) -> bool {
        let clock = limits.clock(self.board.side_to_move());
        limits.nodes.is_some_and(|nodes| nodes <= FEW_NODES)
            || limits.depth.is_some_and(|depth| depth <= LOW_DEPTH)
            || limits.move_time.is_some_and(|time| time <= SHORT_TIME)
            || clock.is_some_and(|clock| clock.time + clock.increment <= SHORT_TIME)
    }
}

/// Returns whether a bench needs much memory, many threads or access to files. Also returns true
/// for a speedtest, which may end before it is stopped.
fn is_large(task: &BackgroundTask) -> bool {
    let arguments: Vec<&str> = task.arguments.split_whitespace().collect();
    let bench = match task.name {
        "bench" => parse_bench(&arguments).expect("the engine accepts the line"),
        _ => return true,
    };
    bench.hash_megabytes > HASH_MEGABYTES
        || bench.threads.get() > MAX_THREADS as usize
        || matches!(bench.positions, Positions::File(_))
}

/// Returns the board that a `position` describes, or `None` if it is invalid.
fn board(fen: Option<&str>, moves: &[CoordinateMove]) -> Option<Board> {
    let board = fen.map_or_else(|| Some(Board::default()), |fen| fen.parse().ok())?;
    after_moves(board, moves)
}

/// Returns the board after these moves, or `None` if one of them is illegal.
fn after_moves(mut board: Board, moves: &[CoordinateMove]) -> Option<Board> {
    for written in moves {
        board = board.after(written.resolve(&board)?);
    }
    Some(board)
}
