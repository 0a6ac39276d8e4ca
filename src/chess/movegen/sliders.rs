//! Bishops, rooks and queens slide along lines up to the first piece, and capture it if it is the
//! opponent's.
//!
//! A queen is handled as a bishop and a rook. A slider that is pinned along a line on which it can
//! slide may move on that line; pinned in the other way, it cannot move. See
//! <https://www.chessprogramming.org/Sliding_Pieces>.

use std::ops::ControlFlow;

use super::context::GeneratorContext;
use super::sink::{Sink, Sliders};
use crate::chess::color::Side;
use crate::chess::piece::PieceType;

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
    // One set of pin lines suffices for all pinned sliders: two lines through the king that are
    // both orthogonal, or both diagonal, meet only on the king's square.
    let pinned = |pins| Sliders {
        diagonal: diagonal & pins,
        orthogonal: orthogonal & pins,
        targets: free.targets & pins,
        ..free
    };
    sink.diagonal_moves(&pinned(cx.legality.diagonal_pins))?;
    sink.orthogonal_moves(&pinned(cx.legality.orthogonal_pins))
}
