//! The evaluation of a position term by term and piece by piece.
//!
//! The hand-crafted evaluation is a sum of terms, one row of a table each. The output of the
//! network is one more row. Each piece except the kings has a contribution: the score with it minus
//! the score without it. The `Display` output is a table of the terms and a board. None of its
//! lines begins with a space, because some parsers of UCI output reject such a line.

use std::fmt::{self, Formatter};

use super::classical::layout::Term;
use super::classical::tally::FeatureCounts;
use super::classical::tapered::Tapered;
use super::classical::weights::WEIGHTS;
use super::endgame::FULL_SCALE;
use super::evaluator::{endgame_scale, evaluate_with, feature_counts, sum_of_terms, weighted};
use super::network::Network;
use super::values::{FULL_PHASE, phase};
use crate::chess::{Board, Color, File, Piece, PieceType, Rank, Square};
use crate::score::{Score, negate_for_black};

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
pub fn trace(board: &Board, network: &Network) -> Trace {
    let counts = feature_counts(board);
    let scale = endgame_scale(board, &counts);
    let to_white = |score| negate_for_black(score, board.side_to_move());
    let terms = sum_of_terms(board);
    let output = to_white(weighted(network.output(board)));
    let contribution = |(square, piece): (Square, Piece)| {
        // Both outputs are weighted, because the engine rounds the weighted output.
        let output_without = to_white(weighted(network.output_without(board, square)));
        let terms_without = sum_of_terms(&board.without_piece(square));
        PieceContribution {
            square,
            piece,
            network: output - output_without,
            total: output - output_without + to_white(terms - terms_without),
        }
    };
    let (of_network, pieces) = match scale {
        Some(_) => {
            let is_king = |&(_, piece): &(Square, Piece)| piece.kind == PieceType::King;
            let pieces = board.pieces().filter(|piece| !is_king(piece));
            (output, pieces.map(contribution).collect())
        }
        None => (0, Vec::new()),
    };
    Trace {
        counts,
        phase: phase(board),
        scale,
        network: of_network,
        pieces,
        score: to_white(evaluate_with(network, board)),
        board: *board,
    }
}

/// One row of the table.
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

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write_terms(f)?;
        match self.scale {
            None => writeln!(
                f,
                "\nKnown endgame: its score replaces the sum of terms and network."
            )?,
            Some(scale) => {
                if scale != FULL_SCALE {
                    writeln!(
                        f,
                        "Drawish endgame: {scale}/{FULL_SCALE} of the endgame value counts."
                    )?;
                }
                self.write_board(f)?;
            }
        }
        let side_to_move = self.board.side_to_move();
        let score = negate_for_black(self.score, side_to_move);
        write!(f, "Score for {side_to_move} (side to move): {score}")
    }
}

impl Trace {
    /// Writes the table of terms.
    fn write_terms(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<13}|{:^13}|{:^13}|{:^13}|{:>8}",
            "Term", "White", "Black", "Total", "blended"
        )?;
        let phases = "    mg    eg |".repeat(3);
        writeln!(f, "{:<13}|{phases}", "centipawns")?;
        let rows = self.rows();
        for row in &rows {
            write_row(f, &row.term.to_string(), row.values, row.blended)?;
        }
        let totals = [0, 1].map(|color| rows.iter().map(|row| row.values[color]).sum());
        let blended = rows.iter().map(|row| row.blended).sum();
        write_row(f, "Total", totals, blended)?;
        if self.scale.is_some() {
            let mut write_score = |name: &str, score| {
                let blank = format!("{:13}|", "").repeat(3);
                writeln!(f, "{name:<13}|{blank}{score:>8}")
            };
            write_score("Network", self.network)?;
            write_score("Score", self.score)?;
        }
        writeln!(
            f,
            "\nMiddlegame (mg) and endgame (eg); total, blended, network and score from White's \
             view.\nPhase {} of {FULL_PHASE}.",
            self.phase
        )
    }

    /// Writes a board with the contribution of each piece except the kings to the output of the
    /// network.
    fn write_board(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let border = "+-------".repeat(8) + "+";
        let score = |square| {
            let mut pieces = self.pieces.iter();
            let found = pieces.find(|piece| piece.square == square);
            found.map_or_else(String::new, |found| format!("{:+}", found.network))
        };
        let letter = |square| self.board.piece_at(square).map_or(' ', Piece::letter);
        writeln!(
            f,
            "\nNetwork: output with each piece minus output without it."
        )?;
        for rank in Rank::ALL.into_iter().rev() {
            let squares = File::ALL.map(|file| Square::new(file, rank));
            let letters = squares.map(|square| format!("|   {}   ", letter(square)));
            let scores = squares.map(|square| format!("|{:^7}", score(square)));
            writeln!(f, "{border}\n{}|", letters.concat())?;
            writeln!(f, "{}| {}", scores.concat(), rank.digit())?;
        }
        let files = File::ALL.map(|file| format!("    {}   ", file.letter()));
        writeln!(f, "{border}\n.{}\n", files.concat()[1..].trim_end())
    }
}

/// Writes a row of the table of terms: the values of White, of Black, and their difference.
fn write_row(
    f: &mut Formatter<'_>,
    name: &str,
    [white, black]: [Tapered; 2],
    blended: Score,
) -> fmt::Result {
    let pair = |value: Tapered| format!("{:>6}{:>6}", value.middlegame(), value.endgame());
    let cells = [white, black, white - black].map(pair).join(" |");
    writeln!(f, "{name:<13}|{cells} |{blended:>8}")
}
