//! `ferz epd`: solves the test positions of EPD files.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::epd::solve::{Solution, SolveOptions, solve};
use crate::epd::{EpdError, EpdPosition, read};
use ferz::chess::san::San;
use ferz::chess::{Board, Move};
use ferz::engine::options::{MAX_HASH, MAX_THREADS};
use ferz::score::{MAX_PLY, Meaning};
use ferz::search::limits::Limits;
use ferz::support::quote::Named;
use serde::Serialize;

use super::counting::Cost;
use super::progress::ProgressBar;
use super::{
    ExitStatus, exit_status, input, number, print, print_error, print_notes, print_to_reader,
    to_json,
};

/// Time per position if the arguments set no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Solve files of test positions with best moves, moves to avoid, or mates (EPD)
///
/// Each line of a file is a position with operations: bm (the best moves), am (moves to avoid), dm
/// (mate in at most this number of moves; the principal variation must end in mate), id (the name
/// of the position) and c0 (a comment). "bm #3" and "ce +M3" mean "dm 3". "bm #-3" and "ce -M3"
/// mean that the side to move is mated in 3 moves. Other operations are ignored, and positions
/// without bm, am or dm are skipped. Moves are in SAN; common deviations from it are accepted.
///
/// Every search starts with an empty hash table. It ends at its limit, or when it finds the
/// expected mate. Prints the positions that were not solved, and the number of solved ones. The
/// exit status is 0 if all positions were solved, 1 if one was not (even if a line was malformed),
/// 2 if a file could not be read or a line was malformed (the other lines are still solved).
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz epd wac.epd --movetime 1000 --jobs 2")]
pub struct Arguments {
    /// Files of positions; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Milliseconds per position; 1000 if no limit is given
    #[arg(long, value_name = "MS", value_parser = number::<u64>(1..=u64::MAX))]
    movetime: Option<u64>,

    /// Nodes per position
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,

    /// Search depth in plies
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=MAX_PLY as u64))]
    depth: Option<u32>,

    /// Size of the hash table of each search in megabytes
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = number::<u32>(1..=MAX_HASH as u64))]
    hash: u32,

    /// Threads per search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=MAX_THREADS as u64))]
    threads: u32,

    /// Number of simultaneous searches; they slow each other down if there are more threads than
    /// processors
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=MAX_THREADS as u64))]
    jobs: u32,

    /// Print one JSON object instead of text
    ///
    /// Its fields are "format": "ferz-epd", "version": 1, "positions" (a list of {"file", "line",
    /// "id", "comment", "fen", "best_moves", "avoid_moves", "mate_in", "played", "score"
    /// ({"centipawns"} or {"mate"}), "depth", "nodes", "seconds", "pv", "solved", "fault"}),
    /// "errors" (a list of {"file", "line", "message"}) and "summary" ({"positions", "solved",
    /// "without_task" (skipped: no bm, am or dm), "malformed_lines", "threads", "hash_mb", "nodes",
    /// "seconds", "nodes_per_second"}).
    ///
    /// Later versions of the format may add fields, but remove none.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn options(&self) -> SolveOptions {
        let unlimited = self.nodes.is_none() && self.depth.is_none();
        let time = self.movetime.map(Duration::from_millis);
        let number = |number: u32| NonZeroUsize::new(number as usize).unwrap_or(NonZeroUsize::MIN);
        SolveOptions {
            limits: Limits {
                move_time: time.or_else(|| unlimited.then_some(DEFAULT_TIME)),
                nodes: self.nodes,
                depth: self.depth,
                ..Limits::default()
            },
            threads: number(self.threads),
            hash_megabytes: self.hash as usize,
            jobs: number(self.jobs),
        }
    }
}

/// The results as a JSON object.
#[derive(Serialize)]
struct EpdReport {
    format: &'static str,
    version: u32,
    positions: Vec<SolvedPosition>,
    errors: Vec<FileError>,
    summary: EpdSummary,
}

/// A position with its expected result and the result of the search. Moves are in SAN.
#[derive(Serialize)]
struct SolvedPosition {
    file: String,
    /// The line in the file, from 1.
    line: usize,
    id: Option<String>,
    comment: Option<String>,
    fen: String,
    best_moves: Vec<String>,
    avoid_moves: Vec<String>,
    /// The number of moves to mate; negative if the side to move is mated.
    mate_in: Option<i32>,
    played: Option<String>,
    score: Option<ScoreObject>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
    solved: bool,
    /// The reason why the position is not solved.
    fault: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ScoreObject {
    Centipawns(i32),
    Mate(i32),
}

/// A malformed line of a file.
#[derive(Serialize)]
struct FileError {
    file: String,
    #[serde(flatten)]
    error: EpdError,
}

/// The totals of all files.
#[derive(Serialize)]
struct EpdSummary {
    positions: usize,
    solved: usize,
    /// The number of positions without an expected result.
    without_task: usize,
    malformed_lines: usize,
    #[serde(flatten)]
    cost: Cost,
}

/// Runs `ferz epd`. Malformed lines are printed to standard error, and the other lines are solved.
///
/// # Errors
///
/// Returns an error if a file cannot be read, if there is no position to solve, or if all positions
/// are solved and a line is malformed.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    input::check_once(&arguments.files)?;
    let mut suites = Vec::new();
    let mut errors = Vec::new();
    for file in &arguments.files {
        suites.push(suite(file, &mut errors)?);
    }
    for FileError { file, error } in &errors {
        let EpdError { line, kind } = error;
        print_error(format_args!("{}:{line}: {kind}", Named(file.as_ref())));
    }
    let all: usize = suites.iter().map(|suite| suite.positions.len()).sum();
    if all == 0 && errors.is_empty() {
        return Err("found no position to solve; expected one with bm, am or dm".to_owned());
    }
    let started = Instant::now();
    let bar = ProgressBar::new("positions");
    let mut positions = Vec::new();
    for suite in &suites {
        if suite
            .solve(arguments, all, &bar, &mut positions)?
            .is_break()
        {
            break;
        }
    }
    drop(bar);
    let nodes = positions.iter().map(|position| position.nodes).sum();
    let threads = (arguments.threads * arguments.jobs.min(all.max(1) as u32)) as usize;
    let summary = EpdSummary {
        positions: positions.len(),
        solved: positions.iter().filter(|position| position.solved).count(),
        without_task: suites.iter().map(|suite| suite.without_task).sum(),
        malformed_lines: errors.len(),
        cost: Cost::new(threads, arguments.hash as usize, nodes, started),
    };
    let (unsolved, malformed) = (summary.positions - summary.solved, errors.len());
    print(&if arguments.json {
        to_json(&EpdReport {
            format: "ferz-epd",
            version: 1,
            positions,
            errors,
            summary,
        })
    } else {
        summary.text()
    })?;
    exit_status(unsolved > 0, malformed)
}

/// A file of positions with expected results.
struct Suite {
    name: String,
    positions: Vec<EpdPosition>,
    /// The number of positions that were skipped.
    without_task: usize,
}

/// Reads a file, and appends its malformed lines to `errors`.
fn suite(file: &Path, errors: &mut Vec<FileError>) -> Result<Suite, String> {
    let name = input::name(file).display().to_string();
    let (mut positions, malformed) = read(&input::text(file)?);
    for EpdPosition { line, notes, .. } in &positions {
        print_notes(format_args!("{}:{line}", Named(&input::name(file))), notes);
    }
    errors.extend(malformed.into_iter().map(|error| FileError {
        file: name.clone(),
        error,
    }));
    let read = positions.len();
    positions.retain(EpdPosition::has_task);
    Ok(Suite {
        name,
        without_task: read - positions.len(),
        positions,
    })
}

impl Suite {
    /// Searches the positions. As soon as a search ends without a solution, prints its position.
    /// Ends early if standard output is closed.
    fn solve(
        &self,
        arguments: &Arguments,
        all: usize,
        bar: &ProgressBar,
        results: &mut Vec<SolvedPosition>,
    ) -> Result<ControlFlow<()>, String> {
        let mut result = Ok(ControlFlow::Continue(()));
        solve(
            &self.positions,
            &arguments.options(),
            |position, solution| {
                let position = SolvedPosition::of(&self.name, position, &solution);
                if !position.solved && !arguments.json {
                    result = match bar.aside(|| print_to_reader(&position.text())) {
                        Ok(true) => Ok(ControlFlow::Continue(())),
                        Ok(false) => Ok(ControlFlow::Break(())),
                        Err(error) => Err(error),
                    };
                }
                results.push(position);
                bar.show(results.len() as u64, all as u64);
                match result {
                    Ok(flow) => flow,
                    Err(_) => ControlFlow::Break(()),
                }
            },
        )
        .map_err(|error| error.to_string())?;
        result
    }
}

/// Returns a sequence of moves in SAN, up to the first illegal one. Only a bug in the search
/// can produce an illegal move.
fn sans(mut board: Board, moves: &[Move]) -> Vec<String> {
    let mut texts = Vec::new();
    for &mv in moves {
        if !board.legal_moves().contains(&mv) {
            break;
        }
        texts.push(San::new(&board, mv).to_string());
        board = board.after(mv);
    }
    texts
}

impl SolvedPosition {
    fn of(file: &str, position: &EpdPosition, solution: &Solution) -> Self {
        let board = &position.board;
        let san = |mv| San::new(board, mv).to_string();
        let line = solution.line.as_ref();
        Self {
            pv: line.map_or_else(Vec::new, |line| sans(*board, &line.pv)),
            file: file.to_owned(),
            line: position.line,
            id: position.id.clone(),
            comment: position.comment.clone(),
            fen: board.to_string(),
            best_moves: position.best_moves.iter().copied().map(san).collect(),
            avoid_moves: position.avoid_moves.iter().copied().map(san).collect(),
            mate_in: position.mate_in,
            played: solution.played.map(san),
            score: line.map(|line| match Meaning::of(line.score) {
                Meaning::Centipawns(value) => ScoreObject::Centipawns(value),
                Meaning::Mate(moves) => ScoreObject::Mate(moves),
            }),
            depth: line.map_or(0, |line| line.depth),
            nodes: line.map_or(0, |line| line.nodes),
            seconds: solution.elapsed.as_secs_f64(),
            solved: solution.fault.is_none(),
            fault: solution.fault.map(|fault| fault.to_string()),
        }
    }

    /// Formats the file, line and id of the position, the played move, and the expected result.
    fn text(&self) -> String {
        let id = self.id.iter().map(|id| format!(" {id}:"));
        let played = self.played.as_deref().unwrap_or("nothing");
        let score = match self.score {
            Some(ScoreObject::Centipawns(value)) => format!(" ({:+.2})", f64::from(value) / 100.0),
            Some(ScoreObject::Mate(moves @ 1..)) => format!(" (mate in {moves})"),
            Some(ScoreObject::Mate(moves)) => format!(" (mated in {})", moves.abs()),
            None => String::new(),
        };
        let moves = |opcode: &str, moves: &[String]| match moves {
            [] => String::new(),
            moves => format!(", {opcode} {}", moves.join(" ")),
        };
        let mate = match self.mate_in {
            Some(moves @ 1..) => format!(", dm {moves}"),
            Some(moves) => format!(", bm #{moves}"),
            None => String::new(),
        };
        format!(
            "{}:{}:{} played {played}{score}{}{}{mate}: {}\n",
            self.file,
            self.line,
            id.collect::<String>(),
            moves("bm", &self.best_moves),
            moves("am", &self.avoid_moves),
            self.fault.as_deref().unwrap_or("solved"),
        )
    }
}

impl EpdSummary {
    fn text(&self) -> String {
        format!(
            "Solved: {} of {}\nPositions without bm, am or dm: {}\nMalformed lines: {}\n{}",
            self.solved, self.positions, self.without_task, self.malformed_lines, self.cost
        )
    }
}
