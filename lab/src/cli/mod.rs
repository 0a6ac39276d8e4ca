//! The subcommands of the lab.

pub mod input;

pub use crate::support::{decimal, positive, stop_flag};
pub use ferz::cli::*;
