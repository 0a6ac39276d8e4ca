//! One check for each parser of untrusted input: UCI, positions, moves, perft suites, and the
//! output of other engines.
//!
//! A check is a function that takes any bytes, and panics if the parser misbehaves. Rejecting
//! malformed input is correct. The targets in `fuzz/` run the checks with the inputs of a fuzzer.
//! `tests/fuzz.rs` runs them with saved inputs and mutated seeds. The checks of the lab, in
//! `lab/tests/entry_points/`, use this module too.

#![allow(
    dead_code,
    reason = "each target and each test compiles this module and uses a part of it"
)]

pub mod bisect_reply;
pub mod bytes;
pub mod fen;
#[path = "../common/inspected.rs"]
mod inspected;
pub mod legality;
pub mod move_text;
pub mod perft_suite;
pub mod uci_line;
pub mod uci_session;

/// A check that takes any bytes and panics if the parser misbehaves.
pub type Check = fn(&[u8]);

/// The checks, by the names of their fuzz targets.
pub const ENTRY_POINTS: [(&str, Check); 7] = [
    ("bisect_reply", bisect_reply::check),
    ("fen", fen::check),
    ("legality", legality::check),
    ("move_text", move_text::check),
    ("perft_suite", perft_suite::check),
    ("uci_line", uci_line::check),
    ("uci_session", uci_session::check),
];

/// Asserts that a message is one line without control characters.
#[track_caller]
pub fn assert_one_line(message: &str) {
    assert!(!message.is_empty(), "an empty message");
    assert!(!message.contains(char::is_control), "{message:?}");
}
