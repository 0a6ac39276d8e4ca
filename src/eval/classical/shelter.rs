//! King shelter: own pawns in front of a king protect it, advancing enemy pawns attack it (pawn
//! storm). See <https://www.chessprogramming.org/King_Safety#Pawn_Shield>.

use super::spans::{FileSet, front_span, relative_rank};
use super::tally::Tally;
use crate::chess::Side;
use crate::chess::{Bitboard, Board, Color, PieceType};

/// Index for a file without a pawn in front of the king. No pawn has this distance.
const NO_PAWN: usize = 7;

/// Adds shelter and pawn storm for the king of `S`, on the three files around it. On each file,
/// only the nearest own pawn and the nearest enemy pawn matter; each is scored by its distance in
/// ranks from the king. Pawns behind the king do not count.
pub(super) fn shelter<S: Side, T: Tally>(board: &Board, tally: &mut T) {
    let king = board.king(S::COLOR);
    let rank = king.rank().bitboard();
    let not_behind = rank | front_span::<S>(rank);
    let our_pawns = board.of(S::COLOR, PieceType::Pawn) & not_behind;
    let their_pawns = board.of(!S::COLOR, PieceType::Pawn) & not_behind;
    for file in FileSet::around(king).iter() {
        let adjacent = usize::from(file != king.file());
        let nearest = |pawns: Bitboard| {
            let pawns = pawns & file.bitboard();
            let nearest = match S::COLOR {
                Color::White => pawns.first(),
                Color::Black => pawns.last(),
            };
            nearest.map_or(NO_PAWN, |pawn| {
                relative_rank::<S>(pawn) - relative_rank::<S>(king)
            })
        };
        let (ours, theirs) = (nearest(our_pawns), nearest(their_pawns));
        tally.add::<S>(|w| w.king_shelter[adjacent][ours], 1);
        let blocked = usize::from(theirs != NO_PAWN && ours + 1 == theirs);
        tally.add::<S>(|w| w.pawn_storm[blocked][theirs], 1);
    }
}
