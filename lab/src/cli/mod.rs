//! The subcommands of the lab.

pub mod epd;
pub mod input;
pub mod selfcheck;

pub use crate::support::{decimal, positive, stop_flag};
pub use ferz::cli::*;
