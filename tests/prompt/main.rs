//! Tests of the prompt: what a person sees and types at a terminal.

#![cfg(unix)]

mod editing;
mod endings;
mod games;
mod narrow;
mod pictures;
mod search;
#[path = "../common/terminal.rs"]
mod terminal;
mod view;
mod words;

use std::path::{Path, PathBuf};

use terminal::Terminal;

/// Returns the path of the folder for the history of one test. The folder does not exist yet.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("prompt-{test}"));
    // An earlier run may have left it.
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// Starts the program with a new history.
fn start(test: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Terminal {
    let folder = folder(test);
    Terminal::start(folder.to_str().expect("UTF-8"), arguments, environment)
}

/// Starts the program without colors.
fn start_plain(test: &str) -> Terminal {
    start(test, &[], &[("NO_COLOR", "1")])
}
