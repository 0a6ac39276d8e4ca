//! Formats an evaluation as JSON.

use std::collections::BTreeMap;

use crate::chess::Board;
use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::eval::endgame::FULL_SCALE;
use crate::score::{Meaning, negate_for_black};
use crate::search::Variation;
use serde::Serialize;

use super::evaluation::Evaluation;
use crate::report::to_json;

/// The object that is printed. All scores are in centipawns from White's view.
#[derive(Serialize)]
struct Document {
    /// `ferz-eval`.
    format: &'static str,
    /// It increases when a field changes its meaning or is removed.
    version: u32,
    fen: String,
    /// Score of the position, as the search sees it.
    score: i32,
    /// Output of the network; 0 in known endgames.
    network: i32,
    /// Factor of the output in the score: 1, or less in drawish endgames; `null` in known endgames.
    scale: Option<f64>,
    /// Each piece except the kings with its contribution, by square; empty in known endgames.
    pieces: BTreeMap<String, PieceObject>,
    /// The search; `null` without one.
    search: Option<SearchObject>,
}

/// A piece with its contribution.
#[derive(Serialize)]
struct PieceObject {
    /// The letter of the piece in a FEN.
    piece: char,
    /// The output of the network with the piece minus the output without it.
    contribution: i32,
}

/// The result of a search.
#[derive(Serialize)]
struct SearchObject {
    nodes: u64,
    /// Depth of the last iteration, in plies.
    depth: u32,
    /// Score; `null` for a mate.
    score: Option<i32>,
    /// Number of moves to a forced mate, negative if Black mates; `null` without one.
    mate: Option<i32>,
    best_move: String,
    /// The principal variation, beginning with the best move.
    pv: Vec<String>,
}

/// Returns the document as a line of text.
pub fn document(evaluation: &Evaluation, notation: CastlingNotation) -> String {
    let trace = &evaluation.trace;
    let pieces = trace.pieces.iter().map(|piece| {
        let object = PieceObject {
            piece: piece.piece.letter(),
            contribution: piece.value,
        };
        (piece.square.to_string(), object)
    });
    let scale = |scale| f64::from(scale) / f64::from(FULL_SCALE);
    let found = evaluation.found.as_ref();
    to_json(&Document {
        format: "ferz-eval",
        version: 2,
        fen: trace.board.to_string(),
        score: trace.score,
        network: trace.network,
        scale: trace.scale.map(scale),
        pieces: pieces.collect(),
        search: found.map(|found| search_object(found, &trace.board, notation)),
    })
}

fn search_object(found: &Variation, board: &Board, notation: CastlingNotation) -> SearchObject {
    let from_white = |number| negate_for_black(number, board.side_to_move());
    let written = |&mv| CoordinateMove::new(mv, notation).to_string();
    let pv: Vec<String> = found.pv.iter().map(written).collect();
    let (score, mate) = match Meaning::of(found.score) {
        Meaning::Centipawns(centipawns) => (Some(from_white(centipawns)), None),
        Meaning::Mate(moves) => (None, Some(from_white(moves))),
    };
    SearchObject {
        nodes: found.nodes,
        depth: found.depth,
        score,
        mate,
        best_move: pv.first().cloned().unwrap_or_default(),
        pv,
    }
}
