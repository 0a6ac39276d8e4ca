//! The bench: searches a list of positions with a fixed limit and counts nodes.
//!
//! The node count of the default bench is the signature of a version: it changes only if the
//! behavior of the search changes. The last line of the result has the format that
//! OpenBench expects; the lines before it are Stockfish's summary.
//! See <https://www.chessprogramming.org/Stockfish#Bench>.

use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::positions_file::read_boards;
use super::searcher::Searcher;
use crate::chess::Board;
use crate::engine::TaskInput;
use crate::perft::{self, parallel};
use crate::search::limits::Limits;
use crate::support::speed::per_second;
use crate::support::stop_flag;

/// Depth of the default bench, in plies.
pub const DEPTH: u32 = 13;

/// Size of the transposition table of the default bench, in MB.
pub const HASH_MEGABYTES: usize = 16;

/// Default positions: openings, middlegames and endgames, with checks, promotions, blocked pawns,
/// bare kings and Chess960 castling. The usual perft positions are among them.
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

/// Source of the positions of a bench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Positions {
    /// The default positions, which never change.
    Default,
    /// The current position of the engine.
    Current,
    /// A file with one FEN or EPD per line.
    File(PathBuf),
}

/// Returns the default positions.
pub(super) fn default_boards() -> Vec<Board> {
    let board = |fen: &&str| fen.parse().expect("the positions are legal");
    POSITIONS.iter().map(board).collect()
}

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
    /// Time taken: by the whole bench, or by the searches alone for a speedtest.
    pub elapsed: Duration,
}

/// Formats Stockfish's summary, then `<nodes> nodes <nps> nps`.
impl fmt::Display for BenchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, nps) = (self.nodes, per_second(self.nodes, self.elapsed));
        let millis = self.elapsed.as_millis();
        write!(
            f,
            "===========================\n\
             Total time (ms) : {millis}\n\
             Nodes searched  : {nodes}\n\
             Nodes/second    : {nps}\n\
             {nodes} nodes {nps} nps"
        )
    }
}

impl Bench {
    /// Returns the default bench, but with this depth, in plies.
    pub const fn to_depth(depth: u32) -> Self {
        Self {
            hash_megabytes: HASH_MEGABYTES,
            threads: NonZeroUsize::MIN,
            positions: Positions::Default,
            limit: Limit::Depth(depth),
        }
    }

    /// Searches every position with `input.network`; [`Positions::Current`] is `input.board`. The
    /// transposition table and the histories are cleared before each search. Returns `None` if
    /// `input.stop` was set.
    pub fn run(&self, input: &TaskInput) -> Result<Option<BenchResult>, Box<dyn Error>> {
        let boards = match &self.positions {
            Positions::Default => default_boards(),
            Positions::Current => vec![input.board],
            Positions::File(file) => read_boards(file)?,
        };
        let limits = match self.limit {
            Limit::Depth(depth) => Limits::depth(depth),
            Limit::Nodes(nodes) => Limits::nodes(nodes),
            Limit::MoveTime(time) => Limits::move_time(time),
            Limit::Perft(depth) => return Ok(self.run_perft(&boards, depth, input)),
        };
        let started = Instant::now();
        let mut searcher = Searcher::new(self.threads, self.hash_megabytes, input)?;
        let result = search_all(&boards, &limits, &mut searcher, input);
        let elapsed = started.elapsed();
        Ok(result.map(|result| BenchResult { elapsed, ..result }))
    }

    /// Runs a perft to `depth` on every position.
    fn run_perft(&self, boards: &[Board], depth: u32, input: &TaskInput) -> Option<BenchResult> {
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

/// Searches every position, and clears the searcher before each search. Returns the nodes and the
/// time of the searches alone; `None` if `input.stop` was set.
pub(super) fn search_all(
    boards: &[Board],
    limits: &Limits,
    searcher: &mut Searcher,
    input: &TaskInput,
) -> Option<BenchResult> {
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    for (i, &board) in boards.iter().enumerate() {
        input.report_progress(i, boards.len());
        searcher.clear();
        let started = Instant::now();
        nodes += searcher.search(board, limits.clone());
        elapsed += started.elapsed();
        if stop_flag::is_set(&input.stop) {
            return None;
        }
    }
    Some(BenchResult { nodes, elapsed })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn result(bench: &Bench) -> BenchResult {
        let result = bench.run(&TaskInput::default());
        let result = result.expect("enough memory and threads");
        result.expect("not stopped")
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
    fn a_move_time_is_used() {
        let result = result(&Bench {
            positions: Positions::Current,
            limit: Limit::MoveTime(Duration::from_millis(30)),
            ..Bench::default()
        });
        assert!(result.elapsed >= Duration::from_millis(10), "{result:?}");
    }

    #[test]
    fn several_threads_search_all_positions() {
        let bench = Bench {
            threads: NonZeroUsize::new(2).expect("not 0"),
            limit: Limit::Nodes(2_000),
            ..Bench::default()
        };
        assert!(result(&bench).nodes >= 2_000 * POSITIONS.len() as u64 / 2);
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
