//! The bench: searches a list of positions with a fixed limit and counts nodes.
//!
//! The node count of the default bench is the signature of a version: it changes only if the
//! behavior of the search changes. The last line of the result has the format that
//! OpenBench expects; the lines before it are Stockfish's summary.
//! See <https://www.chessprogramming.org/Stockfish#Bench>.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::error::BenchError;
use super::positions::{Positions, default_boards};
use super::searcher::Searcher;
use crate::bench::positions_file::read_boards;
use crate::chess::Board;
use crate::engine::TaskInput;
use crate::perft::{self, parallel};
use crate::search::limits::Limits;
use crate::support::speed::per_second;

/// Depth of the default bench, in plies.
pub const DEPTH: u32 = 13;

/// Size of the transposition table of the default bench, in MB.
pub const HASH_MEGABYTES: usize = 16;

/// Limit of each search of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Depth, in plies.
    Depth(u32),
    /// Number of nodes.
    Nodes(u64),
    /// Time of the search.
    MoveTime(Duration),
    /// A perft to this depth, in plies, instead of a search.
    Perft(u32),
}

/// A bench: the positions, and how each of them is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Size of the transposition table, in MB.
    pub hash_megabytes: usize,
    /// Number of search threads. With one thread, and a limit other than time, the node count is
    /// the same in every run.
    pub threads: NonZeroUsize,
    /// Positions to search.
    pub positions: Positions,
    /// Limit of each search.
    pub limit: Limit,
}

/// Returns the bench whose node count is the signature of a version.
impl Default for Bench {
    fn default() -> Self {
        Self::to_depth(DEPTH)
    }
}

/// Result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes visited in all searches.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

/// Formats Stockfish's summary, then `<nodes> nodes <nps> nps`.
impl fmt::Display for BenchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, nps) = (self.nodes, per_second(self.nodes, self.elapsed));
        writeln!(f, "===========================")?;
        writeln!(f, "Total time (ms) : {}", self.elapsed.as_millis())?;
        writeln!(f, "Nodes searched  : {nodes}")?;
        writeln!(f, "Nodes/second    : {nps}")?;
        write!(f, "{nodes} nodes {nps} nps")
    }
}

impl Bench {
    /// Returns the default bench, but with this depth, in plies.
    #[must_use]
    pub const fn to_depth(depth: u32) -> Self {
        Self {
            hash_megabytes: HASH_MEGABYTES,
            threads: NonZeroUsize::MIN,
            positions: Positions::Default,
            limit: Limit::Depth(depth),
        }
    }

    /// Searches every position with a cleared transposition table and the network of `input`, whose
    /// board is the position of [`Positions::Current`]. Returns `None` if the flag of `input` was set
    /// before the end.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the transposition table, a thread cannot
    /// be started, or the file of positions cannot be read.
    pub fn run(&self, input: &TaskInput) -> Result<Option<BenchResult>, BenchError> {
        let boards = match &self.positions {
            Positions::Default => default_boards(),
            Positions::Current => vec![input.board],
            Positions::File(file) => read_boards(file)?,
        };
        let limits = match self.limit {
            Limit::Depth(depth) => Limits::depth(depth),
            Limit::Nodes(nodes) => Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            Limit::MoveTime(time) => Limits {
                move_time: Some(time),
                ..Limits::default()
            },
            Limit::Perft(depth) => return Ok(self.count(&boards, depth, input)),
        };
        let started = Instant::now();
        let mut nodes = 0;
        let mut searcher = Searcher::new(self.threads, self.hash_megabytes, input)?;
        for (i, &board) in boards.iter().enumerate() {
            input.report_progress(i, boards.len());
            searcher.clear();
            nodes += searcher.search(board, limits.clone())?;
            if input.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        Ok(Some(BenchResult {
            nodes,
            elapsed: started.elapsed(),
        }))
    }

    /// Runs a perft to `depth` on every position.
    fn count(&self, boards: &[Board], depth: u32, input: &TaskInput) -> Option<BenchResult> {
        let started = Instant::now();
        let method = parallel::Method {
            threads: self.threads.get(),
            stop: &input.stop,
            progress: &|_| {},
        };
        let mut nodes: u64 = 0;
        for (i, board) in boards.iter().enumerate() {
            input.report_progress(i, boards.len());
            let divide = parallel::divide_parallel(board, depth, None, &method)?;
            nodes = nodes.wrapping_add(perft::total(&divide, depth));
        }
        Some(BenchResult {
            nodes,
            elapsed: started.elapsed(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::bench::positions::POSITIONS;

    fn nodes(bench: &Bench) -> u64 {
        let result = bench.run(&TaskInput::default());
        let result = result.expect("enough memory and threads");
        result.expect("not stopped").nodes
    }

    #[test]
    fn the_node_count_is_the_same_in_every_run() {
        let bench = Bench::to_depth(2);
        assert_eq!(nodes(&bench), nodes(&bench));
        assert!(nodes(&bench) > POSITIONS.len() as u64 * 20);
    }

    #[test]
    fn a_bench_can_be_stopped() {
        for limit in [Limit::Depth(30), Limit::Perft(30)] {
            for threads in [1, 2] {
                let bench = Bench {
                    limit,
                    threads: NonZeroUsize::new(threads).expect("not 0"),
                    ..Bench::default()
                };
                let input = TaskInput {
                    stop: Arc::new(AtomicBool::new(true)),
                    ..TaskInput::default()
                };
                let result = bench.run(&input);
                let result = result.expect("enough memory and threads");
                assert_eq!(result, None, "{bench:?}");
            }
        }
    }

    #[test]
    fn every_kind_of_limit_is_respected() {
        let with = |limit| Bench {
            positions: Positions::Current,
            ..Bench {
                limit,
                ..Bench::default()
            }
        };
        assert_eq!(nodes(&with(Limit::Perft(4))), 197_281);
        assert_eq!(nodes(&with(Limit::Nodes(3_000))), 3_000);
        let deeper = nodes(&with(Limit::Depth(4)));
        assert!(nodes(&with(Limit::Depth(2))) < deeper);
        let bench = with(Limit::MoveTime(Duration::from_millis(30)));
        let result = bench.run(&TaskInput::default());
        let result = result.expect("enough memory and threads");
        let result = result.expect("not stopped");
        assert!(result.elapsed >= Duration::from_millis(10), "{result:?}");
    }

    #[test]
    fn several_threads_search_all_positions() {
        let bench = Bench {
            threads: NonZeroUsize::new(2).expect("not 0"),
            limit: Limit::Nodes(2_000),
            ..Bench::default()
        };
        assert!(nodes(&bench) >= 2_000 * POSITIONS.len() as u64 / 2);
    }

    #[test]
    fn the_result_is_the_summary_of_stockfish_and_a_line_for_openbench() {
        let result = BenchResult {
            nodes: 3_000,
            elapsed: Duration::from_millis(1_500),
        };
        let lines = "===========================\n\
             Total time (ms) : 1500\n\
             Nodes searched  : 3000\n\
             Nodes/second    : 2000\n\
             3000 nodes 2000 nps";
        assert_eq!(result.to_string(), lines);
    }
}
