//! Helpers that do not depend on chess: quoting of untrusted text in messages ([`quote`]), panics
//! caught at thread edges ([`panics`]), memory for large tables ([`memory`]), speeds
//! ([`speed`]), work divided among threads ([`work_queue`]), lines of EPD files ([`epd_line`]).

pub mod epd_line;
#[cfg(feature = "engine")]
pub mod memory;
#[cfg(feature = "engine")]
pub mod panics;
pub mod quote;
#[cfg(feature = "engine")]
pub mod speed;
pub mod work_queue;
