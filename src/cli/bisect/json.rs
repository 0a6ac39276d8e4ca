//! Formats the result of `ferz bisect` as JSON.

use crate::bisect::compare::Counts;
use crate::bisect::diagnosis::{ExplainedMove, Rule};
use crate::bisect::opponent_error::OpponentError;
use crate::bisect::{BisectResult, Compared, Contradiction, Difference, DifferenceKind};
use serde::Serialize;

use super::run_info::RunInfo;
use crate::cli::to_json;

/// Version of the format. It increases when a field changes its meaning or is removed.
const VERSION: u32 = 1;

/// The object that is printed, on one line. New fields do not change the version.
#[derive(Serialize)]
struct Document<'a> {
    /// `ferz-bisect`.
    format: &'static str,
    version: u32,
    /// `equal`, `different`, or `fault` if the program gave no counts. The exit status is then 0,
    /// 1 or 2; it is also 2 if a suite has malformed lines and no difference was found.
    verdict: &'static str,
    /// The command of the program.
    command: &'a str,
    /// The name that the program gives itself, if it is an engine and has one.
    name: Option<&'a str>,
    /// Number of start positions.
    positions: usize,
    /// The extent of the comparison; `null` after a fault.
    compared: Option<Compared>,
    /// Duration of the run.
    seconds: f64,
    /// Problems that did not end the run, in words.
    warnings: &'a [String],
    /// The first difference; `null` if there is none.
    difference: Option<DifferenceObject<'a>>,
    /// The first difference. With `--all`, also a difference for each other broken rule.
    differences: Vec<DifferenceObject<'a>>,
    /// The first fault; `null` if there is none.
    fault: Option<FaultObject<'a>>,
}

/// A difference, and the position where it begins.
#[derive(Serialize)]
struct DifferenceObject<'a> {
    /// Name of the start position.
    start: &'a str,
    /// Depth at which the counts of the start position differ, in plies.
    depth: u32,
    /// FEN of the start position, before all moves.
    start_fen: &'a str,
    /// The moves from there to the position, including those of `--moves`.
    moves: Vec<String>,
    /// FEN of the position.
    fen: String,
    /// The legal moves that the program does not list.
    missing: &'a [ExplainedMove],
    /// The moves that the program lists although they are illegal or already listed.
    extra: &'a [ExplainedMove],
    /// The rule that is most likely broken; `null` for a contradiction, or if no missing or
    /// extra move is known.
    rule: Option<Rule>,
    /// Whether the program lists the right moves if it gets only the FEN; `null` if this is
    /// unknown.
    right_from_fen: Option<bool>,
    /// The totals of perft 1 if the program prints only totals. Then `missing` and `extra`
    /// contain only the moves that other totals show, possibly none.
    totals: Option<Counts>,
    /// The contradiction between two answers; `null` if there is none.
    contradiction: Option<&'a Contradiction>,
}

/// The reason why the program gave no counts.
#[derive(Serialize)]
struct FaultObject<'a> {
    /// A stable name.
    kind: &'static str,
    /// The reason in words.
    text: String,
    /// The lines of the last question.
    asked: Vec<&'a str>,
    /// The first and last lines of standard output since the question.
    printed: &'a [String],
    /// The first and last lines of standard error since the question.
    stderr: &'a [String],
}

/// Returns the document as text.
pub fn document(info: &RunInfo, result: &Result<BisectResult, OpponentError>) -> String {
    let found = result.as_ref().ok();
    let differences = || {
        let found = found.map_or(&[][..], |found| &found.differences);
        found.iter().map(difference_object)
    };
    to_json(&Document {
        format: "ferz-bisect",
        version: VERSION,
        verdict: match found {
            None => "fault",
            Some(found) if found.differences.is_empty() => "equal",
            Some(_) => "different",
        },
        command: &info.command,
        name: info.name.as_deref(),
        positions: info.positions,
        compared: found.map(|found| found.compared),
        seconds: info.duration.as_secs_f64(),
        warnings: &info.warnings,
        difference: differences().next(),
        differences: differences().collect(),
        fault: match result {
            Ok(found) => found.errors.first().map(fault_object),
            Err(error) => Some(fault_object(error)),
        },
    })
}

fn difference_object(difference: &Difference) -> DifferenceObject<'_> {
    let path = &difference.path;
    let (moves, contradiction) = match &difference.kind {
        DifferenceKind::Moves(moves) => (Some(moves), None),
        DifferenceKind::Contradiction(contradiction) => (None, Some(contradiction)),
    };
    let diagnosis = moves.map(|moves| &moves.diagnosis);
    let found = moves.filter(|moves| moves.is_found());
    DifferenceObject {
        start: &difference.start,
        depth: difference.depth,
        start_fen: path.start(),
        moves: path.all_written(path.moves()),
        fen: path.fen(),
        missing: diagnosis.map_or(&[], |diagnosis| &diagnosis.missing),
        extra: diagnosis.map_or(&[], |diagnosis| &diagnosis.extra),
        rule: found.map(|moves| moves.diagnosis.rule),
        right_from_fen: moves.and_then(|moves| moves.right_from_fen),
        totals: moves.and_then(|moves| moves.totals),
        contradiction,
    }
}

fn fault_object(error: &OpponentError) -> FaultObject<'_> {
    FaultObject {
        kind: error.kind.id(),
        text: error.summary(),
        asked: error.asked.lines().collect(),
        printed: &error.printed,
        stderr: &error.stderr,
    }
}
