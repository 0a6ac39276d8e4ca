//! `ferz perft`: counts leaf nodes, and prints the counts as text or JSON.
//!
//! The option `--suite` is in [`super::suite`].

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::chess::notation::CoordinateMove;
use crate::chess::{Board, Move};
use crate::perft::parallel::PerftProgress;
use crate::perft::stats::Statistics;
use crate::perft::{MAX_DEPTH, total};
use crate::uci;
use clap::ValueHint;
use serde::Serialize;

use super::counting::{Cost, Counter, CounterArguments};
use super::progress::ProgressBar;
use super::{
    ExitStatus, PositionArguments, castling_notation, make_moves, number, print, suite,
    watch_output,
};
use crate::report::to_json;

/// Count the leaf nodes of the tree of legal moves
///
/// Perft counts the sequences of legal moves of a given length. The output ends with the lines
/// "Nodes searched: <count>" and "Time: <seconds> s, <count> nodes per second".
/// The exit status is 0 on success, 1 if a count of a suite differs (even if the suite also has
/// malformed lines), and 2 if the arguments or a line of the suite are invalid.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example: ferz perft 6
         ferz perft 4 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --moves e1g1 --divide
         ferz perft 5 --stats
         ferz perft --suite standard.epd --max-nodes 10000000")]
pub struct Arguments {
    /// Depth in plies (half-moves), 0 to 255
    #[arg(
        required_unless_present = "suite",
        value_parser = number::<u32>(0..=MAX_DEPTH.into())
    )]
    depth: Option<u32>,

    #[command(flatten)]
    position: PositionArguments,

    /// Print the count below each move in the format of Stockfish's "go perft", without the time
    #[arg(long)]
    divide: bool,

    /// Print a table of captures, checks, mates and more, with a row for each depth
    ///
    /// Each column counts a kind of last move:
    /// nodes: all moves;
    /// captures: captures, including en passant and promotions with capture;
    /// en_passant: en passant captures;
    /// castles: castling moves;
    /// promotions: promotions (each of the four pieces counts);
    /// checks: moves that give check, including checkmates;
    /// discovered_checks: checks by a single piece that did not move itself (castling counts as a
    /// move of both king and rook);
    /// double_checks: checks by two pieces, not counted in discovered_checks;
    /// checkmates: moves that give checkmate;
    /// stalemates: moves that give stalemate.
    /// The definitions and the order of the columns are those of the published tables
    /// (https://www.chessprogramming.org/Perft_Results).
    #[arg(long, conflicts_with = "hash", verbatim_doc_comment)]
    stats: bool,

    /// Compare perft counts with those of a file (- for standard input)
    ///
    /// The file has a line for each position, "FEN ;D1 20 ;D2 400", or a block of lines, "epd FEN",
    /// "perft 1 20", "perft 2 400". A malformed line is reported on standard error, and the others
    /// are counted. A position that cannot occur in a game is counted, with a note on standard
    /// error.
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["depth", "fen", "moves", "chess960", "divide", "stats"]
    )]
    suite: Option<PathBuf>,

    /// Skip expected counts of the suite above this number
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = number::<u64>(0..=u64::MAX))]
    max_nodes: Option<u64>,

    #[command(flatten)]
    counter: CounterArguments,

    /// Print one JSON object instead of text; docs/json.md lists its fields
    #[arg(long)]
    json: bool,
}

/// Result of perft, as `--json` prints it.
#[derive(Serialize)]
struct PerftReport {
    format: &'static str,
    version: u32,
    fen: String,
    moves: Vec<String>,
    depth: u32,
    #[serde(flatten)]
    cost: Cost,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Vec<StatisticsRow>>,
}

/// Root move with its count.
#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

/// Statistics of one depth.
#[derive(Serialize)]
struct StatisticsRow {
    depth: usize,
    #[serde(flatten)]
    statistics: Statistics,
}

/// Runs `ferz perft`.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let (json, max_nodes) = (arguments.json, arguments.max_nodes);
    let counter = || Counter::new(&arguments.counter);
    if let Some(file) = &arguments.suite {
        return suite::run(file, max_nodes, json, &counter()?);
    }
    let (start, moves) = arguments.position.start_and_moves()?;
    // Ends the program when nobody reads its output any more.
    watch_output(Arc::default());
    let report = run_perft(arguments, &start, &moves, &counter()?);
    print(&if json {
        to_json(&report)
    } else {
        text(&report)
    })?;
    Ok(ExitStatus::Success)
}

/// Makes `moves` from `start`, and runs perft on the resulting board.
fn run_perft(
    arguments: &Arguments,
    start: &Board,
    moves: &[Move],
    counter: &Counter,
) -> PerftReport {
    let board = &make_moves(*start, moves);
    let depth = arguments
        .depth
        .expect("clap requires a depth if there is no suite");
    let bar = ProgressBar::new("parts");
    let show = |parts: PerftProgress| bar.show(parts.done as u64, parts.total as u64);
    let started = Instant::now();
    let stats = arguments
        .stats
        .then(|| counter.statistics(board, depth, &show));
    // The statistics include the number of nodes.
    let divide = (arguments.divide || stats.is_none()).then(|| counter.divide(board, depth, &show));
    let nodes = match (&divide, &stats) {
        (Some(counts), _) => total(counts, depth),
        // At depth 0, there are no statistics.
        (None, rows) => rows.iter().flatten().last().map_or(1, |row| row.nodes),
    };
    let written = |from: &Board, mv| {
        let notation = castling_notation(from, arguments.position.chess960);
        CoordinateMove::new(mv, notation).to_string()
    };
    let branch = |(mv, count)| Branch {
        mv: written(board, mv),
        nodes: count,
    };
    let row = |(plies, statistics)| StatisticsRow {
        depth: plies,
        statistics,
    };
    PerftReport {
        format: "ferz-perft",
        version: 1,
        fen: start.to_string(),
        moves: moves.iter().map(|&mv| written(start, mv)).collect(),
        depth,
        cost: Cost::of(counter, nodes, started),
        divide: divide
            .filter(|_| arguments.divide)
            .map(|counts| counts.into_iter().map(branch).collect()),
        stats: stats.map(|rows| (1..).zip(rows).map(row).collect()),
    }
}

/// Returns the counts as text. The output of `--divide` is exactly that of Stockfish, so that
/// `diff` can compare the two.
fn text(report: &PerftReport) -> String {
    let mut text = String::new();
    if let Some(branches) = &report.divide {
        let counts = branches.iter().map(|branch| (&branch.mv, branch.nodes));
        text += &uci::print::divide(counts, report.cost.nodes);
    }
    if let Some(rows) = &report.stats {
        text += &table(rows);
    }
    if report.divide.is_none() {
        text += &report.cost.to_string();
    }
    text
}

/// Returns the statistics as aligned columns, followed by a blank line.
fn table(rows: &[StatisticsRow]) -> String {
    let header = ["depth"].into_iter().chain(Statistics::COLUMNS);
    let mut lines = vec![header.map(str::to_owned).collect::<Vec<_>>()];
    lines.extend(rows.iter().map(|row| {
        let numbers = row.statistics.row().map(|number| number.to_string());
        [row.depth.to_string()].into_iter().chain(numbers).collect()
    }));
    let width_of = |column: usize| lines.iter().map(|line| line[column].len()).max();
    let widths: Vec<usize> = (0..lines[0].len()).filter_map(width_of).collect();
    let align = |line: &Vec<String>| {
        let cells = line.iter().zip(&widths);
        let padded = cells.map(|(cell, &width)| format!("{cell:>width$}"));
        padded.collect::<Vec<_>>().join("  ") + "\n"
    };
    lines.iter().map(align).collect::<String>() + "\n"
}
