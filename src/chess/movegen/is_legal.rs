//! Whether one given move is legal, without generating the others: for moves that come
//! from a table or from another position, which may be anything that fits in 16 bits.
//! See <https://www.chessprogramming.org/Legal_Move#Legality_Test>.

use super::castling::can_castle;
use super::legality::Legality;
use crate::chess::attacks::{attacks, line, pawn_attacks};
use crate::chess::board::Board;
use crate::chess::castling::{CastlingPaths, CastlingSide};
use crate::chess::color::{Black, Color, White};
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::PieceType;

/// Whether `mv` is one of the legal moves of `board`. `legality` is that of `board`.
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

/// Whether `mv` follows the rules of the piece that it moves, leaving aside whether the
/// king is then in check.
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

/// Whether the side to move still has this castling right, and the way is free.
fn is_open_castle(board: &Board, mv: Move) -> bool {
    let (us, king, rook) = (board.side_to_move(), mv.from(), mv.to());
    board.castling().rooks_of(us).contains(rook)
        && mv.kind() == CastlingSide::of(king, rook).move_kind()
        && !CastlingPaths::of(us, king, rook)
            .must_be_free
            .intersects(board.occupied())
}

/// Whether a pawn goes from `from` to `to` in the way that the kind of the move says;
/// whether something is there to be taken has been seen to, but for en passant.
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

/// Whether a pseudo-legal move leaves the king of the side that makes it unattacked.
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
        && (!legality.pins().contains(from) || line(legality.king, from).contains(to))
}
