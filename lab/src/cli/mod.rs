//! The subcommands of the lab.

pub mod book;
pub mod data;
pub mod datagen;
pub mod epd;
pub mod fit_wdl;
pub mod input;
pub mod matches;
pub mod network;
pub mod progress;
pub mod screen;
pub mod selfcheck;
pub mod spsa;
pub mod train;
pub mod tune;

pub use crate::support::{decimal, positive, require_tuning, short_bench, stop_flag};
pub use ferz::cli::*;
