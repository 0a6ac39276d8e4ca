//! Tests of `ferz perft`, `perftree`, `eval`, `completions` and `man`: what they print, to which stream, and with which exit
//! status. `endings` tests the other subcommands too.
//! See <https://docs.rs/clap>.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod arguments;
mod counts;
#[cfg(target_os = "linux")]
mod endings;
#[cfg(target_os = "linux")]
#[path = "../common/endings.rs"]
mod ends;
mod evaluation;
mod input;
#[path = "../common/messages.rs"]
mod messages;
#[cfg(all(target_os = "linux", target_feature = "sse4.2"))]
mod processor;
#[path = "../common/session.rs"]
mod session;
mod suites;

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
