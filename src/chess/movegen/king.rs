//! The king moves one step in any direction, and never to a square that is attacked.
//!
//! Attacked squares are seen through the king itself: it cannot step back along the line
//! of a check. See <https://www.chessprogramming.org/King>.

use std::ops::ControlFlow;

use super::context::Context;
use super::sink::Sink;
use crate::chess::attacks::king_attacks;
use crate::chess::color::Side;
use crate::chess::piece::PieceType;

/// Emits the moves of the king, but for castling.
#[inline(always)]
pub(super) fn king_moves<S: Side, K: Sink<S>>(cx: &Context<'_>, sink: &mut K) -> ControlFlow<()> {
    let from = cx.legality.king;
    if !cx.movers.contains(from) {
        return ControlFlow::Continue(());
    }
    let targets = king_attacks(from) & cx.targets & !cx.legality.attacked;
    sink.piece(PieceType::King, from, targets, cx.them)
}
