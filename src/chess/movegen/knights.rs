//! Knights jump to squares two steps one way and one the other; nothing is in their way.
//!
//! A pinned knight cannot move at all: no jump stays on a line.
//! See <https://www.chessprogramming.org/Knight>.

use std::ops::ControlFlow;

use super::context::Context;
use super::sink::Sink;
use crate::chess::attacks::knight_attacks;
use crate::chess::color::Side;
use crate::chess::piece::PieceType;

/// Emits the moves of the knights.
#[inline(always)]
pub(super) fn knight_moves<S: Side, K: Sink<S>>(cx: &Context<'_>, sink: &mut K) -> ControlFlow<()> {
    let knights = cx.board.of_type(PieceType::Knight) & cx.movers & !cx.legality.pins();
    let targets = cx.targets & cx.legality.check_mask;
    for from in knights {
        sink.piece(
            PieceType::Knight,
            from,
            knight_attacks(from) & targets,
            cx.them,
        )?;
    }
    ControlFlow::Continue(())
}
