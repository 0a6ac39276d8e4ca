//! The subcommands: what the library works out, as text, JSON and exit statuses.
//!
//! Results go to standard output; progress and errors to standard error. The exit status
//! is 0 where all agrees, 1 where counts or generators differ, 2 where a subcommand could
//! not do what was asked.

pub mod bisect;
pub mod counting;
pub mod data;
pub mod datagen;
pub mod epd;
pub mod fit_wdl;
pub mod generate;
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

use std::fmt::Display;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::process;
use std::thread;

use clap::{Args, Parser};
use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::{Board, Move};
use ferz::engine::options::MAX_THREADS;
use ferz::quote::{OneLine, Quoted};

/// What a subcommand found; errors are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is wrong: exit status 0.
    Agree,
    /// Something differs from what it should be: exit status 1.
    Differ,
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

    /// Moves to make from there first, like e2e4 e7e5: all that comes up to the next option
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    pub moves: Vec<String>,

    /// Write castling as king takes rook (e1h1), as is always done where king or rook start
    /// from other squares than in standard chess
    #[arg(long)]
    pub chess960: bool,
}

impl PositionArguments {
    /// The moves, one by one.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().flat_map(|moves| moves.split_whitespace())
    }

    /// The boards before and after the moves. Notes on the FEN go to standard error.
    ///
    /// # Errors
    ///
    /// Where the FEN or a move is wrong, in words.
    pub fn boards(&self) -> Result<(Board, Board), String> {
        let start = read_fen("--fen", &self.fen)?;
        let board = make_moves(start, &self.moves.join(" "));
        Ok((start, board.map_err(|error| format!("--moves: {error}"))?))
    }
}

/// The board of a FEN, which errors and notes call `name`; the notes go to standard error.
///
/// # Errors
///
/// Where the FEN is wrong, in words.
pub fn read_fen(name: &str, fen: &str) -> Result<Board, String> {
    let (board, notes) = Board::from_fen(fen).map_err(|error| format!("{name}: {error}"))?;
    for note in notes {
        complain(format_args!("{name}: {note}"));
    }
    Ok(board)
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

/// The board after the moves of a text, which are apart by blanks.
///
/// # Errors
///
/// Where one of them is not a move or not legal, in words.
pub fn make_moves(board: Board, moves: &str) -> Result<Board, String> {
    let moves = find_moves(board, moves)?;
    Ok(moves.into_iter().fold(board, |board, mv| board.after(mv)))
}

/// The moves of a text, which are apart by blanks.
///
/// # Errors
///
/// Where one of them is not a move or not legal, in words.
pub fn find_moves(mut board: Board, moves: &str) -> Result<Vec<Move>, String> {
    let mut found = Vec::new();
    for (i, text) in moves.split_whitespace().enumerate() {
        let number = i + 1;
        let written: CoordinateMove = text
            .parse()
            .map_err(|error| format!("move {number}: {error}"))?;
        let mv = written.resolve(&board);
        let mv =
            mv.ok_or_else(|| format!("move {number}: {} is not legal on {board}", Quoted(text)))?;
        board = board.after(mv);
        found.push(mv);
    }
    Ok(found)
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

/// Reads the command line. A request for help, or for the version, is answered; where the
/// arguments are refused, that is said as all refusals are, in one line.
pub fn arguments<A: Parser>() -> A {
    /// An argument may be as long as a file.
    const MOST: usize = 500;
    let error = match A::try_parse() {
        Ok(arguments) => return arguments,
        Err(error) if !error.use_stderr() => error.exit(),
        Err(error) => error.render().to_string(),
    };
    let is_told = |part: &&str| !part.starts_with("For more information");
    let parts: Vec<String> = error
        .trim_start_matches("error: ")
        .split("\n\n")
        .filter(is_told)
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let mut line = parts.join("; ").replacen("Usage: ", "expected ", 1);
    if let Some((end, _)) = line.char_indices().nth(MOST) {
        line.truncate(end);
        line.push('…');
    }
    complain(OneLine(&line));
    process::exit(2)
}

/// Tells of an error, or of something unusual, on standard error; who has closed that does not want to know.
pub fn complain(error: impl Display) {
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
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
    {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(format!("cannot write to standard output: {error}")),
    }
}
