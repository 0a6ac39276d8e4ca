//! The commands `bench` and `speedtest` of a UCI session.

use std::sync::Arc;

use super::arguments::{parse_bench, parse_speedtest};
use crate::engine::Work;
use crate::uci::{ExtraCommand, Help};

/// The commands, for [`uci::run`](crate::uci::run).
pub const COMMANDS: [ExtraCommand; 2] = [
    ExtraCommand {
        help: Help {
            name: "bench",
            arguments: "[DEPTH]",
            summary: "search fixed positions, count nodes",
            details: "One number is the depth. Or, as in Stockfish, whose first number is the hash:\n\
         bench HASH THREADS [LIMIT [POSITIONS [KIND]]]\n\
         HASH                               transposition table, in MB\n\
         LIMIT                              limit of each search, 13 without it\n\
         POSITIONS                          default, current, or a file of FENs\n\
         KIND                               what LIMIT is: depth, nodes, movetime, perft\n\
         Example: bench 16 1 13 default depth",
        },
        parse: bench,
    },
    ExtraCommand {
        help: Help {
            name: "speedtest",
            arguments: "[THREADS [HASH [SECONDS]]]",
            summary: "measure the speed of the search",
            details: "Without arguments: a thread for each processor, 16 MB for each, 20 seconds.\n\
         Example: speedtest 2 64 10",
        },
        parse: speedtest,
    },
];

fn bench(arguments: &[&str]) -> Result<Arc<Work>, String> {
    let bench = parse_bench(arguments)?;
    Ok(Arc::new(move |board, stop| match bench.run(board, stop) {
        Ok(result) => Ok(result.map(|result| result.to_string())),
        Err(error) => Err(error.to_string()),
    }))
}

fn speedtest(arguments: &[&str]) -> Result<Arc<Work>, String> {
    let test = parse_speedtest(arguments)?;
    Ok(Arc::new(move |_, stop| match test.run(stop) {
        Ok(result) => Ok(result.map(|result| result.to_string())),
        Err(error) => Err(error.to_string()),
    }))
}
