//! Formats the report of `ferz bisect` as JSON.

use crate::bisect::{Compared, Difference};
use serde::Serialize;

use super::report::Report;
use crate::report::to_json;

/// Version of the format. It increases when a field changes its meaning.
const VERSION: u32 = 1;

/// The object that is printed, on one line. New fields do not change the version. `docs/json.md`
/// lists the fields.
#[derive(Serialize)]
struct Document<'a> {
    /// `ferz-bisect`.
    format: &'static str,
    version: u32,
    /// `equal`, `different`, or `fault` if the program gave no counts. The exit status is then 0,
    /// 1 or 2; it is also 2 if a suite has malformed lines and no difference was found.
    verdict: &'static str,
    command: &'a str,
    name: Option<&'a str>,
    positions: usize,
    /// The extent of the comparison; `null` after a fault.
    compared: Option<Compared>,
    seconds: f64,
    warnings: &'a [String],
    /// The first difference; `null` if there is none.
    difference: Option<&'a Difference>,
    /// The first difference. With `--all`, also a difference for each other broken rule.
    differences: Vec<&'a Difference>,
    /// The first fault; `null` if there is none.
    fault: Option<FaultObject<'a>>,
}

/// The reason why the program gave no counts.
#[derive(Serialize)]
struct FaultObject<'a> {
    kind: &'static str,
    text: String,
    asked: Vec<&'a str>,
    printed: &'a [String],
    stderr: &'a [String],
}

/// Formats a report as one line.
pub fn format(report: &Report<'_>) -> String {
    let differences: Vec<&Difference> = report.sections.iter().map(|one| one.difference).collect();
    to_json(&Document {
        format: "ferz-bisect",
        version: VERSION,
        verdict: match differences[..] {
            _ if report.compared.is_none() => "fault",
            [] => "equal",
            _ => "different",
        },
        command: report.command,
        name: report.name,
        positions: report.positions,
        compared: report.compared,
        seconds: report.duration.as_secs_f64(),
        warnings: &report.warnings,
        difference: differences.first().copied(),
        differences,
        fault: report.fault.map(|error| FaultObject {
            kind: error.kind.id(),
            text: error.summary(),
            asked: error.asked.lines().collect(),
            printed: &error.printed,
            stderr: &error.stderr,
        }),
    })
}
