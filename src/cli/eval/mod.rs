//! `ferz eval`: the static evaluation of a position, term by term and piece by piece, and the score of
//! a short search beside it.
//! See <https://www.chessprogramming.org/Evaluation>.

mod json;
mod svg;
mod text;

use std::path::PathBuf;
use std::sync::Arc;

use crate::chess::{Board, Color, Position, Termination};
use crate::eval::network::Network;
use crate::eval::{Trace, trace};
use crate::score::{Bound, Score};
use crate::search::Line;
use crate::search::limits::Limits;
use crate::search::solo::Solo;
use clap::ValueHint;

use super::display::style::Style;
use super::display::variation::{self, from_white};
use super::output::{check_given, write};
use super::{ExitStatus, PositionArguments, castling_notation, make_moves, number, print};
pub use text::report;

/// Size of the transposition table of the search, in MB. It holds all positions of a search of
/// 100,000 nodes.
const HASH: usize = 4;

/// Number of nodes that are searched by default.
pub const NODES: u64 = 100_000;

/// Print the static evaluation of a position
///
/// Prints the terms of the hand-crafted evaluation, the weighted output of the network, which is
/// added to them, and their sum beside the score of a search. A board shows what each piece except
/// the kings contributes: the score with the piece minus the score without it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz eval --moves e4 c5 Nf3\n         ferz eval --svg picture.svg"
)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Print the evaluation as one line of JSON
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
    let (start, moves) = arguments.position.line()?;
    let board = make_moves(start, &moves);
    let evaluation = Evaluation::new(&board, Network::embedded(), arguments.nodes)?;
    print(&if arguments.json {
        let notation = castling_notation(&board, arguments.position.chess960);
        json::document(&evaluation, notation)
    } else {
        text::report(&evaluation, Color::White, style)
    })?;
    if let Some(file) = &arguments.svg {
        write(file, svg::picture(&evaluation).as_bytes())?;
    }
    Ok(ExitStatus::Success)
}

/// An evaluation, and the result of a search.
pub struct Evaluation {
    /// The static evaluation.
    pub trace: Trace,
    /// The last line of a search on one thread, which is the same in every run, with the nodes of
    /// the whole search; `None` without one.
    pub found: Option<Line>,
    /// How the game has ended, such as by the fifty-move rule; `None` if it has not.
    pub termination: Option<Termination>,
}

impl Evaluation {
    /// Evaluates `board` with a network, and searches it with this number of nodes; 0 for no
    /// search.
    pub fn new(board: &Board, network: &Arc<Network>, nodes: u64) -> Result<Self, String> {
        let position = Position::new(*board);
        let termination = position.termination();
        if let Some(end @ (Termination::Checkmate { .. } | Termination::Stalemate)) = termination {
            return Err(format!("no evaluation: {end}"));
        }
        Ok(Self {
            trace: trace(board, network),
            found: match nodes {
                0 => None,
                _ => search(position, network, nodes)?,
            },
            termination,
        })
    }

    /// Returns the score of the search from White's view: as text, in pawns or as a mate, and in
    /// centipawns for a bar, which a mate fills.
    pub fn found_score(&self) -> Option<(String, Score)> {
        let (found, side) = (self.found.as_ref()?, self.trace.board.side_to_move());
        let text = variation::score(found.score, Bound::Exact, side);
        Some((text, from_white(found.score, side)))
    }
}

fn search(position: Position, network: &Arc<Network>, nodes: u64) -> Result<Option<Line>, String> {
    let mut searcher = Solo::new(HASH).map_err(|error| error.to_string())?;
    searcher.set_network(network.clone());
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let result = searcher.search(position, limits);
    let nodes = result.nodes;
    Ok(result.last_line().map(|line| Line {
        nodes,
        ..line.clone()
    }))
}
