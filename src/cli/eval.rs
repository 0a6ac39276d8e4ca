//! `ferz eval`: the static evaluation of a position, term by term and piece by piece.

use std::collections::BTreeMap;

use ferz::eval::network::Network;
use ferz::eval::{FULL_PHASE, Trace, endgame::FULL_SCALE, trace};
use serde::Serialize;

use super::display::style::Style;
use super::{ExitStatus, PositionArguments, make_moves, print, to_json};

/// Print the static evaluation of a position
///
/// Prints the terms of the hand-crafted evaluation, the output of the network, which is added to
/// them, and what each piece except the kings contributes to that output: the output with the piece
/// minus the output without it. The scores are in centipawns.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz eval --moves e4 c5 Nf3")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Print the evaluation as one line of JSON
    #[arg(long)]
    json: bool,
}

/// Runs `ferz eval`.
///
/// # Errors
///
/// Returns an error if the position is invalid.
pub fn run(arguments: &Arguments, style: Style) -> Result<ExitStatus, String> {
    let (start, moves) = arguments.position.line()?;
    let board = make_moves(start, &moves);
    let trace = trace(&board, Network::embedded());
    if arguments.json {
        print(&to_json(&Document::from(&trace)))?;
    } else {
        print(&format!("{trace}\n"))?;
    }
    Ok(ExitStatus::Success)
}

/// Version of the format. It increases when a field changes its meaning or is removed.
const VERSION: u32 = 1;

/// The object that is printed. All scores are in centipawns from White's view.
#[derive(Serialize)]
struct Document {
    /// `ferz-eval`.
    format: &'static str,
    version: u32,
    fen: String,
    /// Score of the position, as the search sees it. It is the sum of all `blended` values and of
    /// `network`, except in known endgames.
    score: i32,
    /// Game phase, from 0 to 1.
    phase: f64,
    /// Factor of the endgame values, from 0 to 1; `null` in known endgames.
    endgame_scale: Option<f64>,
    terms: Vec<TermObject>,
    /// Output of the network; 0 in known endgames.
    network: i32,
    /// Contribution of each piece except the kings to the output of the network, by square; empty in
    /// known endgames.
    pieces: BTreeMap<String, PieceObject>,
}

/// A term of the hand-crafted evaluation.
#[derive(Serialize)]
struct TermObject {
    name: String,
    /// Middlegame and endgame value for White.
    white: [i32; 2],
    /// Middlegame and endgame value for Black.
    black: [i32; 2],
    /// Contribution to the score.
    blended: i32,
}

/// A piece with its contribution to the output of the network.
#[derive(Serialize)]
struct PieceObject {
    /// The letter of the piece in a FEN.
    piece: char,
    contribution: i32,
}

impl From<&Trace> for Document {
    fn from(trace: &Trace) -> Self {
        let rows = trace.rows();
        let terms = rows.iter().map(|row| {
            let [white, black] = row
                .values
                .map(|value| [value.middlegame(), value.endgame()]);
            TermObject {
                name: row.term.to_string(),
                white,
                black,
                blended: row.blended,
            }
        });
        let pieces = trace.contributions.iter().map(|contribution| {
            let piece = PieceObject {
                piece: contribution.piece.letter(),
                contribution: contribution.score,
            };
            (contribution.square.to_string(), piece)
        });
        Self {
            format: "ferz-eval",
            version: VERSION,
            fen: trace.board.to_string(),
            score: trace.score,
            phase: f64::from(trace.phase) / f64::from(FULL_PHASE),
            endgame_scale: trace
                .scale
                .map(|scale| f64::from(scale) / f64::from(FULL_SCALE)),
            terms: terms.collect(),
            network: trace.network,
            pieces: pieces.collect(),
        }
    }
}
