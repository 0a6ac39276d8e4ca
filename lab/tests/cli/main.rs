//! Tests of the subcommands: what they print, to which stream, and with which exit status.
//! See <https://docs.rs/clap>.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod arguments;
#[cfg(target_os = "linux")]
mod endings;
#[cfg(target_os = "linux")]
#[path = "../../../tests/common/endings.rs"]
mod ends;
mod epd;
mod input;
mod matches;
#[path = "../../../tests/common/messages.rs"]
mod messages;
mod network;
mod picture;
mod plots;
#[cfg(feature = "tune")]
mod screen;
#[path = "../../../tests/common/session.rs"]
mod session;
mod spsa;
mod train;
mod training_data;
mod tune;

use std::fs;

use messages::file;
use serde_json::Value;
use session::command_line;

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

/// Returns the path of a file for one test, which does not exist yet.
#[cfg(feature = "tune")]
fn new_file(name: &str) -> String {
    let path = file(name, "");
    fs::remove_file(&path).unwrap();
    path
}

/// Sets the node count of the bench in a state of `ferz-lab spsa run` or `ferz-lab screen` to 1, as if another
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
    let own = ended.errors.strip_prefix("ferz-lab: ");
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
