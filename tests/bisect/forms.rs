//! Engines that differ from Stockfish in their output or in their perft command.

use ferz::bisect::PerftCommand;

use super::{bisect_json, broken_engine};

const PROMOTION: &str = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";

#[test]
fn colors_and_dashes_between_squares_are_parsed() {
    let engine = broken_engine("colored");
    let (report, ended) = bisect_json(&["--engine", &engine, "--max-nodes", "3000"]);
    assert_eq!(ended.status, Some(0), "{report:#}");
    assert_eq!(ended.errors, "");
}

#[test]
fn promotions_without_their_pieces_are_not_a_difference() {
    let engine = broken_engine("unnamed");
    let (report, ended) = bisect_json(&["--engine", &engine, "--max-nodes", "3000"]);
    assert_eq!(ended.status, Some(0), "{report:#}");
    let warnings = report["warnings"].as_array().expect("a list");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let warning = warnings[0].to_string();
    assert!(
        warning.contains("promotions without their pieces"),
        "{warning}"
    );
}

#[test]
fn other_errors_are_found_although_promotions_have_no_pieces() {
    for (variant, rule) in [
        ("pinned-knight", "pinned-piece"),
        ("three-promotions", "promotion-piece-missing"),
    ] {
        let engine = broken_engine(&format!("--unnamed {variant}"));
        let (report, ended) = bisect_json(&["--engine", &engine]);
        assert_eq!(ended.status, Some(1), "{report:#}");
        assert_eq!(report["difference"]["rule"]["id"], rule, "{report:#}");
    }
}

#[test]
fn an_engine_can_be_asked_with_another_command() {
    let engine = broken_engine("--perft none");
    let (report, ended) = bisect_json(&["--engine", &engine, "--fen", PROMOTION]);
    assert_eq!(ended.status, Some(2), "{report:#}");
    assert_eq!(report["fault"]["kind"], "no-perft");
    for ask in ["perft {depth}", "perft {depth} {fen}"] {
        for (variant, status, rule) in [
            ("none", 0, None),
            ("pinned-knight", 1, Some("pinned-piece")),
            ("castling-through-check", 1, Some("castling-through-check")),
        ] {
            let asked = broken_engine(&format!("--perft {variant}"));
            let arguments = ["--engine", &asked, "--ask", ask, "--max-nodes", "1000"];
            let (found, exit) = bisect_json(&arguments);
            assert_eq!(exit.status, Some(status), "{ask} {variant}: {found:#}");
            let rule_found = found["difference"]["rule"]["id"].as_str();
            assert_eq!(rule_found, rule, "{found:#}");
        }
    }
}

/// An engine that gets a FEN with each question does not make the moves that lead to the position.
/// So an error in making moves changes only counts at depth 2 or more.
#[test]
fn an_engine_that_gets_only_fens_is_reported_for_a_contradiction() {
    let engine = broken_engine("--perft castling-rights-of-captured-rook");
    let ask = ["--ask", "perft {depth} {fen}"];
    let (report, ended) = bisect_json(&[&["--engine", &engine], &ask[..]].concat());
    assert_eq!(ended.status, Some(1), "{report:#}");
    let difference = &report["difference"];
    assert_eq!(difference["contradiction"]["kind"], "counts", "{report:#}");
    assert_eq!(difference["right_from_fen"], serde_json::Value::Null);
}

#[test]
fn placeholders_are_replaced_by_depth_and_fen() {
    assert_eq!(PerftCommand::default().with(3, ""), "go perft 3");
    for (text, expected) in [
        ("perft {depth}", Some("perft 3")),
        (" perft {depth} div ", Some("perft 3 div")),
        ("perft {depth} {fen}", Some("perft 3 8/8 w - -")),
        ("", None),
        ("perft {depth", None),
        ("perft {Depth}", None),
    ] {
        let command = text.parse::<PerftCommand>().ok();
        let filled = command.map(|command| command.with(3, "8/8 w - -"));
        assert_eq!(filled.as_deref(), expected, "{text}");
    }
}
