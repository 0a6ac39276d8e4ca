//! The king moves one step in any direction, but not onto an attacked square.
//!
//! Attacked squares are computed without the king on the board, so the king cannot retreat along
//! the line of a check. See
//! <https://www.chessprogramming.org/King>.

use std::ops::ControlFlow;

use super::context::GeneratorContext;
use super::sink::Sink;
use crate::chess::attacks::king_attacks;
use crate::chess::{PieceType, Side};

/// Emits the moves of the king, except castling.
#[inline(always)]
pub(super) fn king_moves<S: Side, K: Sink<S>>(
    cx: &GeneratorContext<'_>,
    sink: &mut K,
) -> ControlFlow<()> {
    let from = cx.legality.king;
    if !cx.movers.contains(from) {
        return ControlFlow::Continue(());
    }
    let targets = king_attacks(from) & cx.targets & !cx.legality.attacked;
    sink.piece(PieceType::King, from, targets, cx.them)
}
