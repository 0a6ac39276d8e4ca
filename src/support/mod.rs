//! Helpers that do not depend on chess: quoting untrusted text in messages ([`quote`]), catching
//! panics at thread boundaries ([`panics`]), memory for large tables ([`memory`]), files mapped
//! into memory ([`mapped_file`]), files that get their name when they are complete
//! ([`temporary_file`]), misspelled names (`similar`), speeds ([`speed`]), rounding ([`rounding`]),
//! instruction sets of the processor (`processor`), dividing work among threads ([`work_queue`]),
//! reading files of positions ([`position_lines`]) and splitting lines of EPD ([`epd_line`]).

pub mod epd_line;
#[cfg(feature = "engine")]
pub mod mapped_file;
#[cfg(feature = "engine")]
pub mod memory;
#[cfg(feature = "engine")]
pub mod panics;
pub mod position_lines;
#[cfg(all(feature = "engine", target_arch = "x86_64"))]
pub mod processor;
pub mod quote;
#[cfg(feature = "engine")]
pub mod rounding;
#[cfg(feature = "engine")]
pub mod similar;
#[cfg(feature = "engine")]
pub mod speed;
#[cfg(feature = "engine")]
pub mod temporary_file;
pub mod work_queue;
