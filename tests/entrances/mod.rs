//! What holds for any bytes at all, at every entrance through which text or data comes in:
//! protocol, positions, moves, files, what other engines print.
//!
//! Each entrance is a function that takes bytes and panics where something is wrong. The
//! targets in `fuzz/` feed it what a fuzzer thinks of, and `tests/fuzz.rs` what has been
//! thought of before. See <https://rust-fuzz.github.io/book/cargo-fuzz.html>.

#![allow(
    dead_code,
    reason = "each target and each test compiles this and uses a part"
)]

pub mod bisect_reply;
pub mod bytes;
pub mod data_file;
pub mod epd;
pub mod fen;
pub mod legality;
pub mod move_text;
pub mod perft_suite;
pub mod uci_line;
pub mod uci_session;

/// A check of what some bytes lead to.
pub type Check = fn(&[u8]);

/// The entrances by the names of their fuzz targets.
pub const ENTRANCES: [(&str, Check); 9] = [
    ("bisect_reply", bisect_reply::check),
    ("data_file", data_file::check),
    ("epd", epd::check),
    ("fen", fen::check),
    ("legality", legality::check),
    ("move_text", move_text::check),
    ("perft_suite", perft_suite::check),
    ("uci_line", uci_line::check),
    ("uci_session", uci_session::check),
];

/// A message is one line, and shows in a terminal as it is.
#[track_caller]
pub fn assert_one_line(message: &str) {
    assert!(!message.is_empty(), "an error says nothing");
    assert!(!message.contains(char::is_control), "{message:?}");
}
