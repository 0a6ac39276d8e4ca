//! Explains why castling is legal or illegal.

use super::facts::{
    Explanation, KeySquares, Reason, describe, describe_all, describe_with_verb, enemy_attackers_to,
};
use super::rule::Rule;
use crate::bisect::path::MovePath;
use crate::chess::attacks::between;
use crate::chess::{Bitboard, Board, CastlingPaths, CastlingSide, Move, PieceType, Square};

/// Explains why castling is illegal. `to` is the target of the king or the square of the rook.
pub(super) fn explain_extra(path: &MovePath, to: Square) -> Explanation {
    let board = path.board();
    let us = board.side_to_move();
    let king = board.king(us);
    let side = CastlingSide::of(king, to);
    let Some(rook) = board.castling().rook(us, side, king) else {
        let mut squares = KeySquares::of_move(king, to);
        squares.crossed = between(king, to);
        if let Some((_, _, rook)) = find_loss(path, side) {
            squares.moved |= rook.bitboard();
        }
        let (rule, why) = explain_missing_right(path, side);
        return (rule, why, squares);
    };
    let paths = CastlingPaths::of(us, king, rook);
    let (king_to, target) = (paths.king_to, paths.king_to.bitboard());
    let mut squares = key_squares(board, king, rook);
    squares.attackers = Bitboard::EMPTY;
    let attackers_of = |targets: Bitboard| enemy_attackers_to_any(board, targets);
    let describe_attack = |square: Square| {
        describe_with_verb(board, attackers_of(square.bitboard()), "attacks", "attack")
    };
    let in_the_way = paths.must_be_free & board.occupied();
    let mut before_target = (paths.king_path & !target).iter();
    let both = king.bitboard() | rook.bitboard();
    let after = (board.occupied() & !both) | target | paths.rook_to.bitboard();
    // If `to` is the square of a rook, this rook must have the right.
    let (rule, why) = if rook != to && board.of(us, PieceType::Rook).contains(to) {
        explain_missing_right(path, side)
    } else if in_the_way.any() {
        squares.crossed |= in_the_way;
        let stand = describe_with_verb(board, in_the_way, "is in the way", "are in the way");
        (Rule::CastlingPathBlocked, format!("castles, but {stand}"))
    } else if board.is_in_check() {
        squares.attackers = board.checkers();
        let give_check = describe_with_verb(board, board.checkers(), "gives check", "give check");
        let why = format!("castles while {give_check}");
        (Rule::CastlingOutOfCheck, why)
    } else if let Some(square) = before_target.find(|square| attackers_of(square.bitboard()).any())
    {
        squares.attackers = attackers_of(paths.king_path);
        let why = format!(
            "castles through {square}, which {}",
            describe_attack(square)
        );
        (Rule::CastlingThroughCheck, why)
    } else if attackers_of(target).any() {
        squares.attackers = attackers_of(paths.king_path);
        let why = format!("castles to {king_to}, which {}", describe_attack(king_to));
        (Rule::CastlingIntoCheck, why)
    } else {
        squares.attackers = enemy_attackers_to(board, king_to, after);
        if squares.attackers.is_empty() {
            let squares_of_move = KeySquares::of_move(king, to);
            return (Rule::Unknown, "looks legal".to_owned(), squares_of_move);
        }
        let named = describe_all(board, squares.attackers);
        let why = format!("castles with the rook that shields {king_to} from {named}");
        (Rule::CastlingRookShieldsKing, why)
    };
    (rule, why, squares)
}

/// Returns the pieces of the side not to move that attack any of `squares`.
fn enemy_attackers_to_any(board: &Board, squares: Bitboard) -> Bitboard {
    let attackers = |square| enemy_attackers_to(board, square, board.occupied());
    let sets = squares.iter().map(attackers);
    sets.fold(Bitboard::EMPTY, |all, set| all | set)
}

/// Returns the move by which the side to move lost the right to castle to `side`, the board
/// before it, and the square of the rook. Returns `None` if it never had the right.
fn find_loss(path: &MovePath, side: CastlingSide) -> Option<(&Board, Move, Square)> {
    let us = path.board().side_to_move();
    let right = |board: &Board| board.castling().rook(us, side, board.king(us));
    path.steps().rev().find_map(|(before, mv, after)| {
        let rook = right(before).filter(|_| right(after).is_none())?;
        Some((before, mv, rook))
    })
}

/// Explains how the side to move lost the right to castle to `side`, or that it never had it.
fn explain_missing_right(path: &MovePath, side: CastlingSide) -> Reason {
    let Some((before, mv, rook)) = find_loss(path, side) else {
        let why = format!(
            "castles, but {} has no such castling right",
            path.start_fen()
        );
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

/// Returns the squares of castling that the king neither leaves, crosses nor enters. Attacks on
/// them are allowed, which some generators get wrong.
fn squares_off_king_path(board: &Board, king: Square, rook: Square) -> Bitboard {
    let paths = CastlingPaths::of(board.side_to_move(), king, rook);
    let all = paths.must_be_free | rook.bitboard() | paths.rook_to.bitboard();
    all & !paths.king_path & !king.bitboard()
}

/// Returns the key squares of legal castling.
pub(super) fn key_squares(board: &Board, king: Square, rook: Square) -> KeySquares {
    let paths = CastlingPaths::of(board.side_to_move(), king, rook);
    KeySquares {
        attackers: enemy_attackers_to_any(board, squares_off_king_path(board, king, rook)),
        crossed: paths.king_path,
        moved: king.bitboard() | rook.bitboard() | paths.king_to.bitboard(),
        from_to: Some((king, paths.king_to)),
        ..KeySquares::default()
    }
}

/// Explains why castling is legal. If squares that the king does not cross are attacked, the
/// explanation names them.
pub(super) fn explain_missing(path: &MovePath, mv: Move) -> Reason {
    let board = path.board();
    let (king, rook) = (mv.from(), mv.to());
    let is_attacked = |square: &Square| enemy_attackers_to_any(board, square.bitboard()).any();
    let others = squares_off_king_path(board, king, rook).iter();
    let attacked: Bitboard = others.filter(is_attacked).collect();
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
