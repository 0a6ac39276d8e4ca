//! The subcommands of the lab.

pub mod input;
pub mod network;
pub mod train;
pub mod tune;

pub use crate::support::{decimal, positive, stop_flag};
pub use ferz::cli::*;
