//! The evaluation of a position term by term, as a human-readable table.

use std::fmt;

use super::classical::layout::Term;
use super::classical::tally::FeatureCounts;
use super::classical::tapered::Tapered;
use super::classical::weights::WEIGHTS;
use super::endgame::FULL_SCALE;
use super::evaluator::{endgame_scale_parts, evaluate_with, feature_counts};
use super::network::Network;
use super::values::{FULL_PHASE, phase};
use crate::chess::{Board, Color};
use crate::score::Score;

/// An evaluation term by term. Its `Display` output is a table.
#[derive(Clone, Debug)]
pub struct Trace {
    counts: FeatureCounts,
    /// Game phase, 0 to [`FULL_PHASE`].
    phase: i32,
    /// Factor of the endgame value, in units of 1/[`FULL_SCALE`]; `None` in known endgames,
    /// whose score does not depend on the terms.
    scale: Option<i32>,
    /// Output of the network, from White's view.
    network: Score,
    /// Score from the view of the side to move.
    score: Score,
    side_to_move: Color,
}

/// Evaluates `board` term by term, with this network.
#[must_use]
pub fn trace(board: &Board, network: &Network) -> Trace {
    let counts = feature_counts(board);
    let scale = endgame_scale_parts(board, &counts);
    Trace {
        counts,
        phase: phase(board),
        scale,
        network: match board.side_to_move() {
            Color::White => network.output(board),
            Color::Black => -network.output(board),
        },
        score: evaluate_with(network, board),
        side_to_move: board.side_to_move(),
    }
}

/// One line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
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
    /// contributions and the output of the network add up to the score.
    pub(super) fn rows(&self) -> Vec<Row> {
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = |value: Tapered| format!("{:>6}{:>6}", value.middlegame(), value.endgame());
        let line = |f: &mut fmt::Formatter<'_>, name: &str, values: [Tapered; 2], blended| {
            let [white, black] = values;
            let [white, black, total] = [white, black, white - black].map(pair);
            writeln!(f, "{name:<13}|{white} |{black} |{total} |{blended:>8}")
        };
        writeln!(
            f,
            "{:<13}|{:^13}|{:^13}|{:^13}|{:>8}",
            "Term", "White", "Black", "Total", "blended"
        )?;
        let phases = "    mg    eg |".repeat(3);
        writeln!(f, "{:<13}|{phases}", "centipawns")?;
        let rows = self.rows();
        for row in &rows {
            line(f, &row.term.to_string(), row.values, row.blended)?;
        }
        let totals = [0, 1].map(|color| rows.iter().map(|row| row.values[color]).sum());
        let blended = rows.iter().map(|row| row.blended).sum();
        line(f, "Total", totals, blended)?;
        let score = |f: &mut fmt::Formatter<'_>, name: &str, score| {
            let blank = format!("{:13}|", "").repeat(3);
            writeln!(f, "{name:<13}|{blank}{score:>9}")
        };
        score(f, "Network", self.network)?;
        score(f, "Sum", blended + self.network)?;
        writeln!(
            f,
            "\nMiddlegame (mg) and endgame (eg); total, blended and network from White's view.\n\
             Phase {} of {FULL_PHASE}.",
            self.phase
        )?;
        match self.scale {
            Some(FULL_SCALE) => {}
            None => writeln!(f, "Known endgame: its score replaces the sum.")?,
            Some(scale) => writeln!(
                f,
                "Drawish endgame: {scale}/{FULL_SCALE} of the endgame value counts."
            )?,
        }
        write!(
            f,
            "Score for {} (side to move): {}",
            self.side_to_move, self.score
        )
    }
}
