//! Measures the speed of the search over a given time, on all processors by default.
//!
//! The result is printed with the labels of Stockfish's `speedtest`. The positions are those of the
//! bench, so the speeds cannot be compared with Stockfish's.

use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use super::searcher::Searcher;
use super::workload::{BenchResult, default_boards, search_all};
use crate::engine::{TaskInput, about};
use crate::search::limits::Limits;
use crate::support::speed::per_second;

/// Default size of the transposition table per thread, in MB.
const HASH_PER_THREAD: usize = 16;

/// Default total search time.
const DURATION: Duration = Duration::from_secs(20);

/// Arguments of the command `speedtest`; `None` for defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Speedtest {
    /// Number of search threads; by default one per processor.
    pub threads: Option<NonZeroUsize>,
    /// Size of the transposition table, in MB; by default 16 per thread.
    pub hash_megabytes: Option<usize>,
    /// Total search time; by default 20 seconds.
    pub duration: Option<Duration>,
}

/// Result of a speedtest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speed {
    threads: usize,
    hash_megabytes: usize,
    duration: Duration,
    /// Nodes visited in all searches, and their time.
    pub result: BenchResult,
}

impl Speedtest {
    /// Searches the positions of the bench with `input.network`, each for an equal share of the
    /// time. Returns `None` if `input.stop` was set.
    pub fn run(&self, input: &TaskInput) -> Result<Option<Speed>, Box<dyn Error>> {
        let processors = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = self.threads.unwrap_or_else(processors);
        let hash_megabytes = self
            .hash_megabytes
            .unwrap_or_else(|| threads.get() * HASH_PER_THREAD);
        let duration = self.duration.unwrap_or(DURATION);
        let boards = default_boards();
        let limits = Limits::move_time(duration / boards.len() as u32);
        let mut searcher = Searcher::new(threads, hash_megabytes, input)?;
        let result = search_all(&boards, &limits, &mut searcher, input);
        Ok(result.map(|result| Speed {
            threads: threads.get(),
            hash_megabytes,
            duration,
            result,
        }))
    }
}

/// Formats the result like Stockfish's `speedtest`.
impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (threads, hash) = (self.threads, self.hash_megabytes);
        let BenchResult { nodes, elapsed } = self.result;
        let seconds = self.duration.as_secs();
        let (total, nps) = (elapsed.as_secs_f64(), per_second(nodes, elapsed));
        let (name, compiler) = (about::NAME, about::compiler());
        write!(
            f,
            "===========================\n\
             Version                    : {name}\n\
             {compiler}\n\
             Filled invocation          : speedtest {threads} {hash} {seconds}\n\
             Thread count               : {threads}\n\
             TT size [MiB]              : {hash}\n\
             Total nodes searched       : {nodes}\n\
             Total search time [s]      : {total:.3}\n\
             Nodes/second               : {nps}"
        )
    }
}
