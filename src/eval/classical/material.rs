//! What is on the board. See <https://www.chessprogramming.org/Material> and
//! <https://www.chessprogramming.org/Bishop_Pair>.

use super::context::Context;
use super::tally::Tally;
use crate::chess::Side;
use crate::chess::{Bitboard, PieceType};

/// The pieces themselves, and two bishops, which together attack squares of both colors.
/// Pawns count with the pawn structure.
pub(super) fn material<S: Side, T: Tally>(cx: &Context, tally: &mut T) {
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
