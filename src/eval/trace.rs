//! An evaluation term by term, for people to read.

use std::fmt;

use super::classical::layout::Term;
use super::classical::tally::Counts;
use super::classical::tapered::Tapered;
use super::classical::weights::WEIGHTS;
use super::endgame::FULL_SCALE;
use super::evaluator::{counts, endgame_scale, evaluate};
use super::values::{FULL_PHASE, phase};
use crate::chess::{Board, Color};
use crate::score::Score;

/// An evaluation term by term, which prints as a table; made by [`trace`].
#[derive(Clone, Debug)]
pub struct Trace {
    counts: Counts,
    phase: i32,
    /// How much of the endgame half counts, in parts of [`FULL_SCALE`]; `None` in endings
    /// that knowledge alone judges.
    scale: Option<i32>,
    score: Score,
    side_to_move: Color,
}

/// The evaluation of `board`, term by term.
#[must_use]
pub fn trace(board: &Board) -> Trace {
    let counts = counts(board);
    let scale = endgame_scale(board, &counts);
    Trace {
        counts,
        phase: phase(board),
        scale,
        score: evaluate(board),
        side_to_move: board.side_to_move(),
    }
}

/// A line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub term: Term,
    /// What each side has of it.
    pub values: [Tapered; 2],
    /// What that adds to the score, from White's view.
    pub blended: Score,
}

impl Trace {
    /// A line for each term; what is blended adds up to the score (but in a known ending),
    /// for a term has what the sum of all up to it has more than the sum before it.
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
        writeln!(
            f,
            "\nMiddlegame (mg) and endgame (eg); total and blended from White's view.\n\
             Phase {} of {FULL_PHASE}.",
            self.phase
        )?;
        match self.scale {
            Some(FULL_SCALE) => {}
            None => writeln!(f, "A known ending: what it is worth stands for all terms.")?,
            Some(scale) => writeln!(
                f,
                "Hard to win: {scale}/{FULL_SCALE} of the endgame half count."
            )?,
        }
        write!(
            f,
            "Score for {}, who is to move: {}",
            self.side_to_move, self.score
        )
    }
}
