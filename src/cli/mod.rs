//! The subcommands: arguments, output as text and JSON, and exit statuses.
//!
//! Results go to standard output, progress and errors to standard error. The exit status is
//!
//! - 0 on success,
//! - 1 if counts, solutions or generators differ,
//! - 2 after an error, such as a malformed input line or a failed write,
//! - 130 after Ctrl-C.
//!
//! A difference takes precedence over malformed lines, and a failed write over both. A closed
//! pipe is not an error: the program exits silently, with the status of its results so far.

pub mod bisect;
mod commands;
pub mod counting;
pub mod display;
pub mod eval;
pub mod generate;
pub mod input;
pub mod journal;
pub mod output;
pub mod perft;
pub mod perftree;
pub mod progress;
pub mod prompt;
#[cfg(unix)]
pub mod reader;
pub mod suite;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::process::{self, ExitCode};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::bench::Bench;
use crate::chess::notation::CastlingNotation;
use crate::chess::{Board, Move, san};
use crate::engine::TaskInput;
use crate::engine::options::MAX_THREADS;
use crate::support::epd_line::FenOfEpd;
use crate::support::quote::OneLine;
use crate::uci::{self, ExtraCommand};
use clap::error::ErrorKind;
use clap::{Args, Command, Parser};
use console::Term;
use display::wrap::fit;

pub use commands::COMMANDS;

/// The commands that a UCI session of the program has in addition to those of [`uci`].
pub const EXTRA_COMMANDS: &[ExtraCommand] = &COMMANDS;

/// Result of a subcommand that had no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// The result is as expected: exit status 0.
    Success,
    /// The result differs from the expected one: exit status 1.
    Difference,
    /// Stopped by Ctrl-C: exit status 130, which shells also report for a program killed by Ctrl-C.
    Interrupted,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(match status {
            ExitStatus::Success => 0,
            ExitStatus::Difference => 1,
            ExitStatus::Interrupted => 130,
        })
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
    ///
    /// # Errors
    ///
    /// Returns an error if the FEN is invalid or a move is illegal.
    pub fn line(&self) -> Result<(Board, Vec<Move>), String> {
        let start = read_fen("--fen", &self.fen)?;
        let moves = find_moves(start, &self.moves.join(" "));
        Ok((start, moves.map_err(|error| format!("--moves: {error}"))?))
    }
}

/// Parses a FEN, and prints notes on it to standard error. Operations of EPD after it are ignored.
/// Messages begin with `name`.
///
/// # Errors
///
/// Returns an error if the FEN is invalid.
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
///
/// # Errors
///
/// Returns an error if a move is malformed or illegal.
pub fn find_moves(mut board: Board, moves: &str) -> Result<Vec<Move>, String> {
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

/// Removes the move number from `1.e4` or `1...e5`.
pub fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if rest.len() + 1 < text.len() => rest.trim_start_matches('.'),
        _ => text,
    }
}

/// Returns the exit status for files that may have malformed lines.
///
/// # Errors
///
/// Returns an error if a line is malformed and nothing differs.
pub fn exit_status(differs: bool, malformed_lines: usize) -> Result<ExitStatus, String> {
    match malformed_lines {
        _ if differs => Ok(ExitStatus::Difference),
        0 => Ok(ExitStatus::Success),
        1 => Err("1 line could not be read".to_owned()),
        many => Err(format!("{many} lines could not be read")),
    }
}

/// Serializes a report as the line of JSON that a subcommand prints.
pub fn to_json(report: &impl serde::Serialize) -> String {
    let json = serde_json::to_string(report);
    json.expect("reports have only plain fields and text keys") + "\n"
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

/// Returns a parser of numbers in `range`, fractions included.
pub fn decimal<T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let found = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        found.ok_or_else(|| format!("expected a number from {least} to {most}"))
    }
}

/// Parses a positive number.
///
/// # Errors
///
/// Returns an error message if the text is not a number, or if the number is out of range.
pub fn positive<T: FromStr + Copy + Into<f64>>(text: &str) -> Result<T, String> {
    let is_positive = |number: f64| number > 0.0 && number.is_finite();
    let found = text.parse::<T>().ok();
    let found = found.filter(|&number| is_positive(number.into()));
    found.ok_or_else(|| "expected a number above 0".to_owned())
}

/// Checks that the parameters of the search can be set in this build.
///
/// # Errors
///
/// Returns an error that names the subcommand that needs such a build.
pub fn require_tuning(subcommand: &str) -> Result<(), String> {
    let why = "this build cannot be tuned, because its parameters are constants; build with --features tune";
    match cfg!(feature = "tune") {
        true => Ok(()),
        false => Err(format!("{subcommand}: {why}")),
    }
}

/// Returns the node count of a short bench, which changes with the search. The state of a run contains
/// it, so that the run is not continued with another search.
///
/// # Errors
///
/// Returns an error if there is not enough memory or the thread cannot be started.
pub fn short_bench() -> Result<u64, String> {
    /// Depth, in plies. The bench takes about 0.2 s.
    const DEPTH: u32 = 7;
    let result = Bench::to_depth(DEPTH).run(&TaskInput::default());
    let result = result.map_err(|error| error.to_string())?;
    Ok(result.expect("no flag stops it").nodes)
}

/// Returns a flag that Ctrl-C sets.
pub fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let handler = {
        let stop = stop.clone();
        move || stop.store(true, Ordering::Relaxed)
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C may leave an incomplete file: {error}");
    }
    stop
}

/// Converts arguments that are not a subcommand of `ferz` into lines of UCI input. If the first
/// argument contains a space, each argument is a line; otherwise they are the words of one line.
///
/// # Errors
///
/// Returns an error message that lists the subcommands if a line does not begin with a UCI command.
pub fn uci_lines(ferz: &Command, arguments: &[OsString]) -> Result<String, String> {
    let arguments: Vec<_> = arguments
        .iter()
        .map(|word| word.to_string_lossy())
        .collect();
    let is_line = |argument: &str| argument.trim().contains(char::is_whitespace);
    let lines = match arguments.first() {
        Some(first) if is_line(first) => arguments.join("\n"),
        _ => arguments.join(" "),
    };
    for line in lines.lines() {
        let first = line.split_whitespace().next().unwrap_or_default();
        if !uci::parse::is_command(first, EXTRA_COMMANDS) {
            let commands: Vec<&str> = uci::help::names(EXTRA_COMMANDS).collect();
            return Err(generate::unknown_subcommand(ferz, first, &commands));
        }
    }
    Ok(lines)
}

/// Parses the command line. Prints the help or the version if requested, and exits. If the
/// arguments are invalid, prints a one-line error message and exits.
pub fn arguments<A: Parser>() -> A {
    /// Maximum length of the message, in characters: an argument can be very long.
    const MAX_LENGTH: usize = 500;
    let error = match A::try_parse() {
        Ok(arguments) => return arguments,
        // Help or the version.
        Err(error) if !error.use_stderr() => {
            let help = fit_to(&Term::stdout(), &error.render().ansi().to_string());
            // The stream removes the colors where they are not wanted.
            let mut output = anstream::stdout();
            let printed = output
                .write_all(help.as_bytes())
                .and_then(|()| output.flush());
            if let Err(message) = is_read(printed) {
                print_error(message);
                process::exit(2)
            }
            process::exit(0)
        }
        Err(error) => error,
    };
    let expected = match error.kind() {
        ErrorKind::InvalidSubcommand => format!("; expected {}", generate::names(&A::command())),
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

/// Breaks lines at words where the terminal is too narrow for them.
fn fit_to(terminal: &Term, text: &str) -> String {
    let columns = terminal.size_checked().map(|(_, columns)| columns);
    match columns.filter(|_| terminal.is_term()) {
        Some(columns) => fit(text, columns.into()),
        None => text.to_owned(),
    }
}

/// Prints an error or a note to standard error, broken at words if that is a terminal. A failed
/// write is ignored.
pub fn print_error(error: impl Display) {
    let message = fit_to(&Term::stderr(), &format!("ferz: {error}"));
    let _: io::Result<()> = writeln!(io::stderr(), "{message}");
}

/// Prints to standard output. A closed pipe is ignored.
///
/// # Errors
///
/// Returns an error if writing fails for another reason.
pub fn print(text: &str) -> Result<(), String> {
    print_to_reader(text).map(drop)
}

/// Prints to standard output, and returns `false` if the pipe is closed.
///
/// # Errors
///
/// Returns an error if writing fails for another reason.
pub fn print_to_reader(text: &str) -> Result<bool, String> {
    let mut output = io::stdout();
    is_read(
        output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush()),
    )
}

/// Converts the result of a write to standard output: `false` if the pipe is closed.
fn is_read(written: io::Result<()>) -> Result<bool, String> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(format!("cannot write to standard output: {error}")),
    }
}
