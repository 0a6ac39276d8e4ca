//! Finds the rule that a generator most likely breaks, from its missing and extra moves.
//!
//! Each move is checked against one rule of chess after the other, and the reason is given in words
//! that a player would use, with the squares that show it on a board. `extra` explains illegal
//! moves that are listed, `missing` explains legal moves that are not listed, or are listed without
//! their promotion.

mod castling;
pub(super) mod extra;
mod facts;
mod missing;
mod rule;

use serde::Serialize;

use super::compare::Comparison;
use super::path::MovePath;
pub use facts::KeySquares;
pub use rule::Rule;

/// A missing or extra move, and the rule that applies to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedMove {
    /// The move. An extra move is written as the subject prints it.
    #[serde(rename = "move")]
    pub mv: String,
    #[serde(serialize_with = "Rule::serialize_id")]
    pub rule: Rule,
    /// The reason why the move is legal or illegal: the end of a sentence that begins with the
    /// move.
    pub why: String,
    /// The squares that show the reason.
    #[serde(skip)]
    pub squares: KeySquares,
}

/// Explains the missing and the extra moves.
pub(super) fn explain(
    path: &MovePath,
    comparison: &Comparison,
) -> (Vec<ExplainedMove>, Vec<ExplainedMove>) {
    let explained = |mv, (rule, why, squares)| ExplainedMove {
        mv,
        rule,
        why,
        squares,
    };
    let missing = comparison
        .missing
        .iter()
        .map(|&mv| explained(path.written(mv), missing::explain(path, mv, comparison)));
    let extra = comparison.extra.iter().map(|text| {
        // Also extra: the second line of a promotion that is printed without its piece.
        let promotion = missing::explain_unnamed_promotion(comparison, text);
        let explanation = promotion.unwrap_or_else(|| extra::explain(path, text));
        explained(text.clone(), explanation)
    });
    (missing.collect(), extra.collect())
}
