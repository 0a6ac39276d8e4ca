//! Tests of the messages that reject an input: they name the place, quote what was found, and state
//! what was expected, on one line.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod command_line;
mod data;
mod epd;
mod hostile;
#[path = "../../../tests/common/messages.rs"]
mod messages;
#[path = "../../../tests/common/session.rs"]
mod session;
mod training_data;

use messages::{Table, assert_messages, variants};
