//! Errors of files of positions, of a bench and of `genfens`. `machine.rs` tests errors about memory
//! and threads.

use std::path::{Path, PathBuf};

use ferz::bench::genfens::parse_genfens;
use ferz::bench::positions_file::{PositionsFileError, read_boards};
use ferz::bench::{Bench, BenchError, Positions};
use ferz::chess::Board;
use ferz::engine::TaskInput;
use ferz::search::pool::TooFewThreads;
use ferz::support::memory::OutOfMemory;

use crate::{file, variants};

fn error(path: &str) -> BenchError {
    let bench = Bench {
        positions: Positions::File(PathBuf::from(path)),
        ..Bench::to_depth(1)
    };
    bench.run(&TaskInput::default()).unwrap_err()
}

/// A line with a position.
const START_LINE: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";

#[cfg(unix)]
#[test]
fn files_of_positions_are_rejected_with_their_line() {
    let empty = file("empty.epd", "\n\n");
    let bad = file("bad.epd", format!("{}\n\n8/8 w - -\n", Board::START_FEN));
    // "Réti" in Latin-1.
    let bytes = [START_LINE, b"8/8/8/8/8/8/8/K6k w - - id \"R\xE9ti\";\n"].concat();
    let bytes = file("bytes.epd", bytes);
    let mut errors = Vec::new();
    for (path, message) in [
        (
            bytes.as_str(),
            format!("{bytes}:2: found bytes that are not text; expected UTF-8"),
        ),
        (
            "/no/such.epd",
            "cannot read /no/such.epd: No such file or directory (os error 2)".to_owned(),
        ),
        (
            &empty,
            format!("{empty}: found no position; expected a FEN on each line"),
        ),
        (
            &bad,
            format!("{bad}:3: the FEN has 2 ranks: \"8/8\"; expected 8, separated by \"/\""),
        ),
    ] {
        assert_eq!(error(path).to_string(), message);
        let error = read_boards(Path::new(path)).unwrap_err();
        assert_eq!(error.to_string(), message);
        errors.push(error);
    }
    variants!(PositionsFileError: Unreadable Fen NotText NoPositions).assert_all_occur(&errors);
}

#[test]
fn errors_of_a_bench_and_of_genfens_are_those_of_their_parts() {
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
    let memory = OutOfMemory { megabytes: 4096 };
    let threads = TooFewThreads {
        asked: 8,
        started: 3,
    };
    let errors = [
        error,
        BenchError::OutOfMemory(memory),
        BenchError::Threads(threads),
        BenchError::Positions(read_boards(Path::new("/no/such.epd")).unwrap_err()),
    ];
    variants!(BenchError: OutOfMemory Threads Positions NoOpening).assert_all_occur(&errors);
}
