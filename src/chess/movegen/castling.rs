//! Castling: the king and a rook move at once.
//!
//! The castling right must remain. The squares that king and rook cross, and their targets, must be
//! empty of other pieces. The king may not be in check, cross an attacked square or arrive on one.
//! In Chess960 the rook may shield the target of the king from an attack; then the rook is pinned:
//!
//! ```text
//! . . . . . K R q      castling would put the king on g1, where the queen attacks it
//! ```

use super::legality::GeneratorContext;
use super::sink::{CONTINUE, Flow, Sink};
use crate::chess::{Bitboard, CastlingPaths, CastlingSide, Legality, PieceType, Side, Square};

/// Emits the castling moves.
#[inline(always)]
pub(super) fn emit_castling<S: Side, K: Sink<S>>(cx: &GeneratorContext<'_>, sink: &mut K) -> Flow {
    let king = cx.legality.king;
    if !cx.wanted.quiets() || !cx.movers.contains(king) || cx.legality.checkers.any() {
        return CONTINUE;
    }
    for rook in cx.board.castling().rooks_of(S::COLOR) {
        if can_castle::<S>(king, rook, cx.occupied, cx.legality) {
            let kind = CastlingSide::of(king, rook).move_kind();
            sink.add_move(PieceType::King, king, rook, kind)?;
        }
    }
    CONTINUE
}

/// Returns whether a king that is not in check may castle with a rook that has the castling right.
#[inline(always)]
pub(super) fn can_castle<S: Side>(
    king: Square,
    rook: Square,
    occupied: Bitboard,
    legality: &Legality,
) -> bool {
    let paths = CastlingPaths::of(S::COLOR, king, rook);
    !paths.must_be_free.intersects(occupied)
        && !paths.king_path.intersects(legality.attacked)
        && !legality.orthogonal_pins.contains(rook)
}
