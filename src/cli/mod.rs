//! The subcommands: arguments, output as text and JSON, and exit statuses.
//!
//! Results go to standard output, progress and errors to standard error. The exit status is
//!
//! - 0 on success,
//! - 1 if the result differs from the expected one,
//! - 2 after an error, such as a malformed input line, a UCI command given as an argument that is
//!   refused, or a failed write,
//! - 130 after Ctrl-C.
//!
//! A difference takes precedence over malformed lines, and a failed write over both. A closed
//! pipe is not an error: the program exits silently, with the status of its results so far.

pub mod bench;
pub mod bisect;
mod commands;
pub mod counting;
pub mod eval;
pub mod generate;
pub mod input;
pub mod journal;
pub mod output;
pub mod perft;
pub mod perftree;
pub mod program;
pub mod progress;
pub mod prompt;
pub mod suite;
mod terminal;
#[cfg(unix)]
pub mod watch;

use std::fmt::Display;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::process::{self, ExitCode};
use std::sync::atomic::AtomicU8;
use std::sync::{Arc, OnceLock};
use std::thread;

use crate::chess::epd::FenOfEpd;
use crate::chess::notation::CastlingNotation;
use crate::chess::{Board, Move, san};
use crate::engine::options::MAX_THREADS;
use crate::report::display::wrap::fit;
use crate::support::quote::OneLine;
use crate::uci::game::without_number;
use clap::error::ErrorKind;
use clap::{Args, Command, Parser};
use console::Term;
use terminal::width_of;

pub use commands::EXTRA_COMMANDS;
pub use program::run_logged;

/// Name of the program in its messages; `ferz` until [`parse_arguments`] is called.
static PROGRAM: OnceLock<String> = OnceLock::new();

/// Result of a subcommand that returns no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// The result is as expected: exit status 0.
    Success = 0,
    /// The result differs from the expected one: exit status 1.
    Difference = 1,
    /// An error that has been printed: exit status 2.
    Failure = 2,
    /// Stopped by Ctrl-C: exit status 130, which shells also report for a program killed by Ctrl-C.
    Interrupted = 130,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status as u8)
    }
}

/// Argument that sets the number of threads of a subcommand.
#[derive(Debug, Default, Args)]
pub struct Threads {
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=MAX_THREADS as u64))]
    threads: Option<u32>,
}

impl Threads {
    /// Returns the number of threads, at least 1.
    pub fn number(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads
            .map_or_else(processors, |number| number as usize)
    }
}

/// Arguments that set the position of a subcommand.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// Position as a FEN [default: the initial position]
    #[arg(long, value_name = "FEN", default_value = Board::START_FEN, hide_default_value = true)]
    pub fen: String,

    /// Moves to make on the position first, like e2e4 e7e5 or e4 e5 Nf3; the list ends at the next
    /// option
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    pub moves: Vec<String>,

    /// Write castling as king takes rook (e1h1); this is the default if a king or rook does not
    /// start on the squares of standard chess
    #[arg(long)]
    pub chess960: bool,
}

impl PositionArguments {
    /// Returns the board before the moves, and the moves. Prints notes on the FEN to standard
    /// error.
    pub fn start_and_moves(&self) -> Result<(Board, Vec<Move>), String> {
        let start = read_fen("--fen", &self.fen)?;
        let moves = parse_moves(start, &self.moves.join(" "));
        Ok((start, moves.map_err(|error| format!("--moves: {error}"))?))
    }
}

/// Parses a FEN, and prints notes on it to standard error. Operations of EPD after it are ignored.
/// Messages begin with `name`.
pub fn read_fen(name: &str, fen: &str) -> Result<Board, String> {
    let epd = FenOfEpd::split(fen).map_err(|error| format!("{name}: {error}"))?;
    let fen = epd.as_ref().map_or(fen, |epd| &epd.fen);
    let (board, notes) = Board::from_fen(fen).map_err(|error| format!("{name}: {error}"))?;
    print_notes(name, epd.and_then(|epd| epd.note()));
    print_notes(name, notes);
    Ok(board)
}

/// Prints notes to standard error, each preceded by its place in the input.
pub fn print_notes(place: impl Display, notes: impl IntoIterator<Item: Display>) {
    for note in notes {
        print_error(format_args!("{place}: {note}"));
    }
}

/// Returns the notation of castling: king takes rook if requested or if the board requires it,
/// otherwise the move of the king.
pub fn castling_notation(board: &Board, chess960: bool) -> CastlingNotation {
    if chess960 || board.needs_chess960_notation() {
        CastlingNotation::KingTakesRook
    } else {
        CastlingNotation::KingMoves
    }
}

/// Returns the board after these legal moves.
pub fn make_moves(board: Board, moves: &[Move]) -> Board {
    moves.iter().fold(board, |board, &mv| board.after(mv))
}

/// Parses moves separated by spaces, in coordinate notation or SAN, with or without move numbers.
pub fn parse_moves(mut board: Board, moves: &str) -> Result<Vec<Move>, String> {
    let mut found = Vec::new();
    let texts = moves.split_whitespace().map(without_number);
    for text in texts.filter(|text| !text.is_empty()) {
        let mv = san::parse(&board, text)
            .map_err(|error| format!("move {}: {error}", found.len() + 1))?;
        board = board.after(mv);
        found.push(mv);
    }
    Ok(found)
}

/// Returns the exit status for files that may have malformed lines.
pub fn exit_status(differs: bool, malformed_lines: usize) -> Result<ExitStatus, String> {
    match malformed_lines {
        _ if differs => Ok(ExitStatus::Difference),
        0 => Ok(ExitStatus::Success),
        1 => Err("1 line could not be read".to_owned()),
        many => Err(format!("{many} lines could not be read")),
    }
}

/// Returns a parser for a whole number in a range. The error message of clap's own parser does not
/// name the range if the argument is not a number.
pub fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let found = text.parse().ok().filter(|number| range.contains(number));
        let found = found.and_then(|number| T::try_from(number).ok());
        found.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            match *most {
                u64::MAX => format!("expected a whole number of at least {least}"),
                most => format!("expected a whole number from {least} to {most}"),
            }
        })
    }
}

/// Parses the command line. Prints the help or the version if requested, and exits. If the
/// arguments are invalid, prints a one-line error message and exits.
pub fn parse_arguments<A: Parser>() -> A {
    /// Maximum length of the message, in characters: an argument can be very long.
    const MAX_LENGTH: usize = 500;
    PROGRAM.get_or_init(|| A::command().get_name().to_owned());
    let error = match A::try_parse() {
        Ok(arguments) => return arguments,
        // Help or the version.
        Err(error) if !error.use_stderr() => {
            let help = match console::colors_enabled() {
                true => error.render().ansi().to_string(),
                false => error.render().to_string(),
            };
            if let Err(message) = print(&fit_help(&help)) {
                print_error(message);
                process::exit(2)
            }
            process::exit(0)
        }
        Err(error) => error,
    };
    let expected = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            format!("; expected {}", expected_subcommands(&A::command()))
        }
        _ => String::new(),
    };
    let error = error.render().to_string();
    let is_relevant = |part: &&str| !part.starts_with("For more information");
    let parts: Vec<String> = error
        .trim_start_matches("error: ")
        .split("\n\n")
        .filter(is_relevant)
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let mut line = parts.join("; ").replacen("Usage: ", "expected ", 1) + &expected;
    if let Some((end, _)) = line.char_indices().nth(MAX_LENGTH) {
        line.truncate(end);
        line.push('…');
    }
    print_error(OneLine(&line));
    process::exit(2)
}

/// Returns "one of" and the names of all subcommands.
pub fn expected_subcommands(program: &Command) -> String {
    let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    format!("one of {}", names.join(", "))
}

/// Breaks the lines of the help at words: those of more than 100 columns, or than a narrower
/// terminal has.
fn fit_help(help: &str) -> String {
    const MAX_WIDTH: usize = 100;
    let width = width_of(&Term::stdout()).unwrap_or(MAX_WIDTH);
    fit(help, width.min(MAX_WIDTH))
}

/// Prints an error or a note to standard error, broken at words if that is a terminal. A failed
/// write is ignored.
pub fn print_error(error: impl Display) {
    let program = PROGRAM.get().map_or("ferz", String::as_str);
    let mut message = format!("{program}: {error}");
    if let Some(width) = width_of(&Term::stderr()) {
        message = fit(&message, width);
    }
    let _: io::Result<()> = writeln!(io::stderr(), "{message}");
}

/// Ends the program when the reading end of standard output is closed; see
/// [`watch::watch_output`]. Does nothing where the system does not report that.
fn watch_output(status: Arc<AtomicU8>) {
    #[cfg(unix)]
    watch::watch_output(status);
    #[cfg(not(unix))]
    drop(status);
}

/// Prints to standard output. A closed pipe is no error.
pub fn print(text: &str) -> Result<(), String> {
    print_to_reader(text).map(drop)
}

/// Prints to standard output, and returns `false` if the pipe is closed.
pub fn print_to_reader(text: &str) -> Result<bool, String> {
    let mut output = io::stdout();
    let written = output.write_all(text.as_bytes());
    match written.and_then(|()| output.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(format!("cannot write to standard output: {error}")),
    }
}
