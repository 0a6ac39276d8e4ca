//! Material: the pieces on the board. See <https://www.chessprogramming.org/Material> and
//! <https://www.chessprogramming.org/Bishop_Pair>.

use super::context::EvalContext;
use super::tally::Tally;
use crate::chess::Side;
use crate::chess::{Bitboard, PieceType};

/// Adds the material of `S`, from knights to queens, and the bishop pair: two bishops that
/// together attack squares of both colors. The material of pawns is part of the pawn terms.
pub(super) fn material<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let kinds = [
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
    ];
    for kind in kinds {
        let count = cx.ours::<S>(kind).count();
        tally.add::<S>(|w| w.material[kind.index()], count as i32);
    }
    let bishops = cx.ours::<S>(PieceType::Bishop);
    let pair = bishops.intersects(Bitboard::DARK) && bishops.intersects(!Bitboard::DARK);
    tally.add::<S>(|w| w.bishop_pair, i32::from(pair));
}
