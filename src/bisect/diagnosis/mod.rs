//! Finds the rule that a generator most likely breaks, from its missing and extra moves.
//!
//! Each move is checked against one rule of chess after the other, and the reason is given in words
//! that a player would use. [`extra`] explains illegal moves that are listed, [`missing`] explains
//! legal moves that are not listed. [`key_squares`] shows the reason on the board.
//! See <https://en.wikipedia.org/wiki/Rules_of_chess>.

mod castling;
mod describe;
pub mod extra;
pub mod key_squares;
pub mod missing;
mod promotions;
pub mod rule;
#[cfg(test)]
mod tests;

use serde::Serialize;

use super::compare::Comparison;
use super::path::MovePath;
use crate::chess::Move;
pub use describe::Explanation;
pub use key_squares::KeySquares;
pub use rule::Rule;

/// A missing or extra move, and the rule that applies to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedMove {
    /// The move. An extra move is written as the engine prints it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The rule.
    #[serde(serialize_with = "rule::serialize_id")]
    pub rule: Rule,
    /// The reason why the move is legal or illegal: the end of a sentence that begins with the
    /// move.
    pub why: String,
}

/// The errors in a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The legal moves that are not listed.
    pub missing: Vec<ExplainedMove>,
    /// The moves that are listed although they are illegal or already listed.
    pub extra: Vec<ExplainedMove>,
    /// The first of these rules in the order of [`Rule`]: the one that is most likely the cause.
    /// [`blame`](Self::blame) may replace it.
    pub rule: Rule,
    /// The squares that show why the main move is legal or illegal.
    pub squares: KeySquares,
}

impl Diagnosis {
    /// Explains the moves that differ. There must be at least one.
    #[must_use]
    pub fn new(path: &MovePath, comparison: &Comparison) -> Self {
        let explained = |mv, (rule, why)| ExplainedMove { mv, rule, why };
        let missing = comparison.missing.iter();
        let missing: Vec<ExplainedMove> = missing
            .map(|&mv| explained(path.written(mv), missing::explain(path, mv, comparison)))
            .collect();
        let extra = comparison.extra.iter().map(|text| {
            let explanation = promotions::explain_extra(comparison, text);
            let explanation = explanation.unwrap_or_else(|| extra::explain(path, text));
            explained(text.clone(), explanation)
        });
        let extra: Vec<ExplainedMove> = extra.collect();
        let mut diagnosis = Self {
            missing,
            extra,
            rule: Rule::Unknown,
            squares: KeySquares::default(),
        };
        if let Some(main) = diagnosis.main_move() {
            let rule = main.rule;
            diagnosis.squares = KeySquares::new(path, &main.mv, rule);
            diagnosis.rule = rule;
        }
        diagnosis
    }

    /// Sets the rule, given that the engine makes the move `cause` of the path wrongly. The missing
    /// and extra moves are then only consequences, unless all of them show a wrong right to castle
    /// or to capture en passant.
    pub fn blame(&mut self, cause: Move) {
        if !self.moves().all(|one| one.rule.is_about_rights()) {
            self.rule = Rule::of_making(cause);
        }
    }

    /// Returns the first missing or extra move to which the most likely one of their rules applies.
    #[must_use]
    pub fn main_move(&self) -> Option<&ExplainedMove> {
        self.moves().min_by_key(|explained| explained.rule)
    }

    /// Returns the missing and the extra moves.
    fn moves(&self) -> impl Iterator<Item = &ExplainedMove> {
        self.missing.iter().chain(&self.extra)
    }
}
