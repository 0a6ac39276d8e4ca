//! Explains promotions that an engine does not list, or lists without their pieces.
//! See <https://www.chessprogramming.org/Promotions>.

use super::describe::Explanation;
use super::rule::Rule;
use crate::bisect::compare::{Comparison, is_same_promotion, without_piece};
use crate::chess::{Move, PieceType};

/// Number of promotions of a pawn that moves to a given square.
const ALL: usize = PieceType::PROMOTIONS.len();

/// Returns how many promotions with the squares of `mv` are missing, and how many lines the engine
/// prints for these squares without a piece.
fn missing_and_lines(comparison: &Comparison, mv: Move) -> (usize, usize) {
    let missing = comparison.missing.iter();
    let missing = missing.filter(|other| is_same_promotion(mv, **other));
    let text = without_piece(mv);
    let lines = comparison.extra.iter().filter(|other| **other == text);
    (missing.count(), lines.count())
}

/// Explains a missing promotion. Returns `None` if all four are missing and the engine prints no
/// line without a piece for them, or if `mv` is not a promotion.
pub(super) fn explain_missing(comparison: &Comparison, mv: Move) -> Option<Explanation> {
    let (piece, text) = (mv.promotion()?, without_piece(mv));
    let (rule, why) = match missing_and_lines(comparison, mv) {
        (ALL, 0) => return None,
        (ALL, lines @ 2..) => (
            if lines < ALL {
                Rule::PromotionPieceMissing
            } else {
                Rule::ListedTwice
            },
            format!("{text} is listed {lines} times"),
        ),
        (_, 1..) => (Rule::PromotionMissing, format!("only {text} is listed")),
        (_, 0) => {
            let why = format!("promotes to a {piece}, one of the four legal promotions");
            return Some((Rule::PromotionPieceMissing, why));
        }
    };
    Some((rule, format!("promotes to a {piece}; {why}")))
}

/// Explains a promotion that is listed more than once without its piece. Returns `None` unless all
/// four promotions are missing.
pub(super) fn explain_extra(comparison: &Comparison, text: &str) -> Option<Explanation> {
    let mut promotions = comparison.missing.iter().copied();
    let mv = promotions.find(|mv| mv.promotion().is_some() && without_piece(*mv) == text)?;
    let (ALL, lines @ 2..) = missing_and_lines(comparison, mv) else {
        return None;
    };
    let (rule, _) = explain_missing(comparison, mv)?;
    let why = format!("is listed {lines} times without a piece, but four promotions are legal");
    Some((rule, why))
}
