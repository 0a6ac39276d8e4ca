//! The subcommands: what the library works out, as text, JSON and exit statuses.
//!
//! Results go to standard output; progress and errors to standard error. The exit status
//! is 0 if all agrees, 1 if counts, answers or generators differ, 2 if a subcommand could
//! not do what was asked (a line could not be read, a result could not be written), and 130
//! if it was interrupted. A difference goes before lines that could not be read; a result
//! that could not be written goes before both. A closed pipe is no error: the program ends
//! quietly, with the status of what it has found until then.

pub mod bisect;
pub mod counting;
pub mod data;
pub mod datagen;
pub mod epd;
pub mod fit_wdl;
pub mod generate;
pub mod input;
pub mod journal;
pub mod perft;
pub mod perftree;
pub mod progress;
#[cfg(unix)]
pub mod reader;
pub mod selfcheck;
pub mod spsa;
pub mod suite;
pub mod tune;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::process::{self, ExitCode};
use std::thread;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser};
use ferz::chess::notation::CastlingNotation;
use ferz::chess::{Board, Move, san};
use ferz::engine::options::MAX_THREADS;
use ferz::support::quote::OneLine;
use ferz::tools::bench;
use ferz::uci::{self, ExtraCommand};

/// The commands that a UCI session of the program has besides those of [`uci`].
pub const EXTRA_COMMANDS: &[ExtraCommand] = &bench::COMMANDS;

/// What a subcommand found; errors are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// Nothing is wrong: exit status 0.
    Success,
    /// Something differs from what it should be: exit status 1.
    Difference,
    /// It was interrupted before its end: exit status 130, as shells give to a program that
    /// Ctrl-C has killed.
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

/// The threads that a subcommand works on.
#[derive(Debug, Default, Args)]
pub struct Threads {
    /// Threads to work on; without it, one for each processor
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=MAX_THREADS as u64))]
    threads: Option<u32>,
}

impl Threads {
    /// How many, at least 1.
    pub fn number(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads
            .map_or_else(processors, |number| number as usize)
    }
}

/// The position that a subcommand works on.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// The position, as a FEN; the initial position without it
    #[arg(long, value_name = "FEN", default_value = Board::START_FEN, hide_default_value = true)]
    pub fen: String,

    /// Moves to make from there first, like e2e4 e7e5 or e4 e5 Nf3: all that comes up to the
    /// next option
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    pub moves: Vec<String>,

    /// Write castling as king takes rook (e1h1), as is always done where king or rook start
    /// from other squares than in standard chess
    #[arg(long)]
    pub chess960: bool,
}

impl PositionArguments {
    /// The board before the moves, and the moves. Notes on the FEN go to standard error.
    ///
    /// # Errors
    ///
    /// Where the FEN or a move is wrong, in words.
    pub fn line(&self) -> Result<(Board, Vec<Move>), String> {
        let start = read_fen("--fen", &self.fen)?;
        let moves = find_moves(start, &self.moves.join(" "));
        Ok((start, moves.map_err(|error| format!("--moves: {error}"))?))
    }
}

/// The board of a FEN, which errors and notes call `name`; the notes go to standard error.
///
/// # Errors
///
/// Where the FEN is wrong, in words.
pub fn read_fen(name: &str, fen: &str) -> Result<Board, String> {
    let (board, notes) = Board::from_fen(fen).map_err(|error| format!("{name}: {error}"))?;
    print_notes(name, notes);
    Ok(board)
}

/// Prints notes to standard error, each with the place that it is about before it.
pub fn print_notes(place: impl Display, notes: impl IntoIterator<Item: Display>) {
    for note in notes {
        print_error(format_args!("{place}: {note}"));
    }
}

/// How castling is written: as the king's move, unless king takes rook is asked for or the
/// board needs it.
pub fn castling_notation(board: &Board, chess960: bool) -> CastlingNotation {
    if chess960 || board.needs_chess960_notation() {
        CastlingNotation::KingTakesRook
    } else {
        CastlingNotation::KingMoves
    }
}

/// The board after these legal moves.
pub fn make_moves(board: Board, moves: &[Move]) -> Board {
    moves.iter().fold(board, |board, &mv| board.after(mv))
}

/// The moves of a text, which are apart by blanks: in coordinates or in SAN, and with move
/// numbers or without.
///
/// # Errors
///
/// Where one of them is not a move or not legal, in words.
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

/// A move without the number before it, as in `1.e4` or `1...`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if rest.len() + 1 < text.len() => rest.trim_start_matches('.'),
        _ => text,
    }
}

/// The verdict over files, some of whose lines may be malformed: a difference goes first.
///
/// # Errors
///
/// Where nothing differs, but lines could not be read, in words.
pub fn exit_status(differs: bool, malformed_lines: usize) -> Result<ExitStatus, String> {
    match malformed_lines {
        _ if differs => Ok(ExitStatus::Difference),
        0 => Ok(ExitStatus::Success),
        1 => Err("1 line could not be read".to_owned()),
        many => Err(format!("{many} lines could not be read")),
    }
}

/// The one line of JSON that a subcommand prints.
pub fn to_json(report: &impl serde::Serialize) -> String {
    let json = serde_json::to_string(report);
    json.expect("reports have plain fields, and text for keys") + "\n"
}

/// Reads an argument that is a whole number in a range. What clap has for it does not say
/// what is expected where there is no number at all.
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

/// Returns the line of UCI that arguments make, which are no subcommand.
///
/// # Errors
///
/// If no command begins with the first word, in words that list the subcommands.
pub fn uci_command(words: &[OsString]) -> Result<String, String> {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let line = words.join(" ");
    let first = line.split_whitespace().next().unwrap_or_default();
    if uci::parse::is_command(first, EXTRA_COMMANDS) {
        return Ok(line);
    }
    let mut ferz = crate::Arguments::command();
    ferz.build();
    Err(format!(
        "{}; expected a UCI command or {}",
        generate::no_subcommand(first),
        generate::names(&ferz)
    ))
}

/// Reads the command line. A request for help, or for the version, is answered; where the
/// arguments are refused, that is said as all refusals are, in one line.
pub fn arguments<A: Parser>() -> A {
    /// An argument may be as long as a file.
    const MOST: usize = 500;
    let error = match A::try_parse() {
        Ok(arguments) => return arguments,
        // Help or the version, in color on a terminal.
        Err(error) if !error.use_stderr() => {
            let printed = error.print().and_then(|()| io::stdout().flush());
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
    let is_told = |part: &&str| !part.starts_with("For more information");
    let parts: Vec<String> = error
        .trim_start_matches("error: ")
        .split("\n\n")
        .filter(is_told)
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let mut line = parts.join("; ").replacen("Usage: ", "expected ", 1) + &expected;
    if let Some((end, _)) = line.char_indices().nth(MOST) {
        line.truncate(end);
        line.push('…');
    }
    print_error(OneLine(&line));
    process::exit(2)
}

/// Prints an error, or a note on something unusual, to standard error. That nobody reads it is no
/// error.
pub fn print_error(error: impl Display) {
    let _: io::Result<()> = writeln!(io::stderr(), "ferz: {error}");
}

/// Prints to standard output; that nobody reads it is no error.
///
/// # Errors
///
/// Where it cannot be written for another reason, in words.
pub fn print(text: &str) -> Result<(), String> {
    print_to_reader(text).map(drop)
}

/// [`print`], telling whether anybody reads on.
///
/// # Errors
///
/// As there.
pub fn print_to_reader(text: &str) -> Result<bool, String> {
    let mut output = io::stdout();
    is_read(
        output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush()),
    )
}

/// Whether the reader of standard output takes more, by the result of writing to it.
fn is_read(written: io::Result<()>) -> Result<bool, String> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(format!("cannot write to standard output: {error}")),
    }
}
