//! Pawn moves: pushes, captures, promotions and en passant.
//!
//! The moves of all pawns are generated at once: shifting the bitboard of the pawns by one step
//! gives the bitboard of their targets. See
//! <https://www.chessprogramming.org/Pawn_Pushes_(Bitboards)> and
//! <https://www.chessprogramming.org/Pawn_Attacks_(Bitboards)>.

use super::legality::GeneratorContext;
use super::sink::{CONTINUE, Flow, PawnStep, Sink};
use crate::chess::attacks::pawn_attacks;
use crate::chess::{Bitboard, MoveKind, PieceType, Side};

/// Emits the pawn moves.
#[inline(always)]
pub(super) fn emit_pawn_moves<S: Side, K: Sink<S>>(
    cx: &GeneratorContext<'_>,
    sink: &mut K,
) -> Flow {
    let pawns = cx.board.of_type(PieceType::Pawn) & cx.movers;
    emit_pushes::<S, K>(cx, pawns, sink)?;
    if cx.wanted.captures() {
        emit_captures::<S, K>(cx, pawns, sink)?;
        emit_en_passant::<S, K>(cx, pawns, sink)?;
    }
    CONTINUE
}

/// Emits pushes of one square, and of two squares from the pawns' initial rank. A pawn pinned along
/// its file can push: its target is on the pin ray. A pawn pinned along a rank or a diagonal
/// cannot.
#[inline(always)]
fn emit_pushes<S: Side, K: Sink<S>>(
    cx: &GeneratorContext<'_>,
    pawns: Bitboard,
    sink: &mut K,
) -> Flow {
    let pins = cx.legality.orthogonal_pins;
    let movable = pawns & !cx.legality.diagonal_pins;
    let ahead = (movable & !pins).forward(S::COLOR) | ((movable & pins).forward(S::COLOR) & pins);
    let single = ahead & !cx.occupied;
    if cx.wanted.quiets() {
        let skipped = single & S::COLOR.skipped_rank().bitboard();
        let double = skipped.forward(S::COLOR) & !cx.occupied;
        sink.add_pawn_moves(PawnStep::DoublePush, double & cx.legality.check_mask)?;
    }
    emit_step::<S, K>(cx, PawnStep::Push, single, cx.wanted.quiets(), sink)
}

/// Emits captures, except en passant. A pawn pinned along a diagonal can capture along it. A pawn
/// pinned along a rank or file cannot.
#[inline(always)]
fn emit_captures<S: Side, K: Sink<S>>(
    cx: &GeneratorContext<'_>,
    pawns: Bitboard,
    sink: &mut K,
) -> Flow {
    let pins = cx.legality.diagonal_pins;
    let movable = pawns & !cx.legality.orthogonal_pins;
    let free = (movable & !pins).forward(S::COLOR);
    let pinned = (movable & pins).forward(S::COLOR);
    let east = (free.east() | (pinned.east() & pins)) & cx.them;
    let west = (free.west() | (pinned.west() & pins)) & cx.them;
    emit_step::<S, K>(cx, PawnStep::CaptureEast, east, true, sink)?;
    emit_step::<S, K>(cx, PawnStep::CaptureWest, west, true, sink)
}

/// Emits the moves of one step. Promotions count as captures, also without one, so they are emitted
/// if captures are wanted. The other moves are emitted if `others` is true.
#[inline(always)]
fn emit_step<S: Side, K: Sink<S>>(
    cx: &GeneratorContext<'_>,
    step: PawnStep,
    targets: Bitboard,
    others: bool,
    sink: &mut K,
) -> Flow {
    let targets = targets & cx.legality.check_mask;
    let last_rank = S::COLOR.promotion_rank().bitboard();
    if cx.wanted.captures() {
        sink.add_promotions(step, targets & last_rank)?;
    }
    if others {
        sink.add_pawn_moves(step, targets & !last_rank)?;
    }
    CONTINUE
}

/// Emits en passant captures. The captured pawn may be the checker, and is not on the target
/// square, so the check mask does not apply.
#[inline(always)]
fn emit_en_passant<S: Side, K: Sink<S>>(
    cx: &GeneratorContext<'_>,
    pawns: Bitboard,
    sink: &mut K,
) -> Flow {
    let Some(to) = cx.board.en_passant() else {
        return CONTINUE;
    };
    for from in pawn_attacks(!S::COLOR, to) & pawns {
        if cx.legality.is_ignored || cx.board.en_passant_is_safe(S::COLOR, from, to) {
            sink.add_move(PieceType::Pawn, from, to, MoveKind::EnPassant)?;
        }
    }
    CONTINUE
}
