//! Helpers that do not depend on chess.

#[cfg(feature = "engine")]
pub mod files;
#[cfg(feature = "engine")]
pub mod mapped_file;
#[cfg(feature = "engine")]
pub mod memory;
#[cfg(feature = "engine")]
pub mod panics;
#[cfg(all(feature = "engine", target_arch = "x86_64"))]
pub mod processor;
pub mod quote;
#[cfg(feature = "engine")]
pub mod rounding;
#[cfg(feature = "engine")]
pub mod similar;
#[cfg(feature = "engine")]
pub mod speed;
pub mod stop_flag;
#[cfg(feature = "engine")]
pub mod temporary_file;
pub mod text_lines;
#[cfg(feature = "engine")]
pub mod threads;
pub mod work_queue;
