//! Tests of `ferz perft`, `perftree`, `eval`, `completions` and `man`: what they print, to which
//! stream, and with which exit status. `endings` tests the other subcommands too.
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
#[path = "../common/subcommands.rs"]
mod subcommands;
mod suites;
