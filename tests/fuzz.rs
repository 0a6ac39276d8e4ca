//! Runs the checks in `entry_points` without a fuzzer.

#![allow(clippy::unwrap_used, reason = "these are tests")]

#[path = "common/fuzz.rs"]
mod driver;
mod entry_points;

use driver::assert_holds;
use entry_points::{bisect_reply, fen, legality, move_text, perft_suite, uci_session};

#[test]
fn seeds_and_findings_pass_every_check() {
    driver::assert_seeds_and_findings_pass(&entry_points::ENTRY_POINTS);
}

#[test]
fn damaged_fens_are_parsed_or_rejected() {
    assert_holds("fen", fen::check, 4_000);
}

#[test]
fn damaged_suites_are_read_or_rejected() {
    assert_holds("perft_suite", perft_suite::check, 1_000);
}

#[test]
fn damaged_replies_of_engines_are_parsed() {
    assert_holds("bisect_reply", bisect_reply::check, 4_000);
}

#[test]
fn damaged_moves_are_legal_or_rejected() {
    assert_holds("move_text", move_text::check, 4_000);
}

#[test]
fn any_encoding_of_a_move_is_legal_exactly_if_it_is_generated() {
    assert_holds("legality", legality::check, 2_000);
}

#[test]
fn damaged_uci_sessions_end_with_every_command_answered() {
    assert_holds("uci_session", uci_session::check, 200);
}
