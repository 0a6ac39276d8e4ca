//! Pieces and the pawns about them: open files for rooks, outposts for knights and bishops,
//! pawns that hem a bishop in or shield a minor piece.
//! See <https://www.chessprogramming.org/Evaluation_of_Pieces>.

use super::context::Context;
use super::tally::Tally;
use crate::chess::Side;
use crate::chess::{Bitboard, PieceType, Rank};

/// Rooks on files that pawns have left: half-open ones, where enemy pawns can be attacked,
/// and open ones, which lead into the enemy's camp.
pub(super) fn rooks_on_files<S: Side, T: Tally>(cx: &Context, tally: &mut T) {
    let ours = cx.pawn_files[S::COLOR.index()].squares();
    let theirs = cx.pawn_files[S::Opponent::COLOR.index()].squares();
    let rooks = cx.ours::<S>(PieceType::Rook) & !ours;
    let half_open = (rooks & theirs).count() as i32;
    let open = (rooks & !theirs).count() as i32;
    tally.add::<S>(|w| w.rook_on_file[0], half_open);
    tally.add::<S>(|w| w.rook_on_file[1], open);
}

/// Knights and bishops on squares from which no pawn can drive them away, guarded by one of
/// ours; and those that stand right behind a pawn.
pub(super) fn minor_pieces<S: Side, T: Tally>(cx: &Context, tally: &mut T) {
    let middle = Rank::Fourth.bitboard() | Rank::Fifth.bitboard();
    let advanced = middle | S::Opponent::COLOR.en_passant_rank().bitboard();
    let guarded = cx.attacks::<S>().by[PieceType::Pawn.index()];
    let outposts = advanced & guarded & !cx.structure.spans[S::Opponent::COLOR.index()];
    let knights = cx.ours::<S>(PieceType::Knight);
    let bishops = cx.ours::<S>(PieceType::Bishop);
    tally.add::<S>(|w| w.knight_outpost, (knights & outposts).count() as i32);
    tally.add::<S>(|w| w.bishop_outpost, (bishops & outposts).count() as i32);

    let pawns = cx.board.of_type(PieceType::Pawn);
    let behind = (knights | bishops) & pawns.forward(!S::COLOR);
    tally.add::<S>(|w| w.minor_behind_pawn, behind.count() as i32);
}

/// Pawns on the squares of a bishop's color, which take these squares from it.
pub(super) fn bishops_and_pawns<S: Side, T: Tally>(cx: &Context, tally: &mut T) {
    let bishops = cx.ours::<S>(PieceType::Bishop);
    let pawns = cx.ours::<S>(PieceType::Pawn);
    for color in [Bitboard::DARK, !Bitboard::DARK] {
        let pairs = (bishops & color).count() * (pawns & color).count();
        tally.add::<S>(|w| w.bishop_pawns, pairs as i32);
    }
}
