//! The pawns before a king: its own shelter it, those of the enemy come as a storm.
//! See <https://www.chessprogramming.org/King_Safety#Pawn_Shield>.

use super::spans::{Files, ahead, rank_for};
use super::tally::Tally;
use crate::chess::Side;
use crate::chess::{Bitboard, Board, Color, PieceType};

/// There is no pawn.
const NO_PAWN: usize = 7;

/// Pawns before the king of `S`: ours shelter it, theirs come as a storm.
pub(super) fn shelter<S: Side, T: Tally>(board: &Board, tally: &mut T) {
    let king = board.king(S::COLOR);
    // Pawns that the king has passed do neither.
    let rank = king.rank().bitboard();
    let from_king = rank | ahead::<S>(rank);
    let our_pawns = board.of(S::COLOR, PieceType::Pawn) & from_king;
    let their_pawns = board.of(!S::COLOR, PieceType::Pawn) & from_king;
    for file in Files::about(king).iter() {
        let beside = usize::from(file != king.file());
        let next = |pawns: Bitboard| {
            let pawns = pawns & file.bitboard();
            let nearest = match S::COLOR {
                Color::White => pawns.first(),
                Color::Black => pawns.last(),
            };
            nearest.map_or(NO_PAWN, |pawn| rank_for::<S>(pawn) - rank_for::<S>(king))
        };
        let (ours, theirs) = (next(our_pawns), next(their_pawns));
        tally.add::<S>(|w| w.shelter[beside][ours], 1);
        let blocked = usize::from(theirs != NO_PAWN && ours + 1 == theirs);
        tally.add::<S>(|w| w.storm[blocked][theirs], 1);
    }
}
