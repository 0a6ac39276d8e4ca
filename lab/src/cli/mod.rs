//! The subcommands of the lab.

pub mod epd;
pub mod input;
pub mod selfcheck;

pub use ferz::cli::*;
