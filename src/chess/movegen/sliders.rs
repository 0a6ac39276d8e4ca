//! Bishops, rooks and queens slide along lines up to the first piece in the way, which they
//! may take if it is the enemy's.
//!
//! A queen is a bishop and a rook in one, and is moved here as one after the other. A slider
//! that is pinned along its own kind of line may move on that line; pinned the other way it
//! cannot move. See <https://www.chessprogramming.org/Sliding_Pieces>.

use std::ops::ControlFlow;

use super::context::Context;
use super::sink::{Sink, Sliders};
use crate::chess::color::Side;
use crate::chess::piece::PieceType;

/// Emits the moves of bishops, rooks and queens.
#[inline(always)]
pub(super) fn slider_moves<S: Side, K: Sink<S>>(cx: &Context<'_>, sink: &mut K) -> ControlFlow<()> {
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
    // All pins of one kind in one set will do: lines through the king that are both
    // orthogonal, or both diagonal, meet in the king alone.
    let pinned = |pins| Sliders {
        diagonal: diagonal & pins,
        orthogonal: orthogonal & pins,
        targets: free.targets & pins,
        ..free
    };
    sink.diagonal_moves(&pinned(cx.legality.diagonal_pins))?;
    sink.orthogonal_moves(&pinned(cx.legality.orthogonal_pins))
}
