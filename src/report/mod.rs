//! What the tools say and show: reports as text, JSON and pictures.

pub mod bisect;
pub mod display;
pub mod eval;

/// Serializes a report as a line of JSON.
pub fn to_json(report: &impl serde::Serialize) -> String {
    let json = serde_json::to_string(report);
    json.expect("reports have only plain fields and text keys") + "\n"
}
