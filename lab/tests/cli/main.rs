//! Tests of the subcommands: what they print, to which stream, and with which exit status.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod arguments;
#[cfg(target_os = "linux")]
#[path = "../../../tests/common/endings.rs"]
mod endings;
mod epd;
#[cfg(target_os = "linux")]
mod exit_status;
mod input;
mod matches;
#[path = "../../../tests/common/messages.rs"]
mod messages;
mod network;
mod picture;
mod plots;
#[cfg(target_os = "linux")]
mod runs;
#[cfg(feature = "tune")]
mod screen;
#[path = "../../../tests/common/session.rs"]
mod session;
mod spsa;
#[path = "../../../tests/common/subcommands.rs"]
mod subcommands;
mod train;
mod training_data;

#[cfg(feature = "tune")]
use std::fs;

/// Sets the node count of the bench in a state of `ferz-lab spsa run` or `ferz-lab screen` to 1, as
/// if another version had written it. Returns the count before.
#[cfg(feature = "tune")]
fn change_bench(state: &str) -> String {
    let text = fs::read_to_string(state).unwrap();
    let (before, rest) = text.split_once("\"bench\":").unwrap();
    let (bench, after) = rest.split_once(',').unwrap();
    fs::write(state, format!("{before}\"bench\":1,{after}")).unwrap();
    bench.to_owned()
}
