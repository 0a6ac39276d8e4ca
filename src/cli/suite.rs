//! `ferz perft --suite`: compares perft counts of positions with the expected counts of a file.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Instant;

use crate::perft::parallel::PerftProgress;
use crate::perft::suite::{SuiteError, SuitePosition, read};
use crate::perft::total;
use crate::support::quote::Named;
use serde::Serialize;
use serde_json::{Value, json};

use super::counting::{Cost, Counter};
use super::progress::ProgressBar;
use super::{
    ExitStatus, exit_status, input, print, print_error, print_notes, print_to_reader, watch_output,
};
use crate::report::to_json;

/// Results of a suite, as `--json` prints them.
#[derive(Serialize)]
struct SuiteReport {
    format: &'static str,
    version: u32,
    file: String,
    positions: Vec<CountedPosition>,
    errors: Vec<Value>,
    summary: SuiteSummary,
}

/// Counts of one position.
#[derive(Serialize)]
struct CountedPosition {
    /// Line number, from 1.
    line: usize,
    fen: String,
    /// Whether no count differs; also true if all were skipped.
    agrees: bool,
    counts: Vec<DepthCount>,
}

/// Count of a position at one depth.
#[derive(Serialize)]
struct DepthCount {
    depth: u32,
    expected: u64,
    counted: u64,
}

/// Totals of a suite.
#[derive(Serialize)]
struct SuiteSummary {
    positions: usize,
    wrong_positions: usize,
    counts: usize,
    wrong_counts: usize,
    /// Number of counts skipped because of `--max-nodes`.
    #[serde(rename = "left_out")]
    skipped: usize,
    malformed_lines: usize,
    #[serde(flatten)]
    cost: Cost,
}

/// Runs a suite. Expected counts above `max_nodes` are skipped.
///
/// Malformed lines are reported on standard error and skipped. If there are any, returns an error
/// at the end, unless a count differs: then returns the exit status of a wrong count.
pub fn run(
    path: &Path,
    max_nodes: Option<u64>,
    json: bool,
    counter: &Counter,
) -> Result<ExitStatus, String> {
    let file = input::name(path);
    let name = Named(&file);
    let (mut positions, errors) = read(&input::text(path)?);
    if positions.is_empty() && errors.is_empty() {
        return Err(format!(
            "{name}: found no position; expected lines like \"FEN ;D1 20 ;D2 400\""
        ));
    }
    for SuiteError { line, kind } in &errors {
        print_error(format_args!("{name}:{line}: {kind}"));
    }
    for SuitePosition { line, notes, .. } in &positions {
        print_notes(format_args!("{name}:{line}"), notes);
    }
    let counts_in_file: usize = positions.iter().map(|one| one.counts.len()).sum();
    for position in &mut positions {
        let most = max_nodes.unwrap_or(u64::MAX);
        position.counts.retain(|&(_, nodes)| nodes <= most);
    }
    let counts_to_check: usize = positions.iter().map(|one| one.counts.len()).sum();
    let started = Instant::now();
    // The status after a malformed line is that of an error.
    let status = Arc::new(AtomicU8::new(if errors.is_empty() { 0 } else { 2 }));
    let counted = run_positions(&positions, counter, json, &status)?;
    let counts = || counted.iter().flat_map(|position| &position.counts);
    let nodes = counts().map(|count| count.counted).sum();
    let wrong_counts = counts().filter(|count| !count.agrees()).count();
    let summary = SuiteSummary {
        positions: counted.len(),
        wrong_positions: counted.iter().filter(|position| !position.agrees).count(),
        counts: counts().count(),
        wrong_counts,
        skipped: counts_in_file - counts_to_check,
        malformed_lines: errors.len(),
        cost: Cost::of(counter, nodes, started),
    };
    print(&if json {
        let describe = |SuiteError { line, kind }: &SuiteError| {
            let message = kind.to_string();
            json!({ "line": line, "message": message })
        };
        to_json(&SuiteReport {
            format: "ferz-perft-suite",
            version: 1,
            file: file.display().to_string(),
            positions: counted,
            errors: errors.iter().map(describe).collect(),
            summary,
        })
    } else {
        summary.text(max_nodes)
    })?;
    exit_status(wrong_counts > 0, errors.len()).map_err(|error| format!("{name}: {error}"))
}

/// Runs perft on all positions, and prints the result of each as soon as it is known. Ends early if
/// standard output is closed. `status` is the exit status so far.
fn run_positions(
    positions: &[SuitePosition],
    counter: &Counter,
    json: bool,
    status: &Arc<AtomicU8>,
) -> Result<Vec<CountedPosition>, String> {
    let counts_of_all = positions.iter().flat_map(|position| &position.counts);
    let expected_nodes = counts_of_all.fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes));
    let bar = ProgressBar::new("nodes");
    watch_output(status.clone());
    let mut done: u64 = 0;
    let mut counted_positions = Vec::new();
    for position in positions {
        let mut counts = Vec::new();
        for &(depth, expected) in &position.counts {
            let show = |parts: PerftProgress| {
                let part = expected as f64 * parts.done as f64 / parts.total as f64;
                bar.show(done.saturating_add(part as u64), expected_nodes);
            };
            let counted = total(&counter.divide(&position.board, depth, &show), depth);
            done = done.saturating_add(expected);
            counts.push(DepthCount {
                depth,
                expected,
                counted,
            });
        }
        let result = CountedPosition {
            line: position.line,
            fen: position.board.to_string(),
            agrees: counts.iter().all(DepthCount::agrees),
            counts,
        };
        if !result.agrees {
            status.store(ExitStatus::Difference as u8, Ordering::Relaxed);
        }
        let is_read = json || bar.aside(|| print_to_reader(&result.text()))?;
        counted_positions.push(result);
        if !is_read {
            break;
        }
    }
    Ok(counted_positions)
}

impl DepthCount {
    fn agrees(&self) -> bool {
        self.expected == self.counted
    }
}

impl CountedPosition {
    /// Returns a line for the position, and one for each count that differs.
    fn text(&self) -> String {
        let Self { line, fen, .. } = self;
        let Some(deepest) = self.counts.iter().max_by_key(|count| count.depth) else {
            return format!("{line:>6}  skipped {:>23}  {fen}\n", "");
        };
        let result = if self.agrees { "ok" } else { "WRONG" };
        let DepthCount { depth, counted, .. } = deepest;
        let mut text = format!("{line:>6}  {result:<5}  depth {depth:>2}  {counted:>14}  {fen}\n");
        for count in self.counts.iter().filter(|count| !count.agrees()) {
            text += &format!(
                "        depth {}: expected {}, counted {}\n",
                count.depth, count.expected, count.counted
            );
        }
        text
    }
}

impl SuiteSummary {
    /// Returns the totals as text, after a blank line.
    fn text(&self, max_nodes: Option<u64>) -> String {
        let skipped = max_nodes.map_or_else(String::new, |most| {
            format!(", {} skipped (more than {most} nodes)", self.skipped)
        });
        format!(
            "\nPositions: {}, {} wrong\nCounts: {}, {} wrong{skipped}\nMalformed lines: {}\n{}",
            self.positions,
            self.wrong_positions,
            self.counts,
            self.wrong_counts,
            self.malformed_lines,
            self.cost
        )
    }
}
