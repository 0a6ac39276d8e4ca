//! `ferz eval`: the static evaluation of a position, piece by piece, and the score of a short search.

use std::path::PathBuf;

use crate::chess::Color;
use crate::eval::network::Network;
use clap::ValueHint;

use super::output::{check_given, write};
use super::terminal::width;
use super::{ExitStatus, PositionArguments, castling_notation, make_moves, number, print};
use crate::report::display::style::Style;
use crate::report::eval::{Evaluation, NODES, json, svg, text};

/// Print the static evaluation of a position
///
/// Prints the output of the network and the static score, which differ in endgames, above the score
/// of a search. A table and a board show what each piece except the kings contributes: the output
/// with the piece minus the output without it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz eval --moves e4 c5 Nf3\n         ferz eval --svg picture.svg"
)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Print one JSON object instead of text; docs/json.md lists its fields
    #[arg(long)]
    json: bool,

    /// Write the evaluation as a picture in SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,

    /// Number of nodes of the search; 0 for no search
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = number::<u64>(0..=u64::MAX))]
    nodes: u64,
}

/// Runs `ferz eval`.
pub fn run(arguments: &Arguments, style: Style) -> Result<ExitStatus, String> {
    check_given(&[], &[("--svg", arguments.svg.as_deref())])?;
    let (start, moves) = arguments.position.start_and_moves()?;
    let board = make_moves(start, &moves);
    let evaluation = Evaluation::new(&board, Network::embedded(), arguments.nodes)?;
    print(&if arguments.json {
        let notation = castling_notation(&board, arguments.position.chess960);
        json::document(&evaluation, notation)
    } else {
        text::report(&evaluation, Color::White, width(), style)
    })?;
    if let Some(file) = &arguments.svg {
        write(file, svg::picture(&evaluation).as_bytes())?;
    }
    Ok(ExitStatus::Success)
}
