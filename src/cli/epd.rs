//! `ferz epd`: solves files of positions with what should be found in them.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ferz::chess::san::San;
use ferz::chess::{Board, Move};
use ferz::engine::options::{MAX_HASH, MAX_THREADS};
use ferz::score::{MAX_PLY, Meaning};
use ferz::search::limits::Limits;
use ferz::support::quote::Named;
use ferz::tools::epd::solve::{Effort, Solution, solve};
use ferz::tools::epd::{Case, read};
use serde::Serialize;

use super::counting::Cost;
use super::progress::ProgressBar;
use super::{
    ExitStatus, exit_status, input, number, print, print_error, print_notes, print_to_reader,
    to_json,
};

/// A second a position, where no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Solve files of positions that come with best moves, moves to avoid, or mates (EPD)
///
/// Each line of a file is a position and operations: bm (one of these moves is best), am (none
/// of these may be played), dm (mate in this number of moves or fewer, which the line found must
/// show, move by move), id and c0 (its name, and a comment). "bm #3" and "ce +M3" say the same as
/// "dm 3"; "bm #-3" and "ce -M3" that the side to move is mated in 3 moves. Others are passed
/// over, and so are positions without any of the first three. Moves are in SAN, or what is
/// usually written for it.
///
/// Every search starts with nothing learned, and ends at its limit, or when it has found the
/// mate that is asked for. Prints the positions that were not solved, and how many were. The
/// exit status is 0 if all were solved, 1 if one was not (even if a line could not be read as
/// well), 2 if a file or a line of it could not be read (the others are solved all the same).
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz epd wac.epd --movetime 1000 --jobs 2")]
pub struct Arguments {
    /// The files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Milliseconds for each position; 1000 where there is no limit at all
    #[arg(long, value_name = "MS", value_parser = number::<u64>(1..=u64::MAX))]
    movetime: Option<u64>,

    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,

    /// Half-moves to look ahead
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=MAX_PLY as u64))]
    depth: Option<u32>,

    /// Megabytes for the table of each search
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = number::<u32>(1..=MAX_HASH as u64))]
    hash: u32,

    /// Threads of each search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=MAX_THREADS as u64))]
    threads: u32,

    /// Positions to search at the same time; more than the processors have threads for slow
    /// each other down
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=MAX_THREADS as u64))]
    jobs: u32,

    /// Print one JSON object instead of text
    ///
    /// "format": "ferz-epd", "version": 1, "positions" (a list of {"file", "line", "id",
    /// "comment", "fen", "best_moves", "avoid_moves", "mate_in", "played", "score"
    /// ({"centipawns"} or {"mate"}), "depth", "nodes", "seconds", "pv", "solved", "fault"}),
    /// "errors" (a list of {"file", "line", "message"}), "summary" ({"positions", "solved",
    /// "without_task", "malformed_lines", "threads", "hash_mb", "nodes", "seconds",
    /// "nodes_per_second"}).
    ///
    /// Later versions of the format may have more fields, never fewer.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn effort(&self) -> Effort {
        let unlimited = self.nodes.is_none() && self.depth.is_none();
        let time = self.movetime.map(Duration::from_millis);
        let number = |number: u32| NonZeroUsize::new(number as usize).unwrap_or(NonZeroUsize::MIN);
        Effort {
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

/// The results, as `--json` prints them.
#[derive(Serialize)]
struct Report {
    format: &'static str,
    version: u32,
    positions: Vec<Position>,
    errors: Vec<BadLine>,
    summary: Summary,
}

/// A position, what it asks for, and what was answered. Moves are in SAN.
#[derive(Serialize)]
struct Position {
    file: String,
    /// Where it is in the file, from 1.
    line: usize,
    id: Option<String>,
    comment: Option<String>,
    fen: String,
    best_moves: Vec<String>,
    avoid_moves: Vec<String>,
    /// Negative where the side to move is mated.
    mate_in: Option<i32>,
    played: Option<String>,
    score: Option<Score>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
    solved: bool,
    /// What is wrong with the answer.
    fault: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Score {
    Centipawns(i32),
    Mate(i32),
}

/// A line that could not be read.
#[derive(Serialize)]
struct BadLine {
    file: String,
    line: usize,
    message: String,
}

/// All files together.
#[derive(Serialize)]
struct Summary {
    positions: usize,
    solved: usize,
    /// Positions that nothing is asked of.
    without_task: usize,
    malformed_lines: usize,
    #[serde(flatten)]
    cost: Cost,
}

/// Runs it.
///
/// # Errors
///
/// Where a file or a line of it cannot be read, in words; each line has then been named on
/// standard error, and the others have been solved. A position that is not solved is told
/// before lines that cannot be read.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    input::check_once(&arguments.files)?;
    let mut suites = Vec::new();
    let mut errors = Vec::new();
    for file in &arguments.files {
        suites.push(suite(file, &mut errors)?);
    }
    for BadLine {
        file,
        line,
        message,
    } in &errors
    {
        print_error(format_args!("{}:{line}: {message}", Named(file.as_ref())));
    }
    let all: usize = suites.iter().map(|suite| suite.cases.len()).sum();
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
    let summary = Summary {
        positions: positions.len(),
        solved: positions.iter().filter(|position| position.solved).count(),
        without_task: suites.iter().map(|suite| suite.without_task).sum(),
        malformed_lines: errors.len(),
        cost: Cost::new(threads, arguments.hash as usize, nodes, started),
    };
    let (unsolved, malformed) = (summary.positions - summary.solved, errors.len());
    print(&if arguments.json {
        to_json(&Report {
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

/// A file with its tasks.
struct Suite {
    name: String,
    cases: Vec<Case>,
    without_task: usize,
}

/// Reads a file; the lines that could not be read are added to `errors`.
fn suite(file: &Path, errors: &mut Vec<BadLine>) -> Result<Suite, String> {
    let name = input::name(file).display().to_string();
    let (mut cases, bad) = read(&input::text(file)?);
    for Case { line, notes, .. } in &cases {
        print_notes(format_args!("{}:{line}", Named(&input::name(file))), notes);
    }
    errors.extend(bad.into_iter().map(|error| BadLine {
        file: name.clone(),
        line: error.line,
        message: error.problem.to_string(),
    }));
    let read = cases.len();
    cases.retain(Case::is_task);
    Ok(Suite {
        name,
        without_task: read - cases.len(),
        cases,
    })
}

impl Suite {
    /// Solves the file's positions, and prints each that is not solved as soon as it is
    /// known; ends early where nobody reads them.
    fn solve(
        &self,
        arguments: &Arguments,
        all: usize,
        bar: &ProgressBar,
        positions: &mut Vec<Position>,
    ) -> Result<ControlFlow<()>, String> {
        let mut result = Ok(ControlFlow::Continue(()));
        solve(&self.cases, &arguments.effort(), |case, solution| {
            let position = Position::of(&self.name, case, &solution);
            if !position.solved && !arguments.json {
                result = match bar.aside(|| print_to_reader(&position.text())) {
                    Ok(true) => Ok(ControlFlow::Continue(())),
                    Ok(false) => Ok(ControlFlow::Break(())),
                    Err(error) => Err(error),
                };
            }
            positions.push(position);
            bar.show(positions.len() as u64, all as u64);
            match result {
                Ok(flow) => flow,
                Err(_) => ControlFlow::Break(()),
            }
        })
        .map_err(|error| error.to_string())?;
        result
    }
}

/// Moves one after the other, up to the first that is not legal, which only a wrong search
/// can give.
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

impl Position {
    fn of(file: &str, case: &Case, solution: &Solution) -> Self {
        let board = &case.board;
        let san = |mv| San::new(board, mv).to_string();
        let line = solution.line.as_ref();
        Self {
            pv: line.map_or_else(Vec::new, |line| sans(*board, &line.pv)),
            file: file.to_owned(),
            line: case.line,
            id: case.id.clone(),
            comment: case.comment.clone(),
            fen: board.to_string(),
            best_moves: case.best_moves.iter().copied().map(san).collect(),
            avoid_moves: case.avoid_moves.iter().copied().map(san).collect(),
            mate_in: case.mate_in,
            played: solution.played.map(san),
            score: line.map(|line| match Meaning::of(line.score) {
                Meaning::Centipawns(value) => Score::Centipawns(value),
                Meaning::Mate(moves) => Score::Mate(moves),
            }),
            depth: line.map_or(0, |line| line.depth),
            nodes: line.map_or(0, |line| line.nodes),
            seconds: solution.elapsed.as_secs_f64(),
            solved: solution.fault.is_none(),
            fault: solution.fault.map(|fault| fault.to_string()),
        }
    }

    /// Where it is, what it is called, what was played and what was asked for.
    fn text(&self) -> String {
        let id = self.id.iter().map(|id| format!(" {id}:"));
        let played = self.played.as_deref().unwrap_or("nothing");
        let score = match self.score {
            Some(Score::Centipawns(value)) => format!(" ({:+.2})", f64::from(value) / 100.0),
            Some(Score::Mate(moves @ 1..)) => format!(" (mate in {moves})"),
            Some(Score::Mate(moves)) => format!(" (mated in {})", moves.abs()),
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

impl Summary {
    fn text(&self) -> String {
        format!(
            "Solved: {} of {}\nPositions without bm, am or dm: {}\nMalformed lines: {}\n{}",
            self.solved, self.positions, self.without_task, self.malformed_lines, self.cost
        )
    }
}
