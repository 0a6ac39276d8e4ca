//! The command line: `ferz` is the engine, and its subcommands are what goes with it.

mod cli;

use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use cli::journal::Journal;
use cli::{ExitStatus, print, print_error};
use crossbeam_channel::{Receiver, bounded};
use ferz::chess::Board;
use ferz::chess::attacks::magic_search;
use ferz::engine::Ending;
use ferz::engine::about;
use ferz::support::panics;
use ferz::tools::bench::parse_bench;
use ferz::uci;

/// A UCI chess engine. Without a subcommand it reads UCI commands from standard input; a UCI
/// command as arguments is obeyed, and then ferz ends. Ctrl-C ends the search or count that runs,
/// and the program where nothing does.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
Exit status: 0 if all is well; 1 if something differs from what was expected; 2 if something
could not be done, a line not read, or a result not written; 130 if Ctrl-C ended it. A
difference goes before lines that could not be read. When a reader closes the pipe, as head
does, that is no error: the status is that of what was found until then.

Example: printf 'position startpos\\ngo perft 5\\n' | ferz
Example: ferz go depth 10"
)]
struct Arguments {
    /// Append a log to this file (of what RUST_LOG says, and of all traffic without it)
    #[arg(long, value_name = "FILE", global = true)]
    log_file: Option<PathBuf>,

    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Search a set of positions and print the number of nodes, the version's signature
    #[command(after_help = "Example: ferz bench 5\nExample: ferz bench 16 1 13 default depth")]
    Bench {
        /// One number: the depth, in plies, 13 without it. Or, as in Stockfish: hash in MB,
        /// threads, limit, positions (default, or a file of FENs), kind of limit (depth, nodes,
        /// movetime or perft)
        #[arg(value_name = "DEPTH|ARGUMENT")]
        arguments: Vec<String>,
    },
    Perft(cli::perft::Arguments),
    Bisect(cli::bisect::Arguments),
    Perftree(cli::perftree::Arguments),
    Selfcheck(cli::selfcheck::Arguments),
    Datagen(cli::datagen::Arguments),
    Data(cli::data::Arguments),
    FitWdl(cli::fit_wdl::Arguments),
    Tune(cli::tune::Arguments),
    Epd(cli::epd::Arguments),
    Spsa(cli::spsa::Arguments),
    Completions(cli::generate::Completions),
    Man(cli::generate::Man),
    /// Search for magic numbers again and print them as src/chess/attacks/magic_numbers.rs
    #[command(after_help = "Example: ferz magics | diff - src/chess/attacks/magic_numbers.rs")]
    Magics,
    /// A UCI command.
    #[command(external_subcommand)]
    Command(Vec<OsString>),
}

fn main() -> ExitCode {
    let arguments: Arguments = cli::arguments();
    let journal = Journal::start(arguments.log_file.as_deref());
    panics::log_panics();
    let result = panics::caught(|| run(arguments.task))
        .unwrap_or_else(|| Err(format!("this met {}", panics::A_BUG)));
    journal.finish();
    match result {
        Ok(status) => status.into(),
        Err(error) => {
            print_error(error);
            ExitCode::from(2)
        }
    }
}

fn run(task: Option<Task>) -> Result<ExitStatus, String> {
    match task {
        None => {
            print(&format!("{}\n", about::header()))?;
            if io::stdin().is_terminal() {
                print("Type \"help\" for a list of commands.\n")?;
            }
            return obey(io::stdin());
        }
        Some(Task::Command(words)) => {
            let line = cli::uci_command(&words)?;
            print(&format!("{}\n", about::header()))?;
            return obey(io::Cursor::new(line));
        }
        Some(Task::Bench { arguments }) => {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let bench = parse_bench(&arguments).map_err(|why| format!("bench: {why}"))?;
            print(&format!("{}\n", about::header()))?;
            let outcome = bench.run(&Board::default(), &Arc::default());
            if let Some(outcome) = outcome.map_err(|error| format!("bench: {error}"))? {
                print(&format!("{outcome}\n"))?;
            }
        }
        Some(Task::Perft(arguments)) => return cli::perft::run(&arguments),
        Some(Task::Bisect(arguments)) => return cli::bisect::run(&arguments),
        Some(Task::Perftree(arguments)) => return cli::perftree::run(&arguments),
        Some(Task::Selfcheck(arguments)) => return cli::selfcheck::run(&arguments),
        Some(Task::Datagen(arguments)) => return cli::datagen::run(&arguments),
        Some(Task::Data(arguments)) => return cli::data::run(&arguments),
        Some(Task::FitWdl(arguments)) => return cli::fit_wdl::run(&arguments),
        Some(Task::Tune(arguments)) => return cli::tune::run(&arguments),
        Some(Task::Epd(arguments)) => return cli::epd::run(&arguments),
        Some(Task::Spsa(arguments)) => return cli::spsa::run(&arguments),
        Some(Task::Completions(arguments)) => print(&cli::generate::completions(&arguments))?,
        Some(Task::Man(arguments)) => print(&cli::generate::man(&arguments)?)?,
        Some(Task::Magics) => print(&magic_search::source())?,
    }
    Ok(ExitStatus::Success)
}

/// A channel that gets a message for each Ctrl-C, which then no longer kills the program; `None`
/// where that cannot be had.
fn interrupts() -> Option<Receiver<()>> {
    let (interrupt, interrupts) = bounded(1);
    let handler = move || {
        // Where one has not been seen yet, another one says nothing new.
        let _: Result<(), _> = interrupt.try_send(());
    };
    ctrlc::set_handler(handler)
        .inspect_err(|error| log::warn!("Ctrl-C will end the program, not the search: {error}"))
        .ok()?;
    Some(interrupts)
}

/// Runs the engine on these lines of UCI.
fn obey(input: impl Read + Send + 'static) -> Result<ExitStatus, String> {
    #[cfg(unix)]
    let input = cli::reader::Watched(input);
    let ending = uci::run(
        BufReader::new(input),
        io::stdout(),
        interrupts(),
        cli::EXTRA_COMMANDS,
    );
    Ok(match ending.map_err(|error| error.to_string())? {
        Ending::Finished => ExitStatus::Success,
        Ending::Interrupted => ExitStatus::Interrupted,
    })
}
