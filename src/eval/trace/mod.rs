//! The evaluation of a position term by term and piece by piece.
//!
//! The hand-crafted evaluation is a sum of terms, one row of a table each. The output of the network
//! is one more row. Each piece except the kings has a contribution: the score with it minus the score
//! without it. `table` formats the evaluation. See <https://www.chessprogramming.org/Evaluation>.

mod table;

use super::classical::layout::Term;
use super::classical::tally::FeatureCounts;
use super::classical::tapered::Tapered;
use super::classical::weights::WEIGHTS;
use super::endgame::FULL_SCALE;
use super::evaluator::{
    endgame_scale_parts, evaluate_with, feature_counts, sum_of_terms, weighted,
};
use super::network::{Network, WithoutPiece};
use super::values::{FULL_PHASE, phase};
use crate::chess::{Board, Color, Piece, Square};
use crate::score::Score;

/// An evaluation term by term. Its `Display` output is a table and a board.
#[derive(Clone, Debug)]
pub struct Trace {
    counts: FeatureCounts,
    /// Game phase, 0 to [`FULL_PHASE`].
    pub phase: i32,
    /// Factor of the endgame value, in units of 1/[`FULL_SCALE`]; `None` in known endgames,
    /// whose score depends neither on the terms nor on the network.
    pub scale: Option<i32>,
    /// Weighted output of the network in centipawns, from White's view; 0 in known endgames.
    pub network: Score,
    /// What each piece except the kings contributes, from a1 to h8; empty in known endgames.
    pub pieces: Vec<PieceContribution>,
    /// Score in centipawns, from White's view, as the search sees it.
    pub score: Score,
    /// The position.
    pub board: Board,
}

/// What a piece contributes to an evaluation, in centipawns from White's view: the score with the
/// piece minus the score without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceContribution {
    /// The square of the piece.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// Contribution to the weighted output of the network.
    pub network: Score,
    /// Contribution to the score: to the sum of terms, and to the weighted output. The score
    /// without the piece is the sum of terms even in a known endgame, whose score would hide what
    /// the piece is worth, and the network keeps the output weights for the number of pieces on the
    /// board.
    pub total: Score,
}

/// Evaluates `board` term by term, with this network.
#[must_use]
pub fn trace(board: &Board, network: &Network) -> Trace {
    let counts = feature_counts(board);
    let scale = endgame_scale_parts(board, &counts);
    let from_white = |score: Score| match board.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    let terms = sum_of_terms(board);
    let with = from_white(weighted(network.output(board)));
    let piece = |without: WithoutPiece| {
        let WithoutPiece {
            square,
            piece,
            output,
        } = without;
        // Both outputs are weighted, because the engine rounds the weighted output.
        let network = with - weighted(output);
        let terms_without = sum_of_terms(&board.without_piece(square));
        PieceContribution {
            square,
            piece,
            network,
            total: network + from_white(terms - terms_without),
        }
    };
    let (of_network, pieces) = match scale {
        Some(_) => {
            let without = network.without_pieces(board).into_iter();
            (with, without.map(piece).collect())
        }
        None => (0, Vec::new()),
    };
    Trace {
        counts,
        phase: phase(board),
        scale,
        network: of_network,
        pieces,
        score: from_white(evaluate_with(network, board)),
        board: *board,
    }
}

/// One line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The term.
    pub term: Term,
    /// Value of the term, by color.
    pub values: [Tapered; 2],
    /// Contribution of the term to the score in centipawns, from White's view.
    pub blended: Score,
}

impl Trace {
    /// Returns a row for each term.
    ///
    /// The contribution of a term is the difference that it makes to the blended sum of the terms
    /// before it. Therefore, rounding errors do not accumulate. Except in known endgames, the
    /// contributions and the weighted output of the network add up to the score.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let mut sum = Tapered::default();
        let mut rows = Vec::new();
        for term in Term::ALL {
            let values = Color::ALL.map(|color| self.counts.value(color, term, &WEIGHTS));
            let before = sum;
            sum += values[0] - values[1];
            let blended = self.blend(sum) - self.blend(before);
            rows.push(Row {
                term,
                values,
                blended,
            });
        }
        rows
    }

    /// Scales and blends a sum of terms; returns a score in centipawns from White's view.
    fn blend(&self, value: Tapered) -> Score {
        let scale = self.scale.unwrap_or(FULL_SCALE);
        let endgame = value.endgame() * scale / FULL_SCALE;
        Tapered::new(value.middlegame(), endgame).blend(self.phase, FULL_PHASE)
    }
}
