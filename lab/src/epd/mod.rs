//! `ferz-lab epd`: solves files of test positions with the expected results of a search (EPD).
//!
//! ```text
//! 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
//! ```
//!
//! The first four fields of a FEN are followed by operations. An operation is an opcode with its
//! operands and a semicolon. See
//! <https://www.chessprogramming.org/Extended_Position_Description>.

mod read;
mod solve;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Error, Result, bail};
use ferz::cli::counting::Cost;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{
    ExitStatus, exit_status, number, print, print_error, print_notes, print_to_reader,
};
use ferz::engine::options::{MAX_HASH, MAX_THREADS};
use ferz::report::to_json;
use ferz::score::MAX_PLY;
use ferz::search::limits::Limits;
use ferz::search::pool::Pool;
use ferz::support::quote::Named;
use ferz::support::work_queue::map_in_order;
use serde::Serialize;

use ferz::cli::input;

pub use read::{EpdPosition, MalformedLine, read};
use solve::{SearchedPosition, solve};

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
#[command(after_help = "Example: ferz-lab epd wac.epd --movetime 1000 --jobs 2")]
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

/// The results as a JSON object.
#[derive(Serialize)]
struct EpdReport {
    format: &'static str,
    version: u32,
    positions: Vec<SearchedPosition>,
    errors: Vec<MalformedLine>,
    summary: EpdSummary,
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

/// Runs `ferz-lab epd`. Malformed lines are printed to standard error, and the other lines are
/// solved.
pub fn run(arguments: &Arguments) -> Result<ExitStatus> {
    crate::support::check_standard_input_once(&arguments.files).map_err(Error::msg)?;
    let (mut tasks, mut errors) = (Vec::new(), Vec::new());
    for file in &arguments.files {
        let name = input::name(file);
        let text = input::text(file).map_err(Error::msg)?;
        let (positions, malformed) = read(&name.display().to_string(), &text);
        for EpdPosition { line, notes, .. } in &positions {
            print_notes(format_args!("{}:{line}", Named(&name)), notes);
        }
        tasks.extend(positions);
        errors.extend(malformed);
    }
    for error in &errors {
        let (name, line) = (Named(error.file.as_ref()), error.line);
        print_error(format_args!("{name}:{line}: {}", error.message));
    }
    let all = tasks.len();
    tasks.retain(EpdPosition::has_task);
    let (without_task, malformed_lines) = (all - tasks.len(), errors.len());
    if tasks.is_empty() && errors.is_empty() {
        bail!("found no position to solve; expected one with bm, am or dm");
    }
    let started = Instant::now();
    let threads = arguments.threads * arguments.jobs.min(tasks.len().max(1) as u32);
    let results = solve_all(arguments, tasks)?;
    let nodes = results.iter().map(|position| position.nodes).sum();
    let summary = EpdSummary {
        positions: results.len(),
        solved: results.iter().filter(|position| position.solved).count(),
        without_task,
        malformed_lines,
        cost: Cost::new(threads as usize, arguments.hash as usize, nodes, started),
    };
    let differs = summary.solved < summary.positions;
    print(&if arguments.json {
        to_json(&EpdReport {
            format: "ferz-epd",
            version: 1,
            positions: results,
            errors,
            summary,
        })
    } else {
        let (solved, positions, cost) = (summary.solved, summary.positions, summary.cost);
        format!(
            "Solved: {solved} of {positions}\nPositions without bm, am or dm: {without_task}\n\
             Malformed lines: {malformed_lines}\n{cost}"
        )
    })
    .map_err(Error::msg)?;
    exit_status(differs, malformed_lines).map_err(Error::msg)
}

/// Searches the positions. As soon as a search ends without a solution, prints its position.
/// Ends early if standard output is closed.
fn solve_all(arguments: &Arguments, tasks: Vec<EpdPosition>) -> Result<Vec<SearchedPosition>> {
    let time = arguments.movetime.map(Duration::from_millis);
    let is_unlimited = arguments.nodes.is_none() && arguments.depth.is_none();
    let limits = Limits {
        move_time: time.or_else(|| is_unlimited.then_some(DEFAULT_TIME)),
        nodes: arguments.nodes,
        depth: arguments.depth,
        ..Limits::default()
    };
    let threads = NonZeroUsize::new(arguments.threads as usize).unwrap_or(NonZeroUsize::MIN);
    let (all, jobs) = (tasks.len(), arguments.jobs as usize);
    let pools = (0..jobs.min(all))
        .map(|_| Pool::new(threads, arguments.hash as usize))
        .collect::<Result<Vec<Pool>, _>>()?;
    let bar = ProgressBar::new("positions");
    let (mut positions, mut result) = (Vec::new(), Ok(()));
    let mut take = |position: SearchedPosition| -> Result<ControlFlow<()>> {
        let is_read = position.solved
            || arguments.json
            || bar
                .aside(|| print_to_reader(&position.text()))
                .map_err(Error::msg)?;
        positions.push(position);
        bar.show(positions.len() as u64, all as u64);
        Ok(match is_read {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
    };
    map_in_order(
        tasks,
        pools,
        |pool, position| Some(solve(pool, position, &limits)),
        |solved| {
            take(solved).unwrap_or_else(|error| {
                result = Err(error);
                ControlFlow::Break(())
            })
        },
    );
    result.map(|()| positions)
}
