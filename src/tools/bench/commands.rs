//! The commands `bench` and `speedtest` of a UCI session.

use std::sync::Arc;

use super::arguments::{parse_bench, parse_speedtest};
use crate::engine::Work;
use crate::uci::{ExtraCommand, Help};

/// The commands, as [`uci::run`](crate::uci::run) takes them.
pub const COMMANDS: [ExtraCommand; 2] = [
    ExtraCommand {
        help: Help {
            name: "bench",
            arguments: "[DEPTH]",
            summary: "search fixed positions and count nodes",
            details: "A single number is the depth. With more arguments, as in Stockfish:\n\
         bench HASH THREADS [LIMIT [POSITIONS [KIND]]]\n\
         HASH                               transposition table, in MB\n\
         LIMIT                              limit of each search; default 13\n\
         POSITIONS                          default, current, or a file of FENs\n\
         KIND                               unit of LIMIT: depth, nodes, movetime, perft\n\
         Example: bench 16 1 13 default depth",
        },
        parse: bench,
    },
    ExtraCommand {
        help: Help {
            name: "speedtest",
            arguments: "[THREADS [HASH [SECONDS]]]",
            summary: "measure the speed of the search",
            details: "Defaults: one thread per processor, 16 MB per thread, 20 seconds.\n\
         Example: speedtest 2 64 10",
        },
        parse: speedtest,
    },
];

fn bench(arguments: &[&str]) -> Result<Arc<Work>, String> {
    let bench = parse_bench(arguments)?;
    Ok(Arc::new(move |input| match bench.run(input) {
        Ok(result) => Ok(result.map(|result| result.to_string())),
        Err(error) => Err(error.to_string()),
    }))
}

fn speedtest(arguments: &[&str]) -> Result<Arc<Work>, String> {
    let test = parse_speedtest(arguments)?;
    Ok(Arc::new(move |input| match test.run(input) {
        Ok(result) => Ok(result.map(|result| result.to_string())),
        Err(error) => Err(error.to_string()),
    }))
}
