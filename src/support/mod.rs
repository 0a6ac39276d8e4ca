//! Helpers that do not depend on chess: quoting of untrusted text in messages ([`quote`]), panics
//! caught at thread edges ([`panics`]), memory for large tables ([`memory`]),
//! speeds ([`speed`]).

pub mod memory;
pub mod panics;
pub mod quote;
pub mod speed;
