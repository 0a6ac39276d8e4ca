//! Explains why a move is legal, and which rule a generator most likely lacks if the move is
//! missing.
//!
//! Rare kinds of moves are missing more often, so en passant, castling and promotions are
//! considered before checks and pins.
//! See <https://www.chessprogramming.org/Move_Generation>.

use super::describe::{Explanation, captured_en_passant, describe, describe_all};
use super::rule::Rule;
use super::{castling, promotions};
use crate::bisect::compare::Comparison;
use crate::bisect::path::MovePath;
use crate::chess::{FIFTY_MOVE_PLIES, Legality, Move, MoveKind, Piece, PieceType};

/// Returns the rule that makes a missing move legal, and the reason.
#[must_use]
pub fn explain(path: &MovePath, mv: Move, comparison: &Comparison) -> Explanation {
    let board = path.board();
    if let Some(explanation) = nothing_listed(path, comparison) {
        return explanation;
    }
    match mv.kind() {
        MoveKind::EnPassant => {
            let taken = captured_en_passant(board, mv.to());
            if board.checkers().contains(taken) {
                let why = format!("captures en passant the pawn on {taken}, which gives check");
                return (Rule::EnPassantAnswersCheck, why);
            }
            let why =
                format!("captures en passant the pawn on {taken}, which just moved two squares");
            (Rule::EnPassantMissing, why)
        }
        kind if kind.is_castle() => castling::explain_missing(path, mv),
        _ if mv.from() == board.king(board.side_to_move()) => king_move(path, mv),
        _ => promotions::explain_missing(comparison, mv).unwrap_or_else(|| piece_move(path, mv)),
    }
}

/// Explains an empty list of moves. Returns `None` if there is only one legal move and the position
/// is not a draw: the kind of this move is the better explanation.
fn nothing_listed(path: &MovePath, comparison: &Comparison) -> Option<Explanation> {
    let board = path.board();
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

fn king_move(path: &MovePath, mv: Move) -> Explanation {
    let board = path.board();
    let us = board.side_to_move();
    let ahead = mv.to().forward(us);
    let takes = match mv.is_capture() {
        true => format!(", capturing {}", describe(board, mv.to())),
        false => String::new(),
    };
    if board.piece_at(ahead) == Some(Piece::new(!us, PieceType::Pawn)) {
        let why = format!("moves in front of the pawn on {ahead}{takes}");
        return (Rule::PawnPushIsNoAttack, why);
    }
    if board.is_in_check() {
        let checkers = describe_all(board, board.checkers());
        let why = format!("moves out of the check by {checkers}{takes}");
        return (Rule::KingEscape, why);
    }
    let why = format!("moves the king to a square that is not attacked{takes}");
    (Rule::OrdinaryMove, why)
}

fn piece_move(path: &MovePath, mv: Move) -> Explanation {
    let board = path.board();
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
        kind if kind.is_capture() => (
            Rule::OrdinaryMove,
            format!("captures {target} with {mover}"),
        ),
        _ => (Rule::OrdinaryMove, format!("moves {mover}")),
    }
}
