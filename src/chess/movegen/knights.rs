//! Knights jump two squares in one direction and one square across, over other pieces.
//!
//! A pinned knight cannot move: no jump stays on the line of a pin. See
//! <https://www.chessprogramming.org/Knight>.

use std::ops::ControlFlow;

use super::context::GeneratorContext;
use super::sink::Sink;
use crate::chess::attacks::knight_attacks;
use crate::chess::{PieceType, Side};

/// Emits the moves of the knights.
#[inline(always)]
pub(super) fn knight_moves<S: Side, K: Sink<S>>(
    cx: &GeneratorContext<'_>,
    sink: &mut K,
) -> ControlFlow<()> {
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
