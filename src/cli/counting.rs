//! What `ferz perft` and its relatives count with: threads, a table, and nothing that stops
//! them but the end of the program.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ferz::chess::{Board, Move};
use ferz::engine::options::MAX_HASH;
use ferz::perft::hash::Table;
use ferz::perft::parallel::{Method, Progress, divide_parallel};
use ferz::perft::stats::{Statistics, statistics};
use ferz::support::speed::per_second;
use serde::Serialize;

use super::{Threads, number};

/// How much of the machine a count may use.
#[derive(Debug, Default, clap::Args)]
pub struct Effort {
    #[command(flatten)]
    threads: Threads,

    /// Remember counts in a table of this many megabytes, shared by all threads
    #[arg(long, value_name = "MB", value_parser = number::<u32>(1..=MAX_HASH as u64))]
    hash: Option<u32>,
}

/// Counts with the effort allowed.
pub struct Counter {
    /// At least 1.
    threads: usize,
    /// The size of the table; 0 is none.
    hash_mb: usize,
    table: Option<Table>,
}

impl Counter {
    /// The counter that these arguments ask for.
    ///
    /// # Errors
    ///
    /// Where there is no memory for the table, in words.
    pub fn new(effort: &Effort) -> Result<Self, String> {
        let hash_mb = effort.hash.map_or(0, |megabytes| megabytes as usize);
        let table = (hash_mb > 0).then(|| Table::new(hash_mb)).transpose();
        Ok(Self {
            threads: effort.threads.number(),
            hash_mb,
            table: table.map_err(|error| format!("--hash: {error}"))?,
        })
    }

    /// The count below each legal move, in the order of the generator.
    pub fn divide(
        &self,
        board: &Board,
        depth: u32,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Vec<(Move, u64)> {
        let method = Method {
            threads: self.threads,
            stop: &AtomicBool::new(false),
            progress,
        };
        divide_parallel(board, depth, self.table.as_ref(), &method).expect("nothing stops it")
    }

    /// The statistics of each depth from 1.
    pub fn statistics(
        &self,
        board: &Board,
        depth: u32,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Vec<Statistics> {
        let method = Method {
            threads: self.threads,
            stop: &AtomicBool::new(false),
            progress,
        };
        statistics(board, depth, &method).expect("nothing stops it")
    }
}

/// What a count came to and what it took.
#[derive(Debug, Serialize)]
pub struct Cost {
    threads: usize,
    hash_mb: usize,
    /// What was counted.
    pub nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

impl Cost {
    /// The cost of a count of so many nodes that `counter` began at `started`.
    pub fn of(counter: &Counter, nodes: u64, started: Instant) -> Self {
        Self::new(counter.threads, counter.hash_mb, nodes, started)
    }

    /// The cost of so many nodes since `started`, on so many threads, with a table of so many
    /// megabytes (0 without one).
    pub fn new(threads: usize, hash_mb: usize, nodes: u64, started: Instant) -> Self {
        let elapsed = started.elapsed();
        Self {
            threads,
            hash_mb,
            nodes,
            seconds: elapsed.as_secs_f64(),
            nodes_per_second: per_second(nodes, elapsed),
        }
    }
}

/// The lines that end the output of a count.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Nodes searched: {}", self.nodes)?;
        writeln!(
            f,
            "Time: {:.3} s, {} nodes per second",
            self.seconds, self.nodes_per_second
        )
    }
}
