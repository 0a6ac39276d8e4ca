//! Engines that print only totals.

use serde_json::Value;

use super::common::broken::Variant;
use super::wrong_moves::{error_at, moves_of, path_of, rule_broken_by};
use super::{bisect, bisect_json, broken_engine};

#[test]
fn an_engine_that_prints_only_totals_agrees() {
    for option in ["--totals", "--blind", "--perftree --totals"] {
        let engine = broken_engine(&format!("{option} none"));
        let kind = if option.contains("perftree") {
            "--script"
        } else {
            "--engine"
        };
        let (report, ended) = bisect_json(&[kind, &engine, "--max-nodes", "100"]);
        assert_eq!(ended.status, Some(0), "{option}: {report:#}");
        assert!(report["compared"]["answers"].as_u64() > report["positions"].as_u64());
    }
}

/// Tests an engine that has an error and prints only totals, and returns the reported difference.
/// Checks that the reported moves are those of the error.
fn find_difference(option: &str, variant: Variant) -> Value {
    let engine = broken_engine(&format!("{option} {}", variant.name()));
    let (mut report, ended) = bisect_json(&["--engine", &engine]);
    assert_eq!(ended.status, Some(1), "{variant:?}: {}", ended.errors);
    let difference = report["difference"].take();
    let (missing, extra) = error_at(&path_of(&difference), variant);
    assert_eq!(moves_of(&difference["missing"]), missing, "{difference:#}");
    assert_eq!(moves_of(&difference["extra"]), extra, "{difference:#}");
    let rule = rule_broken_by(variant).id();
    assert_eq!(difference["rule"]["id"], rule, "{difference:#}");
    let totals = &difference["totals"];
    let more = totals["theirs"].as_i64().zip(totals["ours"].as_i64());
    let more = more.map(|(theirs, ours)| theirs - ours);
    assert_eq!(more, Some(extra.len() as i64 - missing.len() as i64));
    difference
}

/// If the engine rejects moves that it considers illegal, its totals show which moves it accepts.
/// If it accepts all moves (`--blind`), the wrong moves are calculated from the totals.
#[test]
fn missing_and_extra_moves_are_found_by_totals() {
    for variant in Variant::EARLY {
        let rejects = find_difference("--totals", variant);
        let accepts = find_difference("--blind", variant);
        assert_eq!(rejects["fen"], accepts["fen"], "{variant:?}");
    }
}

/// The largest `u64` does not cause an overflow.
#[cfg(unix)]
#[test]
fn enormous_totals_are_compared() {
    let script = format!("sh -c 'echo Nodes: {}'", u64::MAX);
    let (report, ended) = bisect_json(&["--script", &script]);
    assert_eq!(ended.status, Some(1), "{report:#}");
    assert_eq!(report["difference"]["totals"]["theirs"], u64::MAX);
}

#[test]
fn the_legal_moves_are_listed_if_the_totals_do_not_show_the_difference() {
    // The engine gets only FENs, so illegal moves cannot be tried.
    let engine = broken_engine("--totals --perft castling-through-check");
    let fen = "3r1r2/6k1/8/8/8/8/8/R3K2R w KQ - 0 1";
    let arguments = ["--engine", &engine, "--fen", fen];
    let ended = bisect(&[&arguments[..], &["--ask", "perft {depth} {fen}"]].concat());
    assert_eq!(ended.status, Some(1), "{}", ended.errors);
    let text = ended.lines.join("\n");
    assert!(
        text.contains("perft 1 counts 22 moves here; 20 are legal."),
        "{text}"
    );
    assert!(
        text.contains("The totals do not show which moves"),
        "{text}"
    );
    assert!(!text.contains("Rule most likely broken"), "{text}");
}

#[test]
fn the_wrong_moves_are_listed_if_the_totals_show_them() {
    let engine = broken_engine("--totals castling-through-check");
    let fen = "3r1r2/6k1/8/8/8/8/8/R3K2R w KQ - 0 1";
    let ended = bisect(&["--engine", &engine, "--fen", fen]);
    let text = ended.lines.join("\n");
    assert!(
        text.contains("Its totals after single moves show these differences"),
        "{text}"
    );
    assert!(text.contains("e1g1") && text.contains("e1c1"), "{text}");
}

/// The engine gets only FENs and prints only totals. Its perft 2 is smaller than the sum of its
/// totals after all legal moves. The difference is its total after the missing move.
#[test]
fn a_missing_move_is_found_by_arithmetic() {
    let engine = broken_engine("--totals --perft three-promotions");
    let fen = "8/P7/8/8/8/8/7k/K7 w - - 0 1";
    let arguments = ["--engine", &engine, "--fen", fen];
    let ask = ["--ask", "perft {depth} {fen}"];
    let (report, ended) = bisect_json(&[&arguments[..], &ask].concat());
    assert_eq!(ended.status, Some(1), "{report:#}");
    let difference = &report["difference"];
    assert_eq!(difference["totals"]["theirs"], 6, "{difference:#}");
    assert_eq!(moves_of(&difference["missing"]), ["a7a8b"]);
}
