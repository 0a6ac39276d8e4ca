//! The command line: `ferz` without a subcommand is the UCI engine.

use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, Parser};
use crossbeam_channel::{Sender, bounded};
use ferz::bench::parse_bench;
use ferz::cli;
use ferz::cli::display::style::Style;
use ferz::cli::display::wrap::{fit, width};
use ferz::cli::journal::Journal;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, print, print_error};
use ferz::engine::{Ending, Event, TaskInput, about};
use ferz::support::panics;
use ferz::uci::{self, Lines, Printed, RunError};

/// A UCI chess engine. Without arguments, it reads UCI commands from standard input. UCI commands
/// given as arguments are executed, then ferz exits: the words of one command, or several commands,
/// each quoted. Ctrl-C stops the running search or count, or exits if nothing is running.
#[derive(Debug, Parser)]
#[command(
    version,
    bin_name = "ferz",
    after_help = "\
Exit status: 0 on success; 1 if a result differs from the expected one; 2 after an error, such as \
a malformed line of a file or a failed write; 130 after Ctrl-C. A difference takes precedence over \
malformed lines. A pipe closed by its reader (such as head) is not an error: the status reflects \
the results so far.

Example: printf 'position startpos\\ngo perft 5\\n' | ferz
Example: ferz go depth 10
Example: ferz 'position startpos moves e2e4' 'go depth 10'"
)]
struct Arguments {
    /// Append a log to this file: all lines of UCI input and output, or what RUST_LOG selects
    #[arg(long, value_name = "FILE", global = true)]
    log_file: Option<PathBuf>,

    /// Show ASCII characters only, where a terminal would get chess symbols and bars
    #[arg(long, global = true)]
    ascii: bool,

    /// Use plain UCI at a terminal, too: no line editing, colors, boards or bars
    #[arg(long)]
    plain: bool,

    #[command(subcommand)]
    subcommand: Option<Subcommand>,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    /// Search a set of positions and print the number of nodes
    #[command(after_help = "Example: ferz bench 5\nExample: ferz bench 16 1 13 default depth")]
    Bench {
        /// A single argument is the depth in plies [default: 13]. More arguments are those of
        /// Stockfish: hash size in MB, threads, limit, positions (default, or a file of FENs), and
        /// kind of limit (depth, nodes, movetime or perft)
        #[arg(value_name = "DEPTH|ARGUMENT")]
        arguments: Vec<String>,
    },
    Perft(cli::perft::Arguments),
    Bisect(cli::bisect::Arguments),
    Perftree(cli::perftree::Arguments),
    Eval(cli::eval::Arguments),
    Completions(cli::generate::Completions),
    Man(cli::generate::Man),
    /// UCI commands
    #[command(external_subcommand)]
    Command(Vec<OsString>),
}

fn main() -> ExitCode {
    #[cfg(target_arch = "x86_64")]
    ferz::support::processor::require_instructions();
    run_program()
}

/// Runs the program. It is not a part of `main`, which must not use instructions before they are
/// checked.
#[inline(never)]
fn run_program() -> ExitCode {
    let arguments: Arguments = cli::arguments();
    let has_prompt =
        arguments.subcommand.is_none() && !arguments.plain && cli::prompt::is_possible();
    if has_prompt {
        // Before any thread starts.
        cli::prompt::prepare();
    }
    let journal = Journal::start(arguments.log_file.as_deref());
    panics::log_panics();
    let style = Style::of_standard_output(arguments.ascii);
    let result = panics::caught(|| run(arguments.subcommand, style, has_prompt))
        .unwrap_or_else(|| Err(format!("the subcommand hit {}", panics::A_BUG)));
    journal.finish();
    match result {
        Ok(status) => status.into(),
        Err(error) => {
            print_error(error);
            ExitCode::from(2)
        }
    }
}

fn run(
    subcommand: Option<Subcommand>,
    style: Style,
    has_prompt: bool,
) -> Result<ExitStatus, String> {
    match subcommand {
        None => {
            let header = format!("{}\n", about::header());
            if has_prompt {
                print(&fit(&header, width()))?;
                return run_prompt(style);
            }
            print(&header)?;
            let is_typed = io::stdin().is_terminal();
            if is_typed {
                print("Type \"help\" for a list of commands.\n")?;
            }
            return run_engine(io::stdin(), is_typed);
        }
        Some(Subcommand::Command(arguments)) => {
            let mut ferz = Arguments::command();
            ferz.build();
            let lines = cli::uci_lines(&ferz, &arguments)?;
            print(&format!("{}\n", about::header()))?;
            return run_engine(io::Cursor::new(lines), false);
        }
        Some(Subcommand::Bench { arguments }) => bench(&arguments)?,
        Some(Subcommand::Perft(arguments)) => return cli::perft::run(&arguments),
        Some(Subcommand::Bisect(arguments)) => return cli::bisect::run(&arguments, style),
        Some(Subcommand::Perftree(arguments)) => return cli::perftree::run(&arguments),
        Some(Subcommand::Eval(arguments)) => return cli::eval::run(&arguments, style),
        Some(Subcommand::Completions(arguments)) => print(&cli::generate::completions(
            Arguments::command(),
            &arguments,
        ))?,
        Some(Subcommand::Man(arguments)) => {
            print(&cli::generate::man(Arguments::command(), &arguments)?)?;
        }
    }
    Ok(ExitStatus::Success)
}

/// Runs `ferz bench`, with a progress bar.
fn bench(arguments: &[String]) -> Result<(), String> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let bench = parse_bench(&arguments).map_err(|why| format!("bench: {why}"))?;
    print(&format!("{}\n", about::header()))?;
    let bar = Arc::new(ProgressBar::new("positions"));
    let input = TaskInput {
        output: Arc::new({
            let bar = bar.clone();
            move |event| {
                if let Event::Progress { done, total } = event {
                    bar.show(done, total);
                }
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
    Ok(())
}

/// Makes Ctrl-C send a message, instead of killing the program.
fn send_at_ctrl_c(interrupt: Sender<()>) {
    let handler = move || {
        // Sending fails if an earlier message is still in the channel; one is enough.
        let _: Result<(), _> = interrupt.try_send(());
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C will kill the program instead of stopping the search: {error}");
    }
}

/// Runs a UCI session on this input. `is_typed` tells whether a person types the commands.
fn run_engine(input: impl Read + Send + 'static, is_typed: bool) -> Result<ExitStatus, String> {
    #[cfg(unix)]
    let input = cli::reader::Watched(input);
    let (interrupt, interrupts) = bounded(1);
    send_at_ctrl_c(interrupt);
    let ending = uci::run(
        Lines::new(BufReader::new(input), is_typed),
        Printed(io::stdout()),
        Some(interrupts),
        cli::EXTRA_COMMANDS,
    );
    status(ending)
}

/// Runs a session with a prompt.
fn run_prompt(style: Style) -> Result<ExitStatus, String> {
    let (interrupt, interrupts) = bounded(1);
    send_at_ctrl_c(interrupt);
    status(cli::prompt::run(style, interrupts))
}

/// Returns the exit status for the end of a session.
fn status(ending: Result<Ending, RunError>) -> Result<ExitStatus, String> {
    Ok(match ending.map_err(|error| error.to_string())? {
        Ending::Finished => ExitStatus::Success,
        Ending::Interrupted => ExitStatus::Interrupted,
    })
}
