//! Tests of `ferz perft`, `perftree`, `eval`, `completions` and `man`: what they print, to which
//! stream, and with which exit status. `exit_status` and `input` test the other subcommands too.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod arguments;
#[cfg(target_os = "linux")]
#[path = "../common/endings.rs"]
mod endings;
mod evaluation;
#[cfg(target_os = "linux")]
mod exit_status;
mod input;
#[path = "../common/messages.rs"]
mod messages;
mod perft;
mod perft_suite;
#[cfg(all(target_os = "linux", target_feature = "sse4.2"))]
mod processor;
#[path = "../common/session.rs"]
mod session;
#[path = "../common/subcommands.rs"]
mod subcommands;
