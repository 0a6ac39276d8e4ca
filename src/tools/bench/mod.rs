//! Measurements of the search: [`Bench`] and [`Speedtest`].
//!
//! The default bench is a fixed amount of search whose node count is the signature of a
//! version: a change that should change nothing leaves it as it was. The last line of the
//! result is what OpenBench expects; the lines before it are Stockfish's summary. Its command
//! also takes Stockfish's arguments. See <https://www.chessprogramming.org/Stockfish#Bench>.

mod searcher;
mod speedtest;

use std::fmt;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::chess::{Board, FenError};
use crate::perft::{self, parallel};
use crate::search::limits::Limits;
use crate::search::pool::TooFewThreads;
use crate::support::memory::OutOfMemory;
use crate::support::quote::Named;
use searcher::Searcher;
pub use speedtest::Speedtest;

/// Depth of the default bench, in plies.
pub const DEPTH: u32 = 13;

/// Size of the transposition table of the default bench, in MB.
pub const HASH_MEGABYTES: usize = 16;

/// Openings, middlegames and endgames, the positions of the perft tables among them, with
/// checks, promotions, blocked pawns, bare kings and Chess960 castling.
const POSITIONS: [&str; 29] = [
    Board::START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "rnbqk2r/ppp1bppp/4pn2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 4 5",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r1b1k2r/ppppnppp/2n2q2/2b5/3NP3/2P1B3/PP3PPP/RN1QKB1R w KQkq - 0 1",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
    "2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1",
    "3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "8/P5k1/8/8/8/8/1p4K1/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// Positions that a bench searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Positions {
    /// The same ones each time.
    Default,
    /// The position that the engine has.
    Current,
    /// The FENs in a file, one on each line.
    File(PathBuf),
}

/// Limit of each search of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Iterations to complete, in plies.
    Depth(u32),
    /// Nodes to visit.
    Nodes(u64),
    /// Time to spend.
    MoveTime(Duration),
    /// No search: the leaves at this depth are counted.
    Perft(u32),
}

/// A bench: positions, and how each is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Size of the transposition table, in MB.
    pub hash_megabytes: usize,
    /// Threads of the search. With one, and a limit that is not time, the node count is the
    /// same in each run.
    pub threads: NonZeroUsize,
    /// The positions.
    pub positions: Positions,
    /// The limit of each search.
    pub limit: Limit,
}

/// The bench whose node count is the signature of a version.
impl Default for Bench {
    fn default() -> Self {
        Self::to_depth(DEPTH)
    }
}

/// A measurement that a user asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The command `bench`.
    Bench(Bench),
    /// The command `speedtest`.
    Speedtest(Speedtest),
}

impl Request {
    /// Returns the name of the command.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Bench(_) => "bench",
            Self::Speedtest(_) => "speedtest",
        }
    }

    /// Runs the measurement, with `board` as the current position, and returns its result as
    /// text; `None` if `stop` was set before the end.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table, no thread, or no position in a file.
    pub fn run(&self, board: &Board, stop: &Arc<AtomicBool>) -> Result<Option<String>, BenchError> {
        Ok(match self {
            Self::Bench(bench) => bench.run(board, stop)?.map(|found| found.to_string()),
            Self::Speedtest(test) => test.run(stop)?.map(|found| found.to_string()),
        })
    }
}

/// Why a measurement could not be made.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// There is no memory for the transposition table.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// There are no such threads.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
    /// The file of positions cannot be read.
    #[error("cannot read {}: {error}", Named(file))]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A line of the file is not a FEN.
    #[error("{}:{line}: {error}", Named(file))]
    Fen {
        /// The file.
        file: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: FenError,
    },
    /// The file is empty.
    #[error("{}: found no position; expected a FEN on each line", Named(.0))]
    NoPositions(PathBuf),
}

/// The result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// All nodes visited.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// Stockfish's summary, then `<nodes> nodes <nps> nps`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, nps) = (self.nodes, per_second(self.nodes, self.elapsed));
        writeln!(f, "===========================")?;
        writeln!(f, "Total time (ms) : {}", self.elapsed.as_millis())?;
        writeln!(f, "Nodes searched  : {nodes}")?;
        writeln!(f, "Nodes/second    : {nps}")?;
        write!(f, "{nodes} nodes {nps} nps")
    }
}

/// Returns the nodes per second.
#[must_use]
pub fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64
}

impl Bench {
    /// Returns the default bench with another depth, in plies.
    #[must_use]
    pub const fn to_depth(depth: u32) -> Self {
        Self {
            hash_megabytes: HASH_MEGABYTES,
            threads: NonZeroUsize::MIN,
            positions: Positions::Default,
            limit: Limit::Depth(depth),
        }
    }

    /// Searches every position, each with nothing learned from the others; `current` is the
    /// one that [`Positions::Current`] means. `None` if `stop` was set before the end.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table, no thread, or no position in a file.
    pub fn run(
        &self,
        current: &Board,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Outcome>, BenchError> {
        let boards = match &self.positions {
            Positions::Default => default_boards(),
            Positions::Current => vec![*current],
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
            Limit::Perft(depth) => return Ok(self.count(&boards, depth, stop)),
        };
        let started = Instant::now();
        let mut nodes = 0;
        let mut searcher = Searcher::new(self.threads, self.hash_megabytes, stop)?;
        for board in boards {
            searcher.clear();
            nodes += searcher.search(board, limits.clone())?;
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        Ok(Some(Outcome {
            nodes,
            elapsed: started.elapsed(),
        }))
    }

    /// Counts the leaves at `depth` below every position.
    fn count(&self, boards: &[Board], depth: u32, stop: &AtomicBool) -> Option<Outcome> {
        let started = Instant::now();
        let method = parallel::Method {
            threads: self.threads.get(),
            stop,
            progress: &|_| {},
        };
        let mut nodes: u64 = 0;
        for board in boards {
            let divide = parallel::divide_parallel(board, depth, None, &method)?;
            nodes = nodes.wrapping_add(perft::total(&divide, depth));
        }
        Some(Outcome {
            nodes,
            elapsed: started.elapsed(),
        })
    }
}

fn default_boards() -> Vec<Board> {
    let boards = POSITIONS.iter().map(|fen| fen.parse());
    boards
        .map(|board| board.expect("the positions are legal"))
        .collect()
}

/// Reads the FENs of a file, one on each line that is not empty.
fn read_boards(file: &Path) -> Result<Vec<Board>, BenchError> {
    let text = fs::read_to_string(file).map_err(|error| BenchError::Unreadable {
        file: file.to_owned(),
        error,
    })?;
    let lines = text.lines().enumerate();
    let fens = lines.filter(|(_, fen)| !fen.trim().is_empty());
    let board = |(index, fen): (usize, &str)| {
        fen.parse().map_err(|error| BenchError::Fen {
            file: file.to_owned(),
            line: index + 1,
            error,
        })
    };
    let boards: Vec<Board> = fens.map(board).collect::<Result<_, _>>()?;
    if boards.is_empty() {
        return Err(BenchError::NoPositions(file.to_owned()));
    }
    Ok(boards)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(bench: &Bench) -> u64 {
        let outcome = bench.run(&Board::default(), &Arc::default());
        let outcome = outcome.expect("memory and threads");
        outcome.expect("nothing stops it").nodes
    }

    #[test]
    fn a_bench_counts_the_same_nodes_every_time() {
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
                let outcome = bench.run(&Board::default(), &Arc::new(AtomicBool::new(true)));
                assert_eq!(outcome.expect("memory and threads"), None, "{bench:?}");
            }
        }
    }

    #[test]
    fn each_kind_of_limit_holds() {
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
        let outcome = bench.run(&Board::default(), &Arc::default());
        let outcome = outcome.expect("memory and threads").expect("not stopped");
        assert!(outcome.elapsed >= Duration::from_millis(10), "{outcome:?}");
    }

    #[test]
    fn several_threads_search_all_positions_too() {
        let bench = Bench {
            threads: NonZeroUsize::new(2).expect("not 0"),
            limit: Limit::Nodes(2_000),
            ..Bench::default()
        };
        assert!(nodes(&bench) >= 2_000 * POSITIONS.len() as u64 / 2);
    }

    #[test]
    fn the_summary_has_the_lines_of_stockfish_and_ends_with_that_of_openbench() {
        let outcome = Outcome {
            nodes: 3_000,
            elapsed: Duration::from_millis(1_500),
        };
        let lines = "===========================\n\
             Total time (ms) : 1500\n\
             Nodes searched  : 3000\n\
             Nodes/second    : 2000\n\
             3000 nodes 2000 nps";
        assert_eq!(outcome.to_string(), lines);
    }
}
