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

/// Sliders that are to move, and where they may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sliders {
    /// Bishops and queens.
    pub diagonal: Bitboard,
    /// Rooks and queens.
    pub straight: Bitboard,
    /// What stops them.
    pub occupied: Bitboard,
    /// Where they may go.
    pub targets: Bitboard,
    /// The targets that are captures.
    pub them: Bitboard,
}

/// Emits the moves of bishops, rooks and queens.
#[inline(always)]
pub(super) fn slider_moves<S: Side, K: Sink<S>>(cx: &Context<'_>, sink: &mut K) -> ControlFlow<()> {
    let of = |kind| cx.board.of_type(kind) & cx.movers;
    let diagonal = of(PieceType::Bishop) | of(PieceType::Queen);
    let straight = of(PieceType::Rook) | of(PieceType::Queen);
    let free = Sliders {
        diagonal: diagonal & !cx.legality.pins(),
        straight: straight & !cx.legality.pins(),
        occupied: cx.occupied,
        targets: cx.targets & cx.legality.answers,
        them: cx.them,
    };
    sink.sliders(&free)?;
    // All pins of one kind in one set will do: lines through the king that are both
    // straight, or both diagonal, meet in the king alone.
    let pinned = |pins| Sliders {
        diagonal: diagonal & pins,
        straight: straight & pins,
        targets: free.targets & pins,
        ..free
    };
    diagonal_moves::<S, K>(&pinned(cx.legality.diagonal_pins), sink)?;
    straight_moves::<S, K>(&pinned(cx.legality.straight_pins), sink)
}

/// Emits the moves along diagonals.
#[inline(always)]
pub(super) fn diagonal_moves<S: Side, K: Sink<S>>(
    sliders: &Sliders,
    sink: &mut K,
) -> ControlFlow<()> {
    for from in sliders.diagonal {
        let targets = bishop_attacks(from, sliders.occupied) & sliders.targets;
        let kind = sliders.kind_on(from, PieceType::Bishop);
        sink.piece(kind, from, targets, sliders.them)?;
    }
    ControlFlow::Continue(())
}

/// Emits the moves along ranks and files.
#[inline(always)]
pub(super) fn straight_moves<S: Side, K: Sink<S>>(
    sliders: &Sliders,
    sink: &mut K,
) -> ControlFlow<()> {
    for from in sliders.straight {
        let targets = rook_attacks(from, sliders.occupied) & sliders.targets;
        let kind = sliders.kind_on(from, PieceType::Rook);
        sink.piece(kind, from, targets, sliders.them)?;
    }
    ControlFlow::Continue(())
}

impl Sliders {
    /// The kind of the piece on `square`: a queen, if it moves in both ways, or `other`.
    #[inline(always)]
    fn kind_on(&self, square: Square, other: PieceType) -> PieceType {
        if (self.diagonal & self.straight).contains(square) {
            PieceType::Queen
        } else {
            other
        }
    }
}
