//! Formats an evaluation as JSON.

use std::collections::BTreeMap;

use crate::chess::Board;
use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::eval::{FULL_PHASE, endgame::FULL_SCALE};
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
    /// Score of the position, as the search sees it. It is the sum of all `blended` values and of
    /// `network`, except in known endgames.
    score: i32,
    /// Game phase, from 0 to 1.
    phase: f64,
    /// Factor of the endgame values, from 0 to 1; `null` in known endgames.
    endgame_scale: Option<f64>,
    terms: Vec<TermObject>,
    /// Weighted output of the network; 0 in known endgames.
    network: i32,
    /// Each piece except the kings with its contributions, by square; empty in known endgames.
    pieces: BTreeMap<String, PieceObject>,
    /// The search; `null` without one.
    search: Option<SearchObject>,
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

/// A piece with its contributions: a score with the piece minus the score without it.
#[derive(Serialize)]
struct PieceObject {
    /// The letter of the piece in a FEN.
    piece: char,
    /// Contribution to the weighted output of the network.
    contribution: i32,
    /// Contribution to the score.
    total: i32,
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
    let rows = trace.rows();
    let terms = rows.iter().map(|row| TermObject {
        name: row.term.to_string(),
        white: [row.values[0].middlegame(), row.values[0].endgame()],
        black: [row.values[1].middlegame(), row.values[1].endgame()],
        blended: row.blended,
    });
    let pieces = trace.pieces.iter().map(|piece| {
        let object = PieceObject {
            piece: piece.piece.letter(),
            contribution: piece.network,
            total: piece.total,
        };
        (piece.square.to_string(), object)
    });
    let scale = |scale| f64::from(scale) / f64::from(FULL_SCALE);
    let found = evaluation.found.as_ref();
    to_json(&Document {
        format: "ferz-eval",
        version: 1,
        fen: trace.board.to_string(),
        score: trace.score,
        phase: f64::from(trace.phase) / f64::from(FULL_PHASE),
        endgame_scale: trace.scale.map(scale),
        terms: terms.collect(),
        network: trace.network,
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
