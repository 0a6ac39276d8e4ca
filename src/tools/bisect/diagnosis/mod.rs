//! Why a move that a program lists is not legal, or one that it lacks is: the rule that its
//! generator most likely breaks.
//!
//! Nothing is tried out here. The position, and the moves that led there, are looked at with
//! the rules that ferz goes by, one after the other as a player would who explains why a
//! move is none: [`extra`] for moves too many, [`missing`] for moves too few.
//! See <https://en.wikipedia.org/wiki/Rules_of_chess>.

mod castling;
pub mod extra;
pub mod missing;
pub mod rule;
#[cfg(test)]
mod tests;

use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::chess::{Bitboard, Board, Move, Square};
pub use rule::Rule;

use super::compare::{Comparison, without_piece};
use super::path::Path;

/// A move that is missing or extra, and the rule for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The move as text.
    pub mv: String,
    /// The rule.
    pub rule: Rule,
    /// Why it is or is not legal here, as the end of a sentence that begins with the move.
    pub why: String,
}

/// What is wrong with a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The legal moves that are not in it.
    pub missing: Vec<Explained>,
    /// What is in it too much.
    pub extra: Vec<Explained>,
    /// The rule that tells most.
    pub rule: Rule,
    /// The move on the way to the position that should have prevented what breaks the rule:
    /// mostly the last one, but the move by which a castling right was lost may be earlier.
    pub cause: Option<Move>,
}

impl Diagnosis {
    /// What is wrong with the moves of a position that differ, of which there is at least
    /// one.
    #[must_use]
    pub fn new(path: &Path, comparison: &Comparison, castling: CastlingNotation) -> Self {
        let missing = comparison.missing.iter().map(|&mv| {
            let (rule, why) = missing::explain(path, mv, comparison);
            Explained {
                mv: CoordinateMove::new(mv, castling).to_string(),
                rule,
                why,
            }
        });
        let extra = comparison.extra.iter().map(|text| {
            let (rule, why) = unnamed_promotion(comparison, text)
                .unwrap_or_else(|| extra::explain(path, text, castling));
            Explained {
                mv: text.clone(),
                rule,
                why,
            }
        });
        let (missing, extra): (Vec<_>, Vec<_>) = (missing.collect(), extra.collect());
        let rules = missing.iter().chain(&extra).map(|explained| explained.rule);
        let rule = rules.min().unwrap_or(Rule::Unknown);
        let main = extra.iter().find(|explained| explained.rule == rule);
        let cause = main
            .and_then(|explained| extra::cause(path, &explained.mv, rule))
            .or_else(|| path.moves().last().copied());
        Self {
            missing,
            extra,
            rule,
            cause,
        }
    }
}

/// Why a promotion is extra that is listed more than once, each time without its piece, where
/// none of the four is listed with it.
fn unnamed_promotion(comparison: &Comparison, text: &str) -> Option<Explanation> {
    let is_it = |mv: &&Move| mv.promotion().is_some() && without_piece(**mv) == text;
    let missing = comparison.missing.iter().filter(is_it).count();
    let lines = times_extra(comparison, text);
    let rule = missing::unnamed_promotions(missing, lines)?;
    let why = format!("is listed {lines} times without a piece, where four promotions are legal");
    Some((rule, why))
}

/// How often a program lists `text` though it should not.
fn times_extra(comparison: &Comparison, text: &str) -> usize {
    let same = comparison.extra.iter().filter(|other| *other == text);
    same.count()
}

/// A rule, and why it is for or against a move.
type Explanation = (Rule, String);

/// "the black rook on h5".
fn describe(board: &Board, square: Square) -> String {
    match board.piece_at(square) {
        Some(piece) => format!("the {} {} on {square}", piece.color, piece.kind),
        None => format!("the empty square {square}"),
    }
}

/// "the black rook on h5 and the black knight on f3".
fn describe_all(board: &Board, squares: Bitboard) -> String {
    let pieces: Vec<String> = squares
        .iter()
        .map(|square| describe(board, square))
        .collect();
    pieces.join(" and ")
}

/// "the black rook on h5 attacks": pieces and what they do, in the form for one and for many.
fn subject(board: &Board, squares: Bitboard, one: &str, many: &str) -> String {
    let verb = if squares.more_than_one() { many } else { one };
    format!("{} {verb}", describe_all(board, squares))
}

/// The pieces of the side that is not to move that attack `square`, were so many squares
/// occupied.
fn enemies_at(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    board.attackers_to(square, occupied) & board.of_color(!board.side_to_move())
}

/// The square where the pawn stands that is taken en passant on `to`.
fn taken_en_passant(board: &Board, to: Square) -> Square {
    to.forward(!board.side_to_move())
}

/// Whether a piece that goes to `to` answers the check of `checker`, by taking it or by
/// stepping between it and the king.
fn answers(board: &Board, checker: Square, to: Square) -> bool {
    let king = board.king(board.side_to_move());
    to == checker || crate::chess::attacks::between(king, checker).contains(to)
}
