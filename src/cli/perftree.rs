//! `ferz perftree`: the script interface of the debugger perftree, which compares the counts of
//! a script with those of Stockfish.
//!
//! See <https://github.com/agausmann/perftree#your-perft-script>.

use std::sync::Arc;

use crate::chess::notation::CoordinateMove;
use crate::perft::{MAX_DEPTH, total};

use super::counting::{Counter, CounterArguments};
use super::{
    ExitStatus, castling_notation, make_moves, number, parse_moves, print, read_fen, watch_output,
};

/// Print counts for the tool perftree
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Prints the moves and their counts, a blank line, and the total.\n\n\
                  Example: ferz perftree 2 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' 'e2e4 e7e5'\n\n\
                  The tool perftree needs the name of a script. This script is enough:\n\n  \
                  #!/bin/sh\n  exec ferz perftree \"$@\""
)]
pub struct Arguments {
    /// Depth in plies (half-moves)
    #[arg(value_parser = number::<u32>(0..=MAX_DEPTH.into()))]
    depth: u32,

    /// The position as a FEN
    fen: String,

    /// Moves to make first, in coordinate notation or SAN, in one argument or several
    moves: Vec<String>,

    /// Write castling as king takes rook (e1h1); this is the default if a king or rook does not
    /// start on the squares of standard chess
    #[arg(long)]
    chess960: bool,
}

/// Runs `ferz perftree`.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let start = read_fen("FEN", &arguments.fen)?;
    let moves = parse_moves(start, &arguments.moves.join(" "));
    let board = make_moves(start, &moves.map_err(|error| format!("MOVES: {error}"))?);
    let notation = castling_notation(&board, arguments.chess960);
    let counter = Counter::new(&CounterArguments::default())?;
    watch_output(Arc::default());
    let counts = counter.divide(&board, arguments.depth, &|_| {});
    let mut text: String = counts
        .iter()
        .map(|&(mv, count)| format!("{} {count}\n", CoordinateMove::new(mv, notation)))
        .collect();
    text += &format!("\n{}\n", total(&counts, arguments.depth));
    print(&text)?;
    Ok(ExitStatus::Success)
}
