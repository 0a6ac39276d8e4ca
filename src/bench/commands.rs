//! The benchmarks and random openings as commands of a UCI session.

use std::fmt::Display;
use std::sync::Arc;

use super::genfens::parse_genfens;
use super::{parse_bench, parse_speedtest};
use crate::engine::{TaskFunction, TaskInput};
use crate::uci::{ExtraCommand, Help};

/// The command `bench`: counts the nodes of fixed searches.
pub const BENCH: ExtraCommand = ExtraCommand {
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
    parse: |arguments| {
        let bench = parse_bench(arguments)?;
        Ok(task_function(move |input| bench.run(input)))
    },
};

/// The command `speedtest`: measures the speed of the search.
pub const SPEEDTEST: ExtraCommand = ExtraCommand {
    help: Help {
        name: "speedtest",
        arguments: "[THREADS [HASH [SECONDS]]]",
        summary: "measure the speed of the search",
        details: "Defaults: one thread per processor, 16 MB per thread, 20 seconds.\n\
            Example: speedtest 2 64 10",
    },
    parse: |arguments| {
        let test = parse_speedtest(arguments)?;
        Ok(task_function(move |input| test.run(input)))
    },
};

/// The command `genfens`: prints random openings.
pub const GENFENS: ExtraCommand = ExtraCommand {
    help: Help {
        name: "genfens",
        arguments: "N seed S book FILE [...]",
        summary: "print random openings for OpenBench",
        details: "N                                  number of openings\n\
            S                                  seed; the same seed gives the same openings\n\
            FILE                               book of positions to start from, or None\n\
            plies N                            random plies: 8 or 9 by default, 4 or 5 after a book\n\
            chess960, dfrc                     start from such positions, not from the book\n\
            Example: genfens 8 seed 1 book None",
    },
    parse: |arguments| {
        let settings = parse_genfens(arguments)?;
        // All output is printed during the run.
        Ok(task_function(move |input| {
            settings.run(input).map(|done| done.map(|()| ""))
        }))
    },
};

/// Returns the function of a background task whose result is printed.
pub fn task_function<T: Display, E: Display>(
    run: impl Fn(&TaskInput) -> Result<Option<T>, E> + Send + Sync + 'static,
) -> Arc<TaskFunction> {
    Arc::new(move |input| match run(input) {
        Ok(result) => Ok(result.map(|result| result.to_string())),
        Err(error) => Err(error.to_string()),
    })
}
