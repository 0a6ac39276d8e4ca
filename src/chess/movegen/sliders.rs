//! Bishops, rooks and queens slide along lines up to the first piece in the way, which they
//! may take if it is the enemy's.
//!
//! A queen is a bishop and a rook in one, and is moved here as one after the other. A slider
//! that is pinned along its own kind of line may move on that line; pinned the other way it
//! cannot move. See <https://www.chessprogramming.org/Sliding_Pieces>.

use std::ops::ControlFlow;

use super::{Context, Sink};
use crate::chess::attacks::{bishop_attacks, rook_attacks};
use crate::chess::bitboard::Bitboard;
use crate::chess::color::Side;
use crate::chess::piece::PieceType;
use crate::chess::square::Square;

/// Emits the moves of bishops, rooks and queens.
#[inline(always)]
pub(super) fn slider_moves<S: Side, K: Sink<S>>(cx: &Context<'_>, sink: &mut K) -> ControlFlow<()> {
    let (straight_pins, diagonal_pins) = (cx.legality.straight_pins, cx.legality.diagonal_pins);
    lines::<S, K>(
        cx,
        PieceType::Bishop,
        bishop_attacks,
        diagonal_pins,
        straight_pins,
        sink,
    )?;
    lines::<S, K>(
        cx,
        PieceType::Rook,
        rook_attacks,
        straight_pins,
        diagonal_pins,
        sink,
    )
}

/// Emits the moves along one kind of line, of the pieces of this kind and of the queens.
/// On `own_pins` they may move along the pin, on `other_pins` not at all.
#[inline(always)]
fn lines<S: Side, K: Sink<S>>(
    cx: &Context<'_>,
    kind: PieceType,
    attacks: impl Fn(Square, Bitboard) -> Bitboard,
    own_pins: Bitboard,
    other_pins: Bitboard,
    sink: &mut K,
) -> ControlFlow<()> {
    let queens = cx.board.of_type(PieceType::Queen);
    let sliders = (cx.board.of_type(kind) | queens) & cx.movers & !other_pins;
    let targets = cx.targets & cx.legality.answers;
    let kind_on = |from| {
        if queens.contains(from) {
            PieceType::Queen
        } else {
            kind
        }
    };
    for from in sliders & !own_pins {
        sink.piece(
            kind_on(from),
            from,
            attacks(from, cx.occupied) & targets,
            cx.them,
        )?;
    }
    // All pins of one kind in one set will do: lines through the king that are both
    // straight, or both diagonal, meet in the king alone.
    for from in sliders & own_pins {
        sink.piece(
            kind_on(from),
            from,
            attacks(from, cx.occupied) & targets & own_pins,
            cx.them,
        )?;
    }
    ControlFlow::Continue(())
}
