//! Benchmarks of the search: [`Bench`] and [`Speedtest`], and the commands that run them.

mod arguments;
mod commands;
mod error;
mod positions;
mod searcher;
mod speedtest;
mod workload;

pub use arguments::{parse_bench, parse_speedtest};
pub use commands::COMMANDS;
pub use error::BenchError;
pub use positions::Positions;
pub use speedtest::{Speed, Speedtest};
pub use workload::{Bench, BenchResult, DEPTH, HASH_MEGABYTES, Limit};
