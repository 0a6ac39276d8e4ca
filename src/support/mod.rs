//! Helpers that do not depend on chess.

pub mod epd_line;
#[cfg(feature = "engine")]
pub mod files;
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
#[cfg(feature = "engine")]
pub mod threads;
pub mod work_queue;
