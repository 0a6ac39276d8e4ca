//! Explains why a move is legal, and which rule a generator most likely lacks if the move is
//! missing.
//!
//! Rare kinds of moves are missing more often, so en passant, castling and promotions are
//! considered before checks and pins.

use super::castling;
use super::facts::{
    Explanation, KeySquares, Reason, describe, describe_all, en_passant_victim_square,
    enemy_attackers_to,
};
use super::rule::Rule;
use crate::bisect::compare::{Comparison, is_same_promotion, without_piece};
use crate::bisect::path::MovePath;
use crate::chess::{Board, FIFTY_MOVE_PLIES, Legality, Move, MoveKind, Piece, PieceType};

/// Returns the rule that makes a missing move legal, and the reason.
pub(super) fn explain(path: &MovePath, mv: Move, comparison: &Comparison) -> Explanation {
    let board = path.board();
    let (rule, why) = explain_empty_list(board, comparison).unwrap_or_else(|| match mv.kind() {
        MoveKind::EnPassant => explain_en_passant(board, mv),
        kind if kind.is_castle() => castling::explain_missing(path, mv),
        _ if mv.from() == board.king(board.side_to_move()) => explain_king_move(board, mv),
        _ => explain_promotion(comparison, mv).unwrap_or_else(|| explain_piece_move(board, mv)),
    });
    (rule, why, key_squares(board, mv))
}

/// Returns the squares that show why a move is legal.
pub(super) fn key_squares(board: &Board, mv: Move) -> KeySquares {
    let (from, to) = (mv.from(), mv.to());
    if mv.is_castle() {
        return castling::key_squares(board, from, to);
    }
    let mut squares = KeySquares::of_move(from, to);
    if mv.kind() == MoveKind::EnPassant {
        squares.moved |= en_passant_victim_square(board, to).bitboard();
    }
    squares.attackers = board.checkers();
    let king = board.king(board.side_to_move());
    let behind = enemy_attackers_to(board, king, board.occupied() & !from.bitboard());
    squares.set_pin(from, king, behind & !board.checkers());
    squares
}

/// Explains an empty list of moves. Returns `None` if moves are listed, or if there is only one
/// legal move and the position is not a draw: its kind is the better explanation.
fn explain_empty_list(board: &Board, comparison: &Comparison) -> Option<Reason> {
    let legal = board.legal_moves().len();
    if comparison.missing.len() < legal || !comparison.extra.is_empty() {
        return None;
    }
    let why = if board.halfmove_clock() >= FIFTY_MOVE_PLIES {
        "is legal: a draw by the fifty-move rule does not end perft"
    } else if board.has_insufficient_material() {
        "is legal: a draw by insufficient material does not end perft"
    } else if legal > 1 {
        "is legal, but no move is listed"
    } else {
        return None;
    };
    Some((Rule::NothingListed, why.to_owned()))
}

fn explain_en_passant(board: &Board, mv: Move) -> Reason {
    let taken = en_passant_victim_square(board, mv.to());
    let (rule, which) = if board.checkers().contains(taken) {
        (Rule::EnPassantAnswersCheck, "gives check")
    } else {
        (Rule::EnPassantMissing, "just moved two squares")
    };
    (
        rule,
        format!("captures en passant the pawn on {taken}, which {which}"),
    )
}

fn explain_king_move(board: &Board, mv: Move) -> Reason {
    let us = board.side_to_move();
    let ahead = mv.to().forward(us);
    let takes = if mv.is_capture() {
        format!(", capturing {}", describe(board, mv.to()))
    } else {
        String::new()
    };
    let (rule, what) = if board.piece_at(ahead) == Some(Piece::new(!us, PieceType::Pawn)) {
        let what = format!("moves in front of the pawn on {ahead}");
        (Rule::PawnPushIsNoAttack, what)
    } else if board.is_in_check() {
        let checkers = describe_all(board, board.checkers());
        let what = format!("moves out of the check by {checkers}");
        (Rule::KingEscape, what)
    } else {
        let what = "moves the king to a square that is not attacked".to_owned();
        (Rule::OrdinaryMove, what)
    };
    (rule, what + &takes)
}

fn explain_piece_move(board: &Board, mv: Move) -> Reason {
    let (mover, target) = (describe(board, mv.from()), describe(board, mv.to()));
    if let Some(checker) = board.checkers().first() {
        if mv.to() == checker {
            let why = format!("captures {target}, which gives check");
            return (Rule::CaptureOfChecker, why);
        }
        let checker = describe(board, checker);
        let why = format!("blocks the check by {checker} with {mover}");
        return (Rule::BlockOfCheck, why);
    }
    if Legality::of(board).pins().contains(mv.from()) {
        let why = format!("moves {mover} along the line of its pin");
        return (Rule::PinnedPieceAlongLine, why);
    }
    match mv.kind() {
        MoveKind::DoublePawnPush => {
            let why = format!("moves {mover} two squares; both are empty");
            (Rule::DoublePushMissing, why)
        }
        kind if kind.promotion().is_some() => {
            let why = format!("promotes {mover}, but none of the four promotions is listed");
            (Rule::PromotionMissing, why)
        }
        kind if kind.is_capture() => {
            let why = format!("captures {target} with {mover}");
            (Rule::OrdinaryMove, why)
        }
        _ => (Rule::OrdinaryMove, format!("moves {mover}")),
    }
}

/// Number of promotions of a pawn that moves to a given square.
const ALL_FOUR: usize = PieceType::PROMOTIONS.len();

/// Returns how many promotions with the squares of `mv` are missing, and how many lines the subject
/// prints for these squares without a piece.
fn count_missing_and_lines(comparison: &Comparison, mv: Move) -> (usize, usize) {
    let missing = comparison.missing.iter();
    let same = missing.filter(|other| is_same_promotion(mv, **other));
    let text = without_piece(mv);
    let lines = comparison.extra.iter().filter(|other| **other == text);
    (same.count(), lines.count())
}

/// Explains a missing promotion. Returns `None` if all four are missing and the subject prints no
/// line without a piece for them, or if `mv` is not a promotion.
fn explain_promotion(comparison: &Comparison, mv: Move) -> Option<Reason> {
    let (piece, text) = (mv.promotion()?, without_piece(mv));
    let (rule, why) = match count_missing_and_lines(comparison, mv) {
        (ALL_FOUR, 0) => return None,
        (_, 0) => (
            Rule::PromotionPieceMissing,
            ", one of the four legal promotions".to_owned(),
        ),
        (ALL_FOUR, lines @ 2..) => {
            let why = format!("; {text} is listed {lines} times");
            if lines < ALL_FOUR {
                (Rule::PromotionPieceMissing, why)
            } else {
                (Rule::ListedTwice, why)
            }
        }
        _ => (Rule::PromotionMissing, format!("; only {text} is listed")),
    };
    Some((rule, format!("promotes to a {piece}{why}")))
}

/// Explains a promotion that is listed more than once without its piece. Returns `None` unless all
/// four promotions are missing.
pub(super) fn explain_unnamed_promotion(
    comparison: &Comparison,
    text: &str,
) -> Option<Explanation> {
    let mut promotions = comparison.missing.iter().copied();
    let mv = promotions.find(|mv| mv.promotion().is_some() && without_piece(*mv) == text)?;
    let (ALL_FOUR, lines @ 2..) = count_missing_and_lines(comparison, mv) else {
        return None;
    };
    let (rule, _) = explain_promotion(comparison, mv)?;
    let why = format!("is listed {lines} times without a piece, but four promotions are legal");
    Some((rule, why, KeySquares::of_move(mv.from(), mv.to())))
}
