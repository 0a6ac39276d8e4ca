//! Errors of a bench with a file of positions. `machine.rs` tests errors about memory and threads.

use std::path::PathBuf;

use ferz::chess::Board;
use ferz::engine::TaskInput;
use ferz::search::pool::TooFewThreads;
use ferz::support::memory::OutOfMemory;
use ferz::tools::bench::{Bench, BenchError, Positions};

use crate::{file, variants};

fn error(path: &str) -> BenchError {
    let bench = Bench {
        positions: Positions::File(PathBuf::from(path)),
        ..Bench::to_depth(1)
    };
    bench.run(&TaskInput::default()).unwrap_err()
}

#[cfg(unix)]
#[test]
fn files_of_positions_are_rejected_with_their_line() {
    let empty = file("empty.epd", "\n\n");
    let bad = file("bad.epd", format!("{}\n\n8/8 w - -\n", Board::START_FEN));
    let mut errors = Vec::new();
    for (path, message) in [
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
        let error = error(path);
        assert_eq!(error.to_string(), message);
        errors.push(error);
    }
    let memory = OutOfMemory { megabytes: 4096 };
    let threads = TooFewThreads {
        asked: 8,
        started: 3,
    };
    errors.extend([
        BenchError::OutOfMemory(memory),
        BenchError::Threads(threads),
    ]);
    variants!(BenchError: OutOfMemory Threads Unreadable Fen NoPositions).assert_all_occur(&errors);
}
