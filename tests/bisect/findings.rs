//! Reports with several differences, and details of the report for one difference.

use ferz::bisect::reply::Reply;
use ferz::bisect::{Bisection, Question, Subject, SubjectError, positions};

use super::common::broken::Variant;
use super::wrong_moves::InProcess;
use super::{bisect, bisect_json, broken_engine};

/// Breaks one rule if White is to move in the starting position, and another rule otherwise.
struct TwoRules;

impl Subject for TwoRules {
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, SubjectError> {
        let white_is_first = question.path.start_fen().contains(" w ");
        let variant = if white_is_first {
            Variant::PinnedKnight
        } else {
            Variant::CastlingThroughCheck
        };
        InProcess(variant).divide(question)
    }

    /// From the FEN of a later position, it would break the other rule.
    fn makes_moves(&self) -> bool {
        false
    }
}

#[test]
fn a_search_for_all_differences_reports_each_rule_once() {
    let bisection = |all| Bisection {
        starts: positions::built_in(false),
        depth: 3,
        max_nodes: 20_000,
        all,
    };
    let rules = |all| {
        let result = bisection(all).run(&mut TwoRules, &|_, _, _| {});
        let found = result.expect("no error is possible").differences;
        let rules = found.iter().map(|one| one.rule.expect("a rule").id());
        rules.collect::<Vec<_>>()
    };
    let first = rules(false);
    assert_eq!(first.len(), 1);
    let mut all = rules(true);
    assert_eq!(all[0], first[0]);
    all.sort_unstable();
    assert_eq!(all, ["castling-through-check", "pinned-piece"]);
}

#[test]
fn the_first_difference_is_the_same_with_and_without_the_option_all() {
    let engine = broken_engine("castling-rights-of-captured-rook");
    let fen = "r3k2r/8/1N4N1/8/8/8/8/4K3 w kq - 0 1";
    let arguments = ["--engine", &engine, "--fen", fen, "--depth", "4"];
    let (all, ended) = bisect_json(&[&arguments[..], &["--all"]].concat());
    assert_eq!(ended.status, Some(1), "{all:#}");
    let differences = all["differences"].as_array().expect("a list");
    let rules: Vec<&str> = differences
        .iter()
        .filter_map(|difference| difference["rule"]["id"].as_str())
        .collect();
    let mut once = rules.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), rules.len(), "{rules:?}");
    assert_eq!(all["difference"], differences[0]);
    let (first, _) = bisect_json(&arguments);
    assert_eq!(first["difference"], all["difference"]);
    assert_eq!(first["differences"].as_array().map(Vec::len), Some(1));
}

#[cfg(unix)]
#[test]
fn the_text_lists_all_differences() {
    let script = super::script_with_two_errors();
    let arguments = ["--script", &script, "--max-nodes", "60", "--all"];
    let ended = bisect(&arguments);
    assert_eq!(ended.status, Some(1), "{}", ended.errors);
    let count = |word: &str| {
        ended
            .lines
            .iter()
            .filter(|line| line.contains(word))
            .count()
    };
    assert_eq!(count("Rule most likely broken"), 2, "{:#?}", ended.lines);
    assert_eq!(count("2 differences:"), 1, "{:#?}", ended.lines);
    assert_eq!(
        count("(pinned-piece), at depth 1 of"),
        1,
        "{:#?}",
        ended.lines
    );
}

/// The engine exits at a checkmate, and its bug shows only at a greater depth. Without `--all`, the
/// exit ends the run; with it, the engine is restarted and the bug is found.
#[test]
fn only_with_all_are_differences_found_after_the_engine_has_ended() {
    let engine = broken_engine("--fragile castling-rights-of-captured-rook");
    let arguments = ["--engine", &engine, "--max-nodes", "2000"];
    let (without_all, first_run) = bisect_json(&arguments);
    assert_eq!(first_run.status, Some(2), "{without_all:#}");
    let (report, ended) = bisect_json(&[&arguments[..], &["--all"]].concat());
    assert_eq!(ended.status, Some(1), "{report:#}");
    let rule = &report["difference"]["rule"]["id"];
    assert_eq!(rule, "castling-rights-after-rook-captured", "{report:#}");
    assert_eq!(report["fault"]["kind"], "ended");
    assert!(
        ended.errors.contains("there are no moves"),
        "{}",
        ended.errors
    );
}

#[test]
fn an_engine_that_ends_is_a_fault_if_there_is_no_difference() {
    let engine = broken_engine("--fragile none");
    let mate = ["--fen", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"];
    let (report, ended) = bisect_json(&[&["--engine", &engine, "--all"], &mate[..]].concat());
    assert_eq!(ended.status, Some(2), "{report:#}");
    assert_eq!(report["verdict"], "fault");
}

/// The rook moves away and back, which ends the castling right. The last move is not the cause.
#[test]
fn the_suggested_move_is_the_cause_in_the_explanation() {
    let engine = broken_engine("castling-rights-of-moved-rook");
    let fen = "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1";
    let moves = ["h1h2", "a8b8", "h2h1", "b8c8"];
    let arguments = ["--engine", &engine, "--fen", fen, "--depth", "1", "--moves"];
    let ended = bisect(&[&arguments[..], &moves].concat());
    assert_eq!(ended.status, Some(1), "{}", ended.errors);
    let text = ended.lines.join("\n");
    assert!(text.contains("which has moved (h1h2)"), "{text}");
    assert!(text.contains("Look at the move h1h2 first."), "{text}");
}

/// Reported FENs use the notation of the given FEN for castling rights: letters of files, or
/// `KQkq`.
#[test]
fn a_report_keeps_the_notation_of_castling_rights() {
    let engine = broken_engine("castling-rights-of-captured-rook");
    // The knight captures the rook on a8, which ends the castling right of this rook.
    for (rights, after) in [("Hhq", "Hh"), ("Hha", "Hh"), ("Kkq", "Kk")] {
        let fen = format!("r3k2r/8/1N4N1/8/8/8/8/4K2R w {rights} - 0 1");
        let arguments = ["--engine", &engine, "--chess960", "--fen", &fen];
        let (report, ended) = bisect_json(&arguments);
        assert_eq!(ended.status, Some(1), "{report:#}");
        let expected = format!("N3k2r/8/6N1/8/8/8/8/4K2R b {after} - 0 1");
        assert_eq!(report["difference"]["fen"], expected, "{report:#}");
    }
}
