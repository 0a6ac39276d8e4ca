//! Benchmarks of the search ([`Bench`] and [`Speedtest`]), random openings ([`genfens`]),
//! and the [`commands`] for them in a UCI session.

mod arguments;
pub mod commands;
pub mod genfens;
pub mod opening;
pub mod positions_file;
mod searcher;
mod speedtest;
mod workload;

pub use arguments::{parse_bench, parse_speedtest};
pub use speedtest::{Speed, Speedtest};
pub use workload::{Bench, BenchResult, DEPTH, HASH_MEGABYTES, Limit, Positions};
