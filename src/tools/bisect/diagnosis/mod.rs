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
    pub rule: Rule,
    /// The move of the path that the engine most likely makes wrongly: the one that ended a
    /// castling right or the right to capture en passant, otherwise the last one.
    pub cause: Option<Move>,
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
        let rules = missing.iter().chain(&extra).map(|explained| explained.rule);
        let rule = rules.min().unwrap_or(Rule::Unknown);
        let main = extra.iter().find(|explained| explained.rule == rule);
        let cause = main
            .and_then(|explained| extra::cause(path, &explained.mv, rule))
            .or_else(|| path.moves().last().copied());
        let mut diagnosis = Self {
            missing,
            extra,
            rule,
            cause,
            squares: KeySquares::default(),
        };
        if let Some(main) = diagnosis.main_move() {
            diagnosis.squares = KeySquares::new(path, &main.mv, rule);
        }
        diagnosis
    }

    /// Returns the first missing move to which [`rule`](Self::rule) applies, or the first such
    /// extra move.
    #[must_use]
    pub fn main_move(&self) -> Option<&ExplainedMove> {
        let mut moves = self.missing.iter().chain(&self.extra);
        moves.find(|explained| explained.rule == self.rule)
    }
}
