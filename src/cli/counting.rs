//! Perft with several threads and a hash table, for `ferz perft` and related subcommands.
//!
//! It cannot be stopped, except by ending the program.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::chess::{Board, Move};
use crate::engine::options::MAX_HASH;
use crate::perft::hash::PerftTable;
use crate::perft::parallel::{Method, PerftProgress, divide_parallel};
use crate::perft::stats::{Statistics, statistics};
use crate::support::speed::per_second;
use serde::Serialize;

use super::{Threads, number};

/// Arguments that set the threads and the hash table of a [`Counter`].
#[derive(Debug, Default, clap::Args)]
pub struct CounterArguments {
    #[command(flatten)]
    threads: Threads,

    /// Use a hash table of this size in megabytes, shared by all threads
    #[arg(long, value_name = "MB", value_parser = number::<u32>(1..=MAX_HASH as u64))]
    hash: Option<u32>,
}

/// A function that shows the progress of perft.
type ShowProgress<'a> = dyn Fn(PerftProgress) + Sync + 'a;

/// Runs perft with a number of threads and a hash table.
pub struct Counter {
    /// Number of threads, at least 1.
    threads: usize,
    /// Size of the hash table, in MB; 0 for none.
    hash_mb: usize,
    table: Option<PerftTable>,
}

impl Counter {
    /// Creates a counter from arguments. That fails if there is not enough memory.
    pub fn new(arguments: &CounterArguments) -> Result<Self, String> {
        let hash_mb = arguments.hash.map_or(0, |megabytes| megabytes as usize);
        let table = (hash_mb > 0).then(|| PerftTable::new(hash_mb)).transpose();
        Ok(Self {
            threads: arguments.threads.number(),
            hash_mb,
            table: table.map_err(|error| format!("--hash: {error}"))?,
        })
    }

    /// Counts the leaf nodes below each legal move, in the order of the move generator.
    pub fn divide(
        &self,
        board: &Board,
        depth: u32,
        progress: &ShowProgress<'_>,
    ) -> Vec<(Move, u64)> {
        self.run(progress, |method| {
            divide_parallel(board, depth, self.table.as_ref(), method)
        })
    }

    /// Returns the statistics of each depth from 1 to `depth`.
    pub fn statistics(
        &self,
        board: &Board,
        depth: u32,
        progress: &ShowProgress<'_>,
    ) -> Vec<Statistics> {
        self.run(progress, |method| statistics(board, depth, method))
    }

    /// Calls `count`, which returns `None` only if its stop flag is set.
    fn run<T>(
        &self,
        progress: &ShowProgress<'_>,
        count: impl FnOnce(&Method<'_>) -> Option<T>,
    ) -> T {
        let method = Method {
            threads: self.threads,
            stop: &AtomicBool::new(false),
            progress,
        };
        count(&method).expect("the stop flag is never set")
    }
}

/// Node count of a subcommand, with the time and resources that counting took.
#[derive(Debug, Serialize)]
pub struct Cost {
    threads: usize,
    hash_mb: usize,
    /// Nodes counted.
    pub nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

impl Cost {
    /// Returns the cost of counting `nodes` with `counter` since `started`.
    pub fn of(counter: &Counter, nodes: u64, started: Instant) -> Self {
        Self::new(counter.threads, counter.hash_mb, nodes, started)
    }

    /// Returns the cost of `nodes` since `started`, with this number of threads and a hash table of
    /// `hash_mb` megabytes (0 for none).
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

/// Formats the last lines of the output of perft.
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
