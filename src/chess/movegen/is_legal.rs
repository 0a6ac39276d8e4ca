//! The legality of a single move, without generating the others.
//!
//! The move may come from the transposition table or from another position, so any combination of
//! origin, target and kind can occur.

use super::castling::can_castle;
use crate::chess::attacks::{attacks, line_through, pawn_attacks};
use crate::chess::{
    Black, Board, CastlingPaths, CastlingSide, Color, Legality, Move, MoveKind, PieceType, White,
};

/// Returns whether `mv` is a legal move of `board`. `legality` must be that of `board`.
///
/// ```
/// use ferz::chess::{Board, Legality, Move, MoveKind, Square, is_legal};
/// let board = Board::default();
/// let legality = Legality::of(&board);
/// let push = |to| Move::new(Square::E2, to, MoveKind::DoublePawnPush);
/// assert!(is_legal(&board, &legality, push(Square::E4)));
/// assert!(!is_legal(&board, &legality, push(Square::E5)));
/// ```
#[must_use]
pub fn is_legal(board: &Board, legality: &Legality, mv: Move) -> bool {
    is_pseudo_legal(board, mv) && keeps_king_safe(board, legality, mv)
}

/// Returns whether `mv` is pseudo-legal: it follows the rules of the moving piece, but may leave
/// the king in check.
///
/// ```
/// use ferz::chess::{Board, Move, MoveKind, Square, is_pseudo_legal};
/// let board: Board = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse()?;
/// let mv = Move::new(Square::E1, Square::D2, MoveKind::Quiet);
/// assert!(is_pseudo_legal(&board, mv));
/// assert!(!board.is_legal(mv));
/// # Ok::<(), ferz::chess::FenError>(())
/// ```
#[must_use]
pub fn is_pseudo_legal(board: &Board, mv: Move) -> bool {
    let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
    let us = board.side_to_move();
    if !board.of_color(us).contains(from) {
        return false;
    }
    let Some(piece) = board.piece_type_at(from) else {
        return false;
    };
    if kind.is_castle() {
        return piece == PieceType::King && is_open_castle(board, mv);
    }
    if board.of_color(us).contains(to)
        || kind.is_capture() != (board.occupied().contains(to) || kind == MoveKind::EnPassant)
    {
        return false;
    }
    if piece == PieceType::Pawn {
        is_pawn_move(board, mv)
    } else {
        matches!(kind, MoveKind::Quiet | MoveKind::Capture)
            && attacks(piece, us, from, board.occupied()).contains(to)
    }
}

/// Returns whether the side to move has the right for this castling move and its squares are empty.
fn is_open_castle(board: &Board, mv: Move) -> bool {
    let (us, king, rook) = (board.side_to_move(), mv.from(), mv.to());
    board.castling().rooks_of(us).contains(rook)
        && mv.kind() == CastlingSide::of(king, rook).move_kind()
        && !CastlingPaths::of(us, king, rook)
            .must_be_free
            .intersects(board.occupied())
}

/// Returns whether a pawn can make a move of this kind from its origin to its target. The caller
/// has checked that, en passant aside, the target is occupied if and only if the move is a capture.
fn is_pawn_move(board: &Board, mv: Move) -> bool {
    let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
    let us = board.side_to_move();
    if kind.promotion().is_some() != (to.rank() == us.promotion_rank()) {
        return false;
    }
    match kind {
        MoveKind::EnPassant => {
            board.en_passant() == Some(to) && pawn_attacks(us, from).contains(to)
        }
        MoveKind::DoublePawnPush => {
            let skipped = from.forward(us);
            from.rank() == us.pawn_rank()
                && to == skipped.forward(us)
                && !board.occupied().contains(skipped)
        }
        _ if kind.is_capture() => pawn_attacks(us, from).contains(to),
        _ => to == from.forward(us),
    }
}

/// Returns whether a pseudo-legal move leaves the king of the side to move safe.
fn keeps_king_safe(board: &Board, legality: &Legality, mv: Move) -> bool {
    let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
    let us = board.side_to_move();
    if kind.is_castle() {
        let can = match us {
            Color::White => can_castle::<White>,
            Color::Black => can_castle::<Black>,
        };
        return legality.checkers.is_empty() && can(from, to, board.occupied(), legality);
    }
    if from == legality.king {
        return !legality.attacked.contains(to);
    }
    if kind == MoveKind::EnPassant {
        return board.en_passant_is_safe(us, from, to);
    }
    !legality.checkers.more_than_one()
        && legality.check_mask.contains(to)
        && (!legality.pins().contains(from) || line_through(legality.king, from).contains(to))
}
