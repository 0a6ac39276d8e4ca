//! The moves of bishops, rooks and queens.
//!
//! A queen is handled as a bishop and a rook. A pinned slider may move along the pin line if it
//! slides in that direction, and cannot move otherwise. See
//! <https://www.chessprogramming.org/Sliding_Pieces>.

use std::ops::ControlFlow;

use super::context::GeneratorContext;
use super::sink::{Sink, Sliders};
use crate::chess::{PieceType, Side};

/// Emits the moves of bishops, rooks and queens.
#[inline(always)]
pub(super) fn slider_moves<S: Side, K: Sink<S>>(
    cx: &GeneratorContext<'_>,
    sink: &mut K,
) -> ControlFlow<()> {
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
    sink.sliders(&free)?;
    // One mask holds all pin lines of one kind. Still, a slider reaches only its own line: the
    // opposite line is behind the king, and a slider that leaves its own line moves parallel to the
    // other two.
    let pinned = |pins| Sliders {
        diagonal: diagonal & pins,
        orthogonal: orthogonal & pins,
        targets: free.targets & pins,
        ..free
    };
    sink.diagonal_moves(&pinned(cx.legality.diagonal_pins))?;
    sink.orthogonal_moves(&pinned(cx.legality.orthogonal_pins))
}
