//! The program: `ferz` without a subcommand is the UCI engine.

use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal, Read, Stdout};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use clap::{CommandFactory, Parser};
use crossbeam_channel::{Receiver, bounded};

use super::journal::Journal;
use super::terminal::{self, width};
use super::{EXTRA_COMMANDS, ExitStatus, generate, parse_arguments, print, print_error, prompt};
use super::{bench, bisect, eval, perft, perftree};
use crate::engine::{Command, Ending, Event, about};
use crate::report::display::style::Style;
use crate::report::display::wrap::fit;
use crate::search::pool::STACK_BYTES;
use crate::support::panics;
use crate::support::threads::spawn;
use crate::uci::{self, EventSink, RunError, TextInput, TextOutput};

/// A UCI chess engine. Without arguments, it reads UCI commands from its input
#[derive(Debug, Parser)]
#[command(
    version,
    bin_name = "ferz",
    after_help = "\
Example: ferz 'position startpos moves e2e4' 'go depth 10'
Such commands end with exit status 2 if one of them has an error.
\"ferz man | man -l -\" shows more, such as the exit statuses."
)]
struct Arguments {
    /// Append a log: all UCI lines, or what RUST_LOG selects
    #[arg(long, value_name = "FILE", global = true)]
    log_file: Option<PathBuf>,

    /// Use ASCII at a terminal, not chess symbols and blocks
    #[arg(long, global = true)]
    ascii: bool,

    /// Use plain UCI at a terminal: no editing, boards or bars
    #[arg(long)]
    plain: bool,

    #[command(subcommand)]
    subcommand: Option<Subcommand>,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    Bench(bench::Arguments),
    Perft(perft::Arguments),
    Bisect(bisect::Arguments),
    Perftree(perftree::Arguments),
    Eval(eval::Arguments),
    Completions(generate::Completions),
    Man(generate::Man),
    /// UCI commands
    #[command(external_subcommand)]
    Command(Vec<OsString>),
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    #[cfg(target_arch = "x86_64")]
    crate::support::processor::require_instructions();
    start_program()
}

/// Runs the program on a new thread: the stack of the first one may be too small for it (`ulimit -s`)
/// or for the searches of `bench` and `eval` (Windows). This is not a part of `main`, which must not
/// use instructions before they are checked.
#[inline(never)]
fn start_program() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    crate::support::memory::configure_allocator();
    prompt::prepare();
    match spawn("program", STACK_BYTES, run_program) {
        Some(program) => program.join().unwrap_or_else(|panic| resume_unwind(panic)),
        None => run_program(),
    }
}

fn run_program() -> ExitCode {
    let arguments: Arguments = parse_arguments();
    let has_prompt = arguments.subcommand.is_none() && !arguments.plain && prompt::is_possible();
    if !has_prompt {
        prompt::cancel();
    }
    let style = terminal::style(arguments.ascii);
    let log_file = arguments.log_file.as_deref();
    run_logged(log_file, || run(arguments.subcommand, style, has_prompt))
}

/// Runs a subcommand with a log, and returns the exit status. An error or a panic is reported.
pub fn run_logged(
    log_file: Option<&Path>,
    run: impl FnOnce() -> Result<ExitStatus, String>,
) -> ExitCode {
    let journal = Journal::start(log_file);
    panics::log_panics();
    let result =
        panics::caught(run).unwrap_or_else(|| Err(format!("the subcommand hit {}", panics::A_BUG)));
    journal.finish();
    result.map_or_else(
        |error| {
            print_error(error);
            ExitCode::from(2)
        },
        ExitCode::from,
    )
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
                return status_of(prompt::run(style, interrupts()));
            }
            print(&header)?;
            let is_typed = io::stdin().is_terminal();
            if is_typed {
                print("Type \"help\" for a list of commands.\n")?;
            }
            run_engine(
                io::stdin(),
                is_typed,
                TextOutput(io::stdout()),
                Arc::default(),
            )
        }
        Some(Subcommand::Command(arguments)) => {
            let lines = uci_lines(&arguments)?;
            print(&format!("{}\n", about::header()))?;
            run_lines(lines)
        }
        Some(Subcommand::Bench(arguments)) => bench::run(&arguments),
        Some(Subcommand::Perft(arguments)) => perft::run(&arguments),
        Some(Subcommand::Bisect(arguments)) => bisect::run(&arguments, style),
        Some(Subcommand::Perftree(arguments)) => perftree::run(&arguments),
        Some(Subcommand::Eval(arguments)) => eval::run(&arguments, style),
        Some(Subcommand::Completions(arguments)) => {
            generate::completions(Arguments::command(), &arguments)
        }
        Some(Subcommand::Man(arguments)) => generate::man(Arguments::command(), &arguments),
    }
}

/// Converts arguments that are not a subcommand of `ferz` into lines of UCI input. If the first
/// argument contains a space, each argument is a line; otherwise they are the words of one line.
/// The error for a line that is not a UCI command lists the subcommands.
fn uci_lines(arguments: &[OsString]) -> Result<String, String> {
    let arguments = arguments.iter().map(|word| word.to_string_lossy());
    let arguments: Vec<_> = arguments.collect();
    let is_line = |argument: &str| argument.trim().contains(char::is_whitespace);
    let lines = match arguments.first() {
        Some(first) if is_line(first) => arguments.join("\n"),
        _ => arguments.join(" "),
    };
    for line in lines.lines() {
        let first = line.split_whitespace().next().unwrap_or_default();
        if !uci::parse::is_command(first, EXTRA_COMMANDS) {
            let mut ferz = Arguments::command();
            ferz.build();
            let commands: Vec<&str> = uci::help::names(EXTRA_COMMANDS).collect();
            return Err(generate::unknown_subcommand(&ferz, first, &commands));
        }
    }
    Ok(lines)
}

/// Makes Ctrl-C send a message on the returned channel, instead of killing the program.
fn interrupts() -> Receiver<()> {
    let (interrupt, interrupts) = bounded(1);
    let handler = move || {
        // Sending fails if an earlier message is still in the channel; one is enough.
        let _: Result<(), _> = interrupt.try_send(());
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C will kill the program instead of stopping the search: {error}");
    }
    interrupts
}

/// An output that sets the exit status of the program at each error.
struct CheckedOutput {
    output: TextOutput<Stdout>,
    status: Arc<AtomicU8>,
}

impl EventSink for CheckedOutput {
    fn print(&mut self, event: &Event, text: &str) -> io::Result<()> {
        if matches!(event, Event::Error(_)) {
            self.status
                .store(ExitStatus::Failure as u8, Ordering::Relaxed);
        }
        self.output.print(event, text)
    }
}

/// Runs UCI commands that were given as arguments. The exit status is 2 after an error, and if a
/// `go` had an argument that was ignored: it has searched something else than was asked for.
fn run_lines(lines: String) -> Result<ExitStatus, String> {
    let mut commands = lines
        .lines()
        .flat_map(|line| uci::parse::line(line, EXTRA_COMMANDS));
    let has_ignored = commands.any(|command| matches!(command, Command::Go(go) if go.has_ignored));
    let status = match has_ignored {
        true => ExitStatus::Failure,
        false => ExitStatus::Success,
    };
    let status = Arc::new(AtomicU8::new(status as u8));
    let output = CheckedOutput {
        output: TextOutput(io::stdout()),
        status: status.clone(),
    };
    let ended = run_engine(io::Cursor::new(lines), false, output, status.clone())?;
    Ok(match ended {
        ExitStatus::Success if status.load(Ordering::Relaxed) != 0 => ExitStatus::Failure,
        ended => ended,
    })
}

/// Runs a UCI session. `is_typed` tells whether a person types the commands. `status` is the exit
/// status so far, for the case that the reader of the output ends.
fn run_engine(
    input: impl Read + Send + 'static,
    is_typed: bool,
    output: impl EventSink,
    status: Arc<AtomicU8>,
) -> Result<ExitStatus, String> {
    #[cfg(unix)]
    let input = super::watch::WatchAtEnd(input, status);
    #[cfg(not(unix))]
    drop(status);
    let lines = TextInput::new(BufReader::new(input), is_typed);
    status_of(uci::run(lines, output, Some(interrupts()), EXTRA_COMMANDS))
}

/// Returns the exit status for the end of a session.
fn status_of(ending: Result<Ending, RunError>) -> Result<ExitStatus, String> {
    Ok(match ending.map_err(|error| error.to_string())? {
        Ending::Finished => ExitStatus::Success,
        Ending::Interrupted => ExitStatus::Interrupted,
    })
}
