//! What `ferz bisect` found, as JSON.

use ferz::chess::Move;
use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::support::quote::Quoted;
use ferz::tools::bisect::diagnosis::Explained;
use ferz::tools::bisect::fault::Fault;
use ferz::tools::bisect::{Compared, Contradiction, Difference, Kind, Report};
use serde::Serialize;

use super::Setting;
use crate::cli::to_json;

/// The format's version: it goes up when a field changes its meaning or goes away.
const VERSION: u32 = 1;

/// The one object that is printed, on a line. Fields may be added to it without a new
/// version.
#[derive(Serialize)]
struct Document<'a> {
    /// `ferz-bisect`.
    format: &'static str,
    version: u32,
    /// `equal`, `different`, or `fault` where the program could not be asked; exit status
    /// 0, 1 and 2.
    verdict: &'static str,
    /// The program's command.
    command: &'a str,
    /// What the program calls itself, if it is an engine and does.
    name: Option<&'a str>,
    /// How many positions were given.
    positions: usize,
    /// What was compared until the end; `null` if there is a fault.
    compared: Option<ComparedObject>,
    /// What the whole took.
    seconds: f64,
    /// What was not as it should be, though it could be gone on, in words.
    warnings: &'a [String],
    /// The first difference; `null` if nothing differs.
    difference: Option<DifferenceObject<'a>>,
    /// The first difference and, in a search for all of them, one for each other rule that is
    /// broken.
    differences: Vec<DifferenceObject<'a>>,
    /// The first one; `null` if there is none.
    fault: Option<FaultObject<'a>>,
}

#[derive(Serialize)]
struct ComparedObject {
    /// The greatest depth of any position, in half-moves.
    depth: u32,
    /// The greatest depth at which no position was left out for its many nodes.
    depth_of_all: u32,
    /// How many times the program was asked.
    answers: u64,
    /// The sum of all counts, as ferz has them.
    nodes: u64,
}

/// A difference.
#[derive(Serialize)]
struct DifferenceObject<'a> {
    /// The name of the position where the search began.
    start: &'a str,
    /// The depth at which the counts differ there, in half-moves.
    depth: u32,
    /// The FEN of that position, before all moves.
    start_fen: &'a str,
    /// The moves from there to where the difference begins, those of --moves included.
    moves: Vec<String>,
    /// The position where it begins.
    fen: String,
    /// Legal moves that the program lacks.
    missing: Vec<MoveObject<'a>>,
    /// What the program lists and is not legal, or is listed more than once.
    extra: Vec<MoveObject<'a>>,
    /// The rule most likely broken; `null` if the program contradicts itself, or if the moves
    /// that differ were not found out.
    rule: Option<RuleObject>,
    /// Whether the program gets the moves right if it is given the FEN alone; `null` if
    /// there are no moves, or it gave no answer.
    right_from_fen: Option<bool>,
    /// The totals of perft 1, of a program that prints no counts; then "missing" and "extra"
    /// have the moves that were found out otherwise.
    totals: Option<TotalsObject>,
    /// How the program contradicts itself; `null` if it does not.
    contradiction: Option<ContradictionObject>,
}

#[derive(Serialize)]
struct TotalsObject {
    ours: u64,
    theirs: u64,
}

#[derive(Serialize)]
struct RuleObject {
    /// A name that does not change.
    id: &'static str,
    /// What the rule says.
    text: String,
}

#[derive(Serialize)]
struct MoveObject<'a> {
    /// In coordinate notation, as the program writes it if it is extra.
    #[serde(rename = "move")]
    mv: &'a str,
    /// The name of the rule, as in [`RuleObject`].
    rule: &'static str,
    /// Why the move is or is not legal, as the end of a sentence that begins with the move.
    why: &'a str,
}

#[derive(Serialize)]
struct ContradictionObject {
    /// `counts`: at this depth the count below this move is wrong, but asked for the position
    /// after it the program is right. `moves`: at this depth the moves are wrong, at depth 1
    /// they are not. `leaf`: below this move it counts not 1 at depth 1. `total`: at this depth
    /// the total is wrong, but the totals after all moves are right.
    kind: &'static str,
    /// In half-moves.
    depth: u32,
    /// Where there is one.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// What the program counts below the move, or in all.
    theirs: Option<u64>,
    /// What ferz counts.
    ours: Option<u64>,
    /// Of the kind `moves`: the legal moves that it lacks.
    missing: Vec<String>,
    /// Of the kind `moves`: what it lists too much.
    extra: Vec<String>,
}

/// Why the program could not be asked.
#[derive(Serialize)]
struct FaultObject<'a> {
    /// A name that does not change.
    kind: &'static str,
    /// In words.
    text: String,
    /// What it was asked last, line by line.
    asked: Vec<&'a str>,
    /// What it printed in answer, the first and the last lines.
    printed: &'a [String],
    /// The same of its standard error.
    stderr: &'a [String],
}

/// The document as text.
pub fn document(setting: &Setting, outcome: &Result<Report, Fault>) -> String {
    let report = outcome.as_ref().ok();
    let differences = || {
        let found = report.map_or(&[][..], |report| &report.differences);
        let objects = found.iter();
        objects.map(|found| difference_object(found, setting.castling))
    };
    to_json(&Document {
        format: "ferz-bisect",
        version: VERSION,
        verdict: match outcome {
            Err(_) => "fault",
            Ok(report) if report.differences.is_empty() => "equal",
            Ok(_) => "different",
        },
        command: &setting.command,
        name: setting.name.as_deref(),
        positions: setting.positions,
        compared: report.map(|report| compared(report.compared)),
        seconds: setting.took.as_secs_f64(),
        warnings: &setting.warnings,
        difference: differences().next(),
        differences: differences().collect(),
        fault: match outcome {
            Ok(report) => report.faults.first().map(fault),
            Err(found) => Some(fault(found)),
        },
    })
}

const fn compared(compared: Compared) -> ComparedObject {
    ComparedObject {
        depth: compared.depth,
        depth_of_all: compared.depth_of_all,
        answers: compared.answers,
        nodes: compared.nodes,
    }
}

fn difference_object(difference: &Difference, castling: CastlingNotation) -> DifferenceObject<'_> {
    let path = &difference.path;
    let mut object = DifferenceObject {
        start: &difference.start,
        depth: difference.depth,
        start_fen: path.start(),
        moves: names(path.moves(), castling),
        fen: path.fen(),
        missing: Vec::new(),
        extra: Vec::new(),
        rule: None,
        right_from_fen: None,
        totals: None,
        contradiction: None,
    };
    match &difference.kind {
        Kind::Moves(moves) => {
            object.missing = move_objects(&moves.diagnosis.missing);
            object.extra = move_objects(&moves.diagnosis.extra);
            let rule = moves.diagnosis.rule;
            object.rule = moves.is_found().then(|| RuleObject {
                id: rule.id(),
                text: rule.to_string(),
            });
            object.totals = moves.totals.map(|totals| TotalsObject {
                ours: totals.ours,
                theirs: totals.theirs,
            });
            object.right_from_fen = moves.right_from_fen;
        }
        Kind::Contradiction(found) => {
            object.contradiction = Some(contradiction_object(found, castling));
        }
    }
    object
}

fn contradiction_object(found: &Contradiction, castling: CastlingNotation) -> ContradictionObject {
    let mut object = ContradictionObject {
        kind: "counts",
        depth: found.depth(),
        mv: None,
        theirs: None,
        ours: None,
        missing: Vec::new(),
        extra: Vec::new(),
    };
    match found {
        Contradiction::Counts { counts, .. } | Contradiction::Leaf(counts) => {
            object.mv = Some(CoordinateMove::new(counts.mv, castling).to_string());
            (object.theirs, object.ours) = (Some(counts.theirs), Some(counts.ours));
            if matches!(found, Contradiction::Leaf(_)) {
                object.kind = "leaf";
            }
        }
        Contradiction::Moves { comparison, .. } => {
            object.kind = "moves";
            object.missing = names(&comparison.missing, castling);
            object.extra.clone_from(&comparison.extra);
        }
        Contradiction::Total { totals, .. } => {
            object.kind = "total";
            (object.theirs, object.ours) = (Some(totals.theirs), Some(totals.ours));
        }
    }
    object
}

fn names(moves: &[Move], castling: CastlingNotation) -> Vec<String> {
    let name = |&mv: &Move| CoordinateMove::new(mv, castling).to_string();
    moves.iter().map(name).collect()
}

fn move_objects(moves: &[Explained]) -> Vec<MoveObject<'_>> {
    moves
        .iter()
        .map(|explained| MoveObject {
            mv: &explained.mv,
            rule: explained.rule.id(),
            why: &explained.why,
        })
        .collect()
}

fn fault(fault: &Fault) -> FaultObject<'_> {
    FaultObject {
        kind: fault.problem.id(),
        text: format!("{} {}", Quoted(&fault.command), fault.problem),
        asked: fault.asked.lines().collect(),
        printed: &fault.said,
        stderr: &fault.errors,
    }
}
