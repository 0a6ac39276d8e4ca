//! Pieces in relation to pawns: rooks on open files, outposts, bad bishops, minor pieces behind
//! pawns. See <https://www.chessprogramming.org/Evaluation_of_Pieces>.

use super::context::EvalContext;
use super::tally::Tally;
use crate::chess::Side;
use crate::chess::{Bitboard, PieceType, Rank};

/// Adds the rooks of `S` on half-open files, where they attack enemy pawns, and on open files,
/// which lead to the enemy's back ranks.
pub(super) fn rooks_on_files<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let ours = cx.pawn_files[S::COLOR.index()].squares();
    let theirs = cx.pawn_files[S::Opponent::COLOR.index()].squares();
    let rooks = cx.ours::<S>(PieceType::Rook) & !ours;
    let half_open = (rooks & theirs).count() as i32;
    let open = (rooks & !theirs).count() as i32;
    tally.add::<S>(|w| w.rook_on_file[0], half_open);
    tally.add::<S>(|w| w.rook_on_file[1], open);
}

/// Adds the knights and bishops of `S` on outposts and those directly behind a pawn.
///
/// An outpost is a square on the fourth to sixth rank of `S` that an own pawn protects and that
/// no enemy pawn can ever attack.
pub(super) fn minor_pieces<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let middle = Rank::Fourth.bitboard() | Rank::Fifth.bitboard();
    let advanced = middle | S::Opponent::COLOR.en_passant_rank().bitboard();
    let protected = cx.attacks::<S>().by[PieceType::Pawn.index()];
    let outposts = advanced & protected & !cx.structure.attack_spans[S::Opponent::COLOR.index()];
    let knights = cx.ours::<S>(PieceType::Knight);
    let bishops = cx.ours::<S>(PieceType::Bishop);
    tally.add::<S>(|w| w.knight_outpost, (knights & outposts).count() as i32);
    tally.add::<S>(|w| w.bishop_outpost, (bishops & outposts).count() as i32);

    let pawns = cx.board.of_type(PieceType::Pawn);
    let behind = (knights | bishops) & pawns.forward(!S::COLOR);
    tally.add::<S>(|w| w.minor_behind_pawn, behind.count() as i32);
}

/// Adds the bad bishops of `S`: bishops restricted by own pawns on squares of their color.
pub(super) fn bishops_and_pawns<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let bishops = cx.ours::<S>(PieceType::Bishop);
    let pawns = cx.ours::<S>(PieceType::Pawn);
    for color in [Bitboard::DARK, !Bitboard::DARK] {
        let pairs = (bishops & color).count() * (pawns & color).count();
        tally.add::<S>(|w| w.bishop_pawns, pairs as i32);
    }
}
