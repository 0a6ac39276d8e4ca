//! Errors of files of positions (`PositionsFileError`), of a bench and of `genfens`. `machine.rs`
//! tests errors about memory and threads.

use std::path::PathBuf;

use ferz::bench::genfens::parse_genfens;
use ferz::bench::{Bench, Positions};
use ferz::chess::Board;
use ferz::engine::TaskInput;

use crate::file;

/// Returns the message of a bench of the positions in this file.
fn error(path: &str) -> String {
    let bench = Bench {
        positions: Positions::File(PathBuf::from(path)),
        ..Bench::to_depth(1)
    };
    let error = bench.run(&TaskInput::default()).unwrap_err();
    error.to_string()
}

#[cfg(unix)]
#[test]
fn files_of_positions_are_rejected_with_their_line() {
    let empty = file("empty.epd", "\n\n");
    let bad = file("bad.epd", format!("{}\n\n8/8 w - -\n", Board::START_FEN));
    // "Réti" in Latin-1.
    let line = b"\n8/8/8/8/8/8/8/K6k w - - id \"R\xE9ti\";\n";
    let bytes = file("bytes.epd", [Board::START_FEN.as_bytes(), line].concat());
    let bad_line = format!("{bad}:3: the FEN has 2 ranks: \"8/8\"; expected 8, separated by \"/\"");
    for (path, message) in [
        (
            &bytes[..],
            format!("{bytes}:2: found bytes that are not text; expected UTF-8"),
        ),
        (
            "/no/such.epd",
            "cannot read /no/such.epd: No such file or directory (os error 2)".into(),
        ),
        (
            &empty,
            format!("{empty}: found no position; expected a FEN on each line"),
        ),
        (&bad, bad_line),
    ] {
        assert_eq!(error(path), message);
    }
}

#[test]
fn a_book_of_decided_positions_is_refused() {
    // Checkmate.
    let decided = file("decided.epd", "8/8/8/8/8/5k2/5q2/5K2 w - - 0 1\n");
    let settings = parse_genfens(&["1", "seed", "1", "book", &decided]).unwrap();
    let error = settings.run(&TaskInput::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{decided}: found no undecided opening in 1000 attempts; expected balanced positions"
        )
    );
}
