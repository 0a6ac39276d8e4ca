//! Why a move is legal, and what may have been forgotten.
//!
//! The rarer a kind of move, the more likely it is what was forgotten; so en passant,
//! castling and promotion come first, and what any piece can do comes last.
//! See <https://www.chessprogramming.org/Move_Generation>.

use super::{
    Explanation, Rule, answers, castling, describe, describe_all, taken_en_passant, times_extra,
};
use crate::chess::{FIFTY_MOVE_PLIES, Legality, Move, MoveKind, PieceType};
use crate::tools::bisect::compare::{Comparison, is_same_promotion, without_piece};
use crate::tools::bisect::path::Path;

/// The rule that allows a move which a program lacks in a position, and why.
#[must_use]
pub fn explain(path: &Path, mv: Move, comparison: &Comparison) -> Explanation {
    let board = path.board();
    let legal = board.legal_moves().len();
    let is_nothing_listed = comparison.missing.len() == legal && comparison.extra.is_empty();
    if let Some(explanation) = nothing_listed(path).filter(|_| is_nothing_listed) {
        return explanation;
    }
    let is_kings = mv.from() == board.king(board.side_to_move());
    match mv.kind() {
        MoveKind::EnPassant => en_passant(path, mv),
        kind if kind.is_castle() => castling::explain_missing(path, mv),
        _ if is_kings => of_the_king(path, mv),
        kind if kind.promotion().is_some() => {
            promotion(mv, comparison).unwrap_or_else(|| of_a_piece(path, mv))
        }
        _ => of_a_piece(path, mv),
    }
}

/// Why nothing at all may be listed. An only move may be missing for what it is, unless there
/// is another reason.
fn nothing_listed(path: &Path) -> Option<Explanation> {
    let board = path.board();
    let why = if board.halfmove_clock() >= FIFTY_MOVE_PLIES {
        "is legal: the fifty moves are over, but perft counts on through draws"
    } else if board.has_insufficient_material() {
        "is legal: there may be no mate with these pieces, but perft counts on through draws"
    } else if board.legal_moves().len() > 1 {
        "is legal, but nothing at all is listed"
    } else {
        return None;
    };
    Some((Rule::NothingListed, why.to_owned()))
}

fn en_passant(path: &Path, mv: Move) -> Explanation {
    let board = path.board();
    let taken = taken_en_passant(board, mv.to());
    if board.checkers().contains(taken) {
        let why = format!("takes en passant the pawn on {taken}, which gives check");
        return (Rule::EnPassantAnswersCheck, why);
    }
    let why = format!("takes en passant the pawn on {taken}, which just pushed two squares");
    (Rule::EnPassantMissing, why)
}

/// Where not all four promotions are missing, or the pawn goes there without one.
fn promotion(mv: Move, comparison: &Comparison) -> Option<Explanation> {
    let piece = mv.promotion()?;
    let same = |other: &&Move| is_same_promotion(mv, **other);
    let missing = comparison.missing.iter().filter(same).count();
    let unpromoted = without_piece(mv);
    let lines = times_extra(comparison, &unpromoted);
    if let Some(rule) = unnamed_promotions(missing, lines) {
        let why = format!("becomes a {piece}; {unpromoted} is listed {lines} times");
        return Some((rule, why));
    }
    if lines > 0 {
        let why = format!("becomes a {piece}; {unpromoted} alone is listed");
        return Some((Rule::PromotionMissing, why));
    }
    (missing < PieceType::PROMOTIONS.len()).then(|| {
        let why = format!("becomes a {piece}, as it may become any of the four");
        (Rule::PromotionPieceMissing, why)
    })
}

/// The rule that is broken if all four promotions of a pawn are `missing` and it is listed
/// without a piece instead, on two `lines` or more, but not on four.
pub(super) fn unnamed_promotions(missing: usize, lines: usize) -> Option<Rule> {
    const ALL: usize = PieceType::PROMOTIONS.len();
    match lines {
        _ if missing != ALL => None,
        0 | 1 => None,
        2..ALL => Some(Rule::PromotionPieceMissing),
        _ => Some(Rule::ListedTwice),
    }
}

fn of_the_king(path: &Path, mv: Move) -> Explanation {
    let board = path.board();
    let us = board.side_to_move();
    let ahead = mv.to().forward(us);
    let pawn = crate::chess::Piece::new(!us, PieceType::Pawn);
    let takes = if mv.is_capture() {
        format!(", taking {}", describe(board, mv.to()))
    } else {
        String::new()
    };
    if board.piece_at(ahead) == Some(pawn) {
        let why = format!("goes before the pawn on {ahead}{takes}");
        return (Rule::PawnPushIsNoAttack, why);
    }
    if board.is_in_check() {
        let checkers = describe_all(board, board.checkers());
        let why = format!("leaves the check by {checkers}{takes}");
        return (Rule::KingEscape, why);
    }
    (
        Rule::OrdinaryMove,
        format!("moves the king where nothing attacks it{takes}"),
    )
}

fn of_a_piece(path: &Path, mv: Move) -> Explanation {
    let board = path.board();
    let mover = describe(board, mv.from());
    if let Some(checker) = board.checkers().first() {
        debug_assert!(answers(board, checker, mv.to()), "{mv} is legal");
        let named = describe(board, checker);
        return if mv.to() == checker {
            (
                Rule::CaptureOfChecker,
                format!("takes {named}, which gives check"),
            )
        } else {
            (
                Rule::BlockOfCheck,
                format!("blocks the check by {named} with {mover}"),
            )
        };
    }
    if Legality::of(board).pins().contains(mv.from()) {
        let why = format!("moves {mover} along the line on which it is pinned");
        return (Rule::PinnedPieceAlongLine, why);
    }
    match mv.kind() {
        MoveKind::DoublePawnPush => {
            let why = format!("pushes {mover} two squares, both empty");
            (Rule::DoublePushMissing, why)
        }
        kind if kind.promotion().is_some() => {
            let why = format!("promotes {mover}, and none of the four is listed");
            (Rule::PromotionMissing, why)
        }
        kind if kind.is_capture() => (
            Rule::OrdinaryMove,
            format!("takes {} with {mover}", describe(board, mv.to())),
        ),
        _ => (Rule::OrdinaryMove, format!("moves {mover}, as it may")),
    }
}
