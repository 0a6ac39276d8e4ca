//! Why castling is not legal, or is.
//!
//! See <https://www.chessprogramming.org/Castling>.

use super::{Explanation, Rule, describe, describe_all, enemies_at, subject};
use crate::chess::CastlingPaths;
use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::chess::{Bitboard, Board, CastlingSide, Move, PieceType, Square};
use crate::tools::bisect::path::Path;

/// The rule against castling, which is not legal; `to` is where the king arrives, or the
/// square of the rook.
pub(super) fn explain_extra(path: &Path, to: Square, notation: CastlingNotation) -> Explanation {
    let board = path.board();
    let us = board.side_to_move();
    let king = board.king(us);
    let side = CastlingSide::of(king, to);
    // If a rook is named, it must be the one that may castle.
    let may_be = |rook: &Square| *rook == to || !board.of(us, PieceType::Rook).contains(to);
    let Some(rook) = board.castling().rook(us, side, king).filter(may_be) else {
        return lost_right(path, side, notation);
    };
    let paths = CastlingPaths::of(us, king, rook);
    let in_the_way = paths.must_be_free & board.occupied();
    if in_the_way.any() {
        let stand = subject(board, in_the_way, "is in the way", "are in the way");
        return (Rule::CastlingPathBlocked, format!("castles, but {stand}"));
    }
    if board.is_in_check() {
        let give_check = subject(board, board.checkers(), "gives check", "give check");
        let why = format!("castles while {give_check}");
        return (Rule::CastlingOutOfCheck, why);
    }
    let without_king = board.occupied() ^ king.bitboard();
    let attacked = |square: &Square| enemies_at(board, *square, without_king).any();
    let target = paths.king_to.bitboard();
    let crossed = (paths.king_path & !target).iter().find(attacked);
    if let Some(square) = crossed.or_else(|| Some(paths.king_to).filter(attacked)) {
        let attackers = enemies_at(board, square, without_king);
        let attack = subject(board, attackers, "attacks", "attack");
        return if square == paths.king_to {
            (
                Rule::CastlingIntoCheck,
                format!("castles to {square}, which {attack}"),
            )
        } else {
            (
                Rule::CastlingThroughCheck,
                format!("castles over {square}, which {attack}"),
            )
        };
    }
    let after = (without_king & !rook.bitboard()) | target | paths.rook_to.bitboard();
    let attackers = enemies_at(board, paths.king_to, after);
    if attackers.any() {
        let why = format!(
            "castles with the rook that shields {} from {}",
            paths.king_to,
            describe_all(board, attackers)
        );
        return (Rule::CastlingRookShieldsKing, why);
    }
    (Rule::Unknown, "looks legal".to_owned())
}

/// The move by which the side to move lost the right to castle to `side`, the board before
/// it, and the rook's square; `None` if it never had the right.
pub(super) fn loss(path: &Path, side: CastlingSide) -> Option<(&Board, Move, Square)> {
    let us = path.board().side_to_move();
    let right = |board: &Board| board.castling().rook(us, side, board.king(us));
    path.steps_back().find_map(|(before, mv, after)| {
        let rook = right(before).filter(|_| right(after).is_none())?;
        Some((before, mv, rook))
    })
}

/// How the side to move lost the right to castle to `side`, or that it never had it.
fn lost_right(path: &Path, side: CastlingSide, notation: CastlingNotation) -> Explanation {
    let Some((before, mv, rook)) = loss(path, side) else {
        let why = format!("castles, but {} does not say that it may", path.start());
        return (Rule::CastlingWithoutRight, why);
    };
    let written = CoordinateMove::new(mv, notation);
    if before.side_to_move() != path.board().side_to_move() {
        let captor = describe(before, mv.from());
        let why = format!("castles with the rook of {rook}, which {captor} took by {written}");
        (Rule::CastlingRightsAfterRookCaptured, why)
    } else if mv.from() == rook {
        let why = format!("castles with the rook of {rook}, which has moved by {written}");
        (Rule::CastlingRightsAfterRookMoved, why)
    } else {
        let why = format!("castles, but the king has moved by {written}");
        (Rule::CastlingRightsAfterKingMoved, why)
    }
}

/// Why castling, which is legal, may be missing.
pub(super) fn explain_missing(path: &Path, mv: Move) -> Explanation {
    let board = path.board();
    let us = board.side_to_move();
    let (king, rook) = (mv.from(), mv.to());
    let paths = CastlingPaths::of(us, king, rook);
    let all = paths.must_be_free | rook.bitboard() | paths.rook_to.bitboard();
    let rooks_only = all & !paths.king_path & !king.bitboard();
    let is_attacked = |square: &Square| enemies_at(board, *square, board.occupied()).any();
    let attacked: Bitboard = rooks_only.iter().filter(is_attacked).collect();
    if attacked.any() {
        let are = if attacked.more_than_one() {
            "are"
        } else {
            "is"
        };
        let why = format!(
            "castles; that {} {are} attacked does not matter, since the king does not go there",
            attacked.names(" and ")
        );
        return (Rule::CastlingPastAttackedRook, why);
    }
    let why = format!(
        "castles with the rook on {rook}: {} says it may, and nothing is against it",
        path.fen()
    );
    (Rule::CastlingMissing, why)
}
