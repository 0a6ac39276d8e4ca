//! The subcommands of the lab.

pub mod book;
pub mod datagen;
pub mod input;
pub mod matches;
pub mod network;
pub mod progress;
pub mod screen;
pub mod spsa;
pub mod train;
pub mod tune;

pub use ferz::cli::*;
