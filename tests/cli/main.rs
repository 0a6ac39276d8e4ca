//! Tests of `ferz perft`, `perftree`, `epd`, `spsa`, `screen`, `match`, `tune`, `data --out`, `train`,
//! `eval`, `network`, `completions` and `man`: what they print, to which stream, and with which exit
//! status. `endings` tests the other subcommands too.
//! See <https://docs.rs/clap>.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod arguments;
mod counts;
#[cfg(target_os = "linux")]
mod endings;
mod epd;
mod evaluation;
mod input;
mod matches;
mod network;
#[path = "../common/picture.rs"]
mod picture;
mod plots;
#[cfg(all(target_os = "linux", target_feature = "sse4.2"))]
mod processor;
#[cfg(feature = "tune")]
mod screen;
#[path = "../common/session.rs"]
mod session;
mod spsa;
mod suites;
mod train;
mod training_data;
mod tune;

use std::fs;
use std::path::Path;

use serde_json::Value;
use session::command_line;

/// The position Kiwipete (<https://www.chessprogramming.org/Perft_Results>).
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Runs the program, which must succeed without errors, and returns its output.
#[track_caller]
fn output(arguments: &[&str]) -> Vec<String> {
    let ended = command_line(arguments);
    assert_eq!(
        (ended.status, &*ended.errors),
        (Some(0), ""),
        "{arguments:?}"
    );
    ended.lines
}

/// Writes a file for one test, and returns its path.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns the path of a file for one test, which does not exist yet.
#[cfg(feature = "tune")]
fn new_file(name: &str) -> String {
    let path = file(name, "");
    fs::remove_file(&path).unwrap();
    path
}

/// Sets the node count of the bench in a state of `ferz spsa run` or `ferz screen` to 1, as if another
/// version had written it. Returns the count before.
#[cfg(feature = "tune")]
fn change_bench(state: &str) -> String {
    let text = fs::read_to_string(state).unwrap();
    let (before, rest) = text.split_once("\"bench\":").unwrap();
    let (bench, after) = rest.split_once(',').unwrap();
    fs::write(state, format!("{before}\"bench\":1,{after}")).unwrap();
    bench.to_owned()
}

/// Returns the names of an object's fields.
fn fields(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

/// Fails unless the program prints nothing but one error, which begins with `message`, and exits
/// with status 2. An error of the program is one line; a usage error of clap may have more.
#[track_caller]
fn assert_one_error(arguments: &[&str], message: &str) {
    let ended = command_line(arguments);
    assert_eq!(
        (ended.status, &*ended.lines),
        (Some(2), &[][..]),
        "{ended:?}"
    );
    let own = ended.errors.strip_prefix("ferz: ");
    let first = own
        .or_else(|| ended.errors.strip_prefix("error: "))
        .unwrap();
    assert!(first.starts_with(message), "{:?}", ended.errors);
    assert!(
        own.is_none() || ended.errors.lines().count() == 1,
        "{:?}",
        ended.errors
    );
}
