//! The subcommand `bench`: the benchmark with a progress bar.

use std::sync::Arc;

use super::progress::ProgressBar;
use super::{ExitStatus, print, watch_output};
use crate::bench::parse_bench;
use crate::engine::{Event, TaskInput, about};

/// Search a set of positions and print the number of nodes
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz bench 5\nExample: ferz bench 16 1 13 default depth")]
pub struct Arguments {
    /// A single argument is the depth in plies [default: 13]. More arguments are those of
    /// Stockfish: hash size in MB, threads, limit, positions (default, or a file of FENs), and
    /// kind of limit (depth, nodes, movetime or perft)
    #[arg(value_name = "DEPTH|ARGUMENT")]
    arguments: Vec<String>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let words: Vec<&str> = arguments.arguments.iter().map(String::as_str).collect();
    let bench = parse_bench(&words).map_err(|why| format!("bench: {why}"))?;
    print(&format!("{}\n", about::header()))?;
    watch_output(Arc::default());
    let bar = Arc::new(ProgressBar::new("positions"));
    let shown = bar.clone();
    let input = TaskInput {
        on_event: Arc::new(move |event| {
            if let Event::Progress { done, total } = event {
                shown.show(done, total);
            }
        }),
        ..TaskInput::default()
    };
    let result = bench.run(&input);
    // The bar must be gone before the result is printed.
    drop((input, bar));
    if let Some(result) = result.map_err(|error| format!("bench: {error}"))? {
        print(&format!("{result}\n"))?;
    }
    Ok(ExitStatus::Success)
}
