//! The moves of knights, bishops, rooks, queens and the king, except castling.
//!
//! A queen is handled as a bishop and a rook. A pinned slider may move along the pin ray if it
//! slides in that direction, and cannot move otherwise; a pinned knight cannot move, because no
//! jump stays on a ray. The squares that the opponent attacks are computed without the king on the
//! board, so the king cannot retreat along the ray of a check.

use super::legality::GeneratorContext;
use super::sink::{CONTINUE, Flow, Sink, Sliders};
use crate::chess::attacks::{king_attacks, knight_attacks};
use crate::chess::{PieceType, Side};

/// Emits the moves of the king, except castling.
#[inline(always)]
pub(super) fn emit_king_moves<S: Side, K: Sink<S>>(
    cx: &GeneratorContext<'_>,
    sink: &mut K,
) -> Flow {
    let from = cx.legality.king;
    if !cx.movers.contains(from) {
        return CONTINUE;
    }
    let targets = king_attacks(from) & cx.targets & !cx.legality.attacked;
    sink.add_piece_moves(PieceType::King, from, targets, cx.them)
}

/// Emits the moves of the knights.
#[inline(always)]
pub(super) fn emit_knight_moves<S: Side, K: Sink<S>>(
    cx: &GeneratorContext<'_>,
    sink: &mut K,
) -> Flow {
    let knights = cx.board.of_type(PieceType::Knight) & cx.movers & !cx.legality.pins();
    let targets = cx.targets & cx.legality.check_mask;
    for from in knights {
        sink.add_piece_moves(
            PieceType::Knight,
            from,
            knight_attacks(from) & targets,
            cx.them,
        )?;
    }
    CONTINUE
}

/// Emits the moves of bishops, rooks and queens.
#[inline(always)]
pub(super) fn emit_slider_moves<S: Side, K: Sink<S>>(
    cx: &GeneratorContext<'_>,
    sink: &mut K,
) -> Flow {
    let of = |kind| cx.board.of_type(kind) & cx.movers;
    let diagonal = of(PieceType::Bishop) | of(PieceType::Queen);
    let orthogonal = of(PieceType::Rook) | of(PieceType::Queen);
    let free = Sliders {
        diagonal: diagonal & !cx.legality.pins(),
        orthogonal: orthogonal & !cx.legality.pins(),
        occupied: cx.occupied,
        targets: cx.targets & cx.legality.check_mask,
        them: cx.them,
    };
    sink.add_slider_moves(&free)?;
    // One mask holds all pin rays of one kind. Still, a slider reaches only its own ray: the
    // opposite ray is behind the king, and a slider that leaves its own ray moves parallel to the
    // other two.
    // Both sets are filled, because a sink recognizes queens by membership in both.
    let pinned = |pins| Sliders {
        diagonal: diagonal & pins,
        orthogonal: orthogonal & pins,
        targets: free.targets & pins,
        ..free
    };
    sink.add_diagonal_moves(&pinned(cx.legality.diagonal_pins))?;
    sink.add_orthogonal_moves(&pinned(cx.legality.orthogonal_pins))
}
