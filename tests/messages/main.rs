//! Tests of all messages that reject an input or report that a part of it was ignored.
//!
//! A message names the place of the error, quotes the text found there, and states after a
//! semicolon what was expected, all on one line. For each kind of input, a module has tables of
//! inputs with their complete messages. The tests enforce that every error is covered: a new
//! variant of an error enum does not compile until it is listed in [`variants`], and then a test
//! fails until a table contains it. A new error type fails a test until it is in [`ERROR_TYPES`].

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod bench;
#[cfg(unix)]
mod bisect;
mod command_line;
mod fen;
#[path = "../common/files.rs"]
mod files;
mod hostile;
mod machine;
#[path = "../common/messages.rs"]
mod messages;
mod moves;
mod network;
mod options;
#[path = "../common/session.rs"]
mod session;
mod suites;
mod syzygy;
mod uci;

use std::fs;
use std::path::Path;

use files::rust_files;
use messages::{Table, assert_messages, file, variants};

/// The error types of the crate: source file, name, and the file here that tests the messages.
#[rustfmt::skip]
const ERROR_TYPES: &[(&str, &str, &str)] = &[
    ("bench/positions_file.rs", "PositionsFileError", "bench.rs"),
    ("bisect/subject/interface.rs", "SubjectError", "bisect.rs"),
    ("bisect/subject/interface.rs", "SubjectErrorKind", "bisect.rs"),
    ("chess/board/fen.rs", "FenError", "fen.rs"),
    ("chess/board/validate.rs", "InvalidPosition", "fen.rs"),
    ("chess/epd.rs", "OpenQuotation", "suites.rs"),
    ("chess/notation.rs", "ParseMoveError", "moves.rs"),
    ("chess/play.rs", "IllegalMove", "moves.rs"),
    ("chess/san.rs", "SanError", "moves.rs"),
    ("chess/square.rs", "ParseSquareError", "moves.rs"),
    ("eval/network/file.rs", "LoadError", "network.rs"),
    ("eval/network/file.rs", "NetworkError", "network.rs"),
    ("perft/suite.rs", "SuiteError", "suites.rs"),
    ("perft/suite.rs", "SuiteErrorKind", "suites.rs"),
    ("search/pool.rs", "PoolError", "machine.rs"),
    ("support/memory.rs", "OutOfMemory", "machine.rs"),
    ("support/text_lines.rs", "NotText", "suites.rs"),
    ("support/threads.rs", "TooFewThreads", "machine.rs"),
    ("syzygy/format.rs", "TablebaseError", "syzygy.rs"),
    ("syzygy/format.rs", "TablebaseFileError", "syzygy.rs"),
    ("uci/mod.rs", "RunError", "machine.rs"),
];

#[test]
fn every_error_of_the_crate_is_tested() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for file in rust_files(&source) {
        let text = fs::read_to_string(&file).unwrap();
        let path = file.strip_prefix(&source).unwrap().to_str().unwrap();
        let path = path.replace('\\', "/");
        // `#[derive(…, thiserror::Error)]`: the name follows `enum` or `struct`.
        for derived in text.split("thiserror::Error)]").skip(1) {
            let mut words = derived.split(|c: char| !c.is_alphanumeric());
            words
                .find(|word| ["enum", "struct"].contains(word))
                .unwrap();
            found.push((path.clone(), words.next().unwrap().to_owned()));
        }
        // `impl std::error::Error for Name`: the name follows `for`.
        for line in text.lines() {
            let implemented = line.trim_start().strip_prefix("impl ").and_then(|line| {
                let line = line.strip_prefix("std::error::").unwrap_or(line);
                let line = line.strip_prefix("error::").unwrap_or(line);
                line.strip_prefix("Error for ")
            });
            if let Some(name) = implemented {
                let name = name.split(|c: char| !c.is_alphanumeric()).next();
                found.push((path.clone(), name.unwrap().to_owned()));
            }
        }
    }
    found.sort();
    let listed = ERROR_TYPES.iter();
    let listed = listed.map(|(path, name, _)| ((*path).to_owned(), (*name).to_owned()));
    assert!(found.iter().cloned().eq(listed), "{found:?}");
    for (_, name, file) in ERROR_TYPES {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/messages")
            .join(file);
        assert!(
            fs::read_to_string(here).unwrap().contains(name),
            "{file} does not mention {name}"
        );
    }
}
