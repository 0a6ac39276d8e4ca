//! Explains why castling is legal or illegal.
//! See <https://www.chessprogramming.org/Castling>.

use super::describe::{Explanation, describe, describe_all, enemies_at, subject};
use super::rule::Rule;
use crate::bisect::path::MovePath;
use crate::chess::CastlingPaths;
use crate::chess::{Bitboard, Board, CastlingSide, Move, PieceType, Square};

/// Explains why castling is illegal. `to` is the target of the king or the square of the rook.
pub(super) fn explain_extra(path: &MovePath, to: Square) -> Explanation {
    let board = path.board();
    let us = board.side_to_move();
    let king = board.king(us);
    let side = CastlingSide::of(king, to);
    // If `to` is the square of a rook, this rook must have the right.
    let may_be = |rook: &Square| *rook == to || !board.of(us, PieceType::Rook).contains(to);
    let Some(rook) = board.castling().rook(us, side, king).filter(may_be) else {
        return without_right(path, side);
    };
    let paths = CastlingPaths::of(us, king, rook);
    let in_the_way = paths.must_be_free & board.occupied();
    if in_the_way.any() {
        let stand = subject(board, in_the_way, "is in the way", "are in the way");
        return (Rule::CastlingPathBlocked, format!("castles, but {stand}"));
    }
    if board.is_in_check() {
        let give_check = subject(board, board.checkers(), "gives check", "give check");
        return (
            Rule::CastlingOutOfCheck,
            format!("castles while {give_check}"),
        );
    }
    let (king_to, target) = (paths.king_to, paths.king_to.bitboard());
    let crossed = attacked(board, paths.king_path & !target);
    if let Some(square) = crossed.first() {
        let attack = attack(board, square);
        let why = format!("castles through {square}, which {attack}");
        return (Rule::CastlingThroughCheck, why);
    }
    if attacked(board, target).any() {
        let attack = attack(board, king_to);
        let why = format!("castles to {king_to}, which {attack}");
        return (Rule::CastlingIntoCheck, why);
    }
    let both = king.bitboard() | rook.bitboard();
    let after = (board.occupied() & !both) | target | paths.rook_to.bitboard();
    let attackers = enemies_at(board, king_to, after);
    if attackers.is_empty() {
        return (Rule::Unknown, "looks legal".to_owned());
    }
    let named = describe_all(board, attackers);
    let why = format!("castles with the rook that shields {king_to} from {named}");
    (Rule::CastlingRookShieldsKing, why)
}

/// Returns those of `squares` that are attacked by the side not to move.
fn attacked(board: &Board, squares: Bitboard) -> Bitboard {
    let squares = squares.iter();
    squares
        .filter(|&square| enemies_at(board, square, board.occupied()).any())
        .collect()
}

/// Returns text such as "the black rook on f8 attacks".
fn attack(board: &Board, square: Square) -> String {
    let attackers = enemies_at(board, square, board.occupied());
    subject(board, attackers, "attacks", "attack")
}

/// Returns the move by which the side to move lost the right to castle to `side`, the board
/// before it, and the square of the rook. Returns `None` if it never had the right.
pub(super) fn loss(path: &MovePath, side: CastlingSide) -> Option<(&Board, Move, Square)> {
    let us = path.board().side_to_move();
    let right = |board: &Board| board.castling().rook(us, side, board.king(us));
    path.steps_back().find_map(|(before, mv, after)| {
        let rook = right(before).filter(|_| right(after).is_none())?;
        Some((before, mv, rook))
    })
}

/// Explains how the side to move lost the right to castle to `side`, or that it never had it.
fn without_right(path: &MovePath, side: CastlingSide) -> Explanation {
    let Some((before, mv, rook)) = loss(path, side) else {
        let why = format!("castles, but {} has no such castling right", path.start());
        return (Rule::CastlingWithoutRight, why);
    };
    let written = path.written(mv);
    if before.side_to_move() != path.board().side_to_move() {
        let captor = describe(before, mv.from());
        let why = format!("castles with the rook of {rook}, which {captor} captured ({written})");
        (Rule::CastlingRightsAfterRookCaptured, why)
    } else if mv.from() == rook {
        let why = format!("castles with the rook of {rook}, which has moved ({written})");
        (Rule::CastlingRightsAfterRookMoved, why)
    } else {
        let why = format!("castles, but the king has moved ({written})");
        (Rule::CastlingRightsAfterKingMoved, why)
    }
}

/// Explains why castling is legal. If squares that the king does not cross are attacked, the
/// explanation names them: these attacks do not matter.
pub(super) fn explain_missing(path: &MovePath, mv: Move) -> Explanation {
    let board = path.board();
    let (king, rook) = (mv.from(), mv.to());
    let paths = CastlingPaths::of(board.side_to_move(), king, rook);
    let all = paths.must_be_free | rook.bitboard() | paths.rook_to.bitboard();
    let attacked = attacked(board, all & !paths.king_path & !king.bitboard());
    if attacked.is_empty() {
        let fen = path.fen();
        let why = format!(
            "castles with the rook on {rook}: {fen} has this castling right, and nothing prevents it"
        );
        return (Rule::CastlingMissing, why);
    }
    let why = format!(
        "castles; attacks on {} do not matter, because the king does not go there",
        attacked.names(" and ")
    );
    (Rule::CastlingPastAttackedRook, why)
}
