//! Piece-square tables and mobility of all pieces except pawns.
//!
//! These terms visit every piece, so they also compute the attack maps that later terms read.

use super::context::EvalContext;
use super::layout::Weights;
use super::spans::{rank_squares, table_index};
use super::tally::Tally;
use super::tapered::Tapered;
use crate::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use crate::chess::{Bitboard, PieceType, Rank, Side, Square};

/// Adds placement and mobility of the pieces of `S`, and the danger of their attacks on the enemy
/// king. Also adds their attacked squares to the attack maps of `cx`.
///
/// Bishops and rooks have X-ray attacks: a bishop attacks through own queens, a rook through own
/// queens and rooks, because the piece in front can move ahead on the same ray.
#[inline]
pub(super) fn add_mobility<S: Side, T: Tally>(cx: &mut EvalContext, tally: &mut T) {
    let area = mobility_area::<S>(cx);
    let queens = cx.pieces::<S>(PieceType::Queen);
    let bishop_blockers = cx.occupied & !queens;
    let rook_blockers = cx.occupied & !(queens | cx.pieces::<S>(PieceType::Rook));
    let occupied = cx.occupied;
    add_pieces::<S, T, _, _>(
        cx,
        tally,
        area,
        PieceType::Knight,
        knight_attacks,
        |w, n| w.knight_mobility[n],
    );
    let bishop_x_rays = |square| bishop_attacks(square, bishop_blockers);
    add_pieces::<S, T, _, _>(cx, tally, area, PieceType::Bishop, bishop_x_rays, |w, n| {
        w.bishop_mobility[n]
    });
    let rook_x_rays = |square| rook_attacks(square, rook_blockers);
    add_pieces::<S, T, _, _>(cx, tally, area, PieceType::Rook, rook_x_rays, |w, n| {
        w.rook_mobility[n]
    });
    let attacks_of_queen = |square| queen_attacks(square, occupied);
    add_pieces::<S, T, _, _>(
        cx,
        tally,
        area,
        PieceType::Queen,
        attacks_of_queen,
        |w, n| w.queen_mobility[n],
    );
    let king = table_index::<S>(cx.king::<S>());
    tally.add::<S>(|w| w.piece_square[PieceType::King.index()][king], 1);
}

/// Returns the mobility area of `S`: the squares that count as mobility.
///
/// It excludes squares that enemy pawns attack, the square of the own king, and the squares of own
/// pawns that are blocked or stand on their second or third rank. The squares of other own pieces
/// count, because defending a piece is useful, too.
fn mobility_area<S: Side>(cx: &EvalContext) -> Bitboard {
    let pawns = cx.pieces::<S>(PieceType::Pawn);
    let low_ranks = rank_squares::<S>(Rank::Second) | rank_squares::<S>(Rank::Third);
    let blocked = cx.occupied.forward(!S::COLOR);
    let stuck = pawns & (low_ranks | blocked);
    let attacked = cx.attacks::<S::Opponent>().by[PieceType::Pawn.index()];
    !(stuck | cx.pieces::<S>(PieceType::King) | attacked)
}

/// Adds placement, mobility and attacks on the enemy king for all pieces of one type.
#[inline(always)]
fn add_pieces<S: Side, T: Tally, A, M>(
    cx: &mut EvalContext,
    tally: &mut T,
    area: Bitboard,
    kind: PieceType,
    attacks: A,
    mobility: M,
) where
    A: Fn(Square) -> Bitboard,
    M: Fn(&Weights, usize) -> Tapered,
{
    let zone = cx.king_zone::<S::Opponent>();
    let ring = king_attacks(cx.king::<S::Opponent>());
    for square in cx.pieces::<S>(kind) {
        tally.add::<S>(
            |w| w.piece_square[kind.index()][table_index::<S>(square)],
            1,
        );
        let attacked = attacks(square);
        cx.add_attacks::<S>(kind, attacked);
        let reach = (attacked & area).count() as usize;
        tally.add::<S>(|w| mobility(w, reach), 1);
        // Branchless, because attacks on the king zone are hard to predict.
        let attacker = i32::from(attacked.intersects(zone));
        tally.add_danger::<S>(|w| w.danger_attacker[kind.index() - 1], attacker);
        let near = (attacked & ring).count() as i32;
        tally.add_danger::<S>(|w| w.danger_ring_attack, near);
    }
}
