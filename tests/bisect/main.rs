//! Tests of `ferz bisect` with engines that have known errors, engines that misbehave, and correct
//! engines.
//!
//! The engine with errors is the example `broken` (`examples/broken.rs`). The expected
//! differences are calculated with its generator (`common/broken.rs`).
//!
//! * What is found: `wrong_moves`, `totals` (if an engine prints only totals), `contradictions`,
//!   `explanations` (the rule for each move) and `findings` (several differences).
//! * What engines print: `replies` (lines), `forms` (engines that differ from Stockfish), `script`,
//!   `faults` (programs that give no counts) and `real_engines`.
//! * What ferz writes: `marks` (boards in the text), `outputs` (SVG and HTML) and `browser`.

#[path = "../common/broken_engine.rs"]
mod broken_engine;
mod browser;
#[path = "../common/mod.rs"]
mod common;
mod contradictions;
mod explanations;
mod faults;
mod findings;
mod forms;
mod marks;
mod outputs;
#[cfg(unix)]
mod real_engines;
mod replies;
mod script;
#[path = "../common/session.rs"]
mod session;
mod totals;
mod wrong_moves;

use std::fmt::Display;

use broken_engine::broken_engine;
use ferz::bisect::reply::Reply;
use ferz::bisect::{BisectResult, Bisection, MovePath, StartPosition, Subject};
use serde_json::Value;
use session::{Ended, command_line};

fn bisect(arguments: &[&str]) -> Ended {
    command_line(&[&["bisect"], arguments].concat())
}

/// Runs `ferz bisect --json`. Returns the printed object, and the output and exit status.
#[track_caller]
fn bisect_json(arguments: &[&str]) -> (Value, Ended) {
    let ended = bisect(&[arguments, &["--json"]].concat());
    let text = ended.lines.join("\n");
    let value: Value = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{error} in {text}\n{}", ended.errors));
    assert_eq!(value["format"], "ferz-bisect");
    assert_eq!(value["version"], 1);
    (value, ended)
}

/// Returns the reply that lists these moves and their counts.
fn reply(counts: impl Iterator<Item = (impl Display, u64)>) -> Reply {
    let mut reply = Reply::default();
    counts.for_each(|(mv, count)| reply.add(&format!("{mv}: {count}")));
    reply
}

fn find_differences(fen: &str, depth: u32, subject: &mut dyn Subject) -> BisectResult {
    let bisection = Bisection {
        starts: vec![StartPosition {
            name: fen.to_owned(),
            path: MovePath::new(fen).expect("a FEN"),
            published: Vec::new(),
        }],
        depth,
        max_nodes: u64::MAX,
        all: false,
    };
    let result = bisection.run(subject, &|_, _, _| {});
    result.expect("no error is possible")
}

/// Returns the command of a script with one error for White and another for Black.
#[cfg(unix)]
fn script_with_two_errors() -> String {
    let script = format!(
        "case $2 in *' w '*) exec {};; *) exec {};; esac",
        broken_engine("--perftree pinned-knight \"$@\""),
        broken_engine("--perftree castling-through-check \"$@\""),
    );
    shell_words::join(["sh", "-c", &script, "script"])
}
