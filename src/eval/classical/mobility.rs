//! Where pieces stand and how many squares they can safely go to.
//!
//! This visits every piece, so it is here that attacks are found, which later terms use.
//! See <https://www.chessprogramming.org/Mobility> and
//! <https://www.chessprogramming.org/Piece-Square_Tables>.

use super::context::Context;
use super::layout::Weights;
use super::spans::drawn;
use super::tally::Tally;
use super::tapered::Tapered;
use crate::chess::Side;
use crate::chess::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::chess::{Bitboard, PieceType, Square};

/// Placement and mobility of all pieces of `S` but pawns; tells the context what they attack.
/// Sliders see through the pieces of theirs that move the same way, for those can go ahead.
#[inline]
pub(super) fn mobility<S: Side, T: Tally>(cx: &mut Context, tally: &mut T) {
    let safe = safe_squares::<S>(cx);
    let queens = cx.ours::<S>(PieceType::Queen);
    let diagonal = cx.occupied & !queens;
    let straight = cx.occupied & !(queens | cx.ours::<S>(PieceType::Rook));
    let occupied = cx.occupied;
    visit::<S, T, _, _>(
        cx,
        tally,
        safe,
        PieceType::Knight,
        knight_attacks,
        |w, n| w.knight_mobility[n],
    );
    let attacks = |square| bishop_attacks(square, diagonal);
    visit::<S, T, _, _>(cx, tally, safe, PieceType::Bishop, attacks, |w, n| {
        w.bishop_mobility[n]
    });
    let attacks = |square| rook_attacks(square, straight);
    visit::<S, T, _, _>(cx, tally, safe, PieceType::Rook, attacks, |w, n| {
        w.rook_mobility[n]
    });
    let attacks = |square| bishop_attacks(square, occupied) | rook_attacks(square, occupied);
    visit::<S, T, _, _>(cx, tally, safe, PieceType::Queen, attacks, |w, n| {
        w.queen_mobility[n]
    });
    let king = drawn::<S>(cx.king::<S>());
    tally.add::<S>(|w| w.squares[PieceType::King.index()][king], 1);
}

/// Where a piece of `S` is not lost to a pawn, nor in the way of the king or of pawns that
/// are to move first.
fn safe_squares<S: Side>(cx: &Context) -> Bitboard {
    let pawns = cx.ours::<S>(PieceType::Pawn);
    let low_ranks = S::COLOR.pawn_rank().bitboard() | S::COLOR.en_passant_rank().bitboard();
    let blocked = cx.occupied.forward(!S::COLOR);
    let stuck = pawns & (low_ranks | blocked);
    let attacked = cx.attacks::<S::Opponent>().by[PieceType::Pawn.index()];
    !(stuck | cx.ours::<S>(PieceType::King) | attacked)
}

/// All pieces of one kind: where they stand, where they can go, and how they attack the king.
#[inline(always)]
fn visit<S: Side, T: Tally, A, M>(
    cx: &mut Context,
    tally: &mut T,
    safe: Bitboard,
    kind: PieceType,
    attacks: A,
    mobility: M,
) where
    A: Fn(Square) -> Bitboard,
    M: Fn(&Weights, usize) -> Tapered,
{
    let zone = cx.king_zone::<S::Opponent>();
    let ring = king_attacks(cx.king::<S::Opponent>());
    for square in cx.ours::<S>(kind) {
        tally.add::<S>(|w| w.squares[kind.index()][drawn::<S>(square)], 1);
        let attacked = attacks(square);
        cx.add_attacks::<S>(kind, attacked);
        let reach = (attacked & safe).count() as usize;
        tally.add::<S>(|w| mobility(w, reach), 1);
        // No branch: whether a piece attacks the zone is hard to predict.
        let attacker = i32::from(attacked.intersects(zone));
        tally.endanger::<S>(|w| w.danger_attacker[kind.index() - 1], attacker);
        let near = (attacked & ring).count() as i32;
        tally.endanger::<S>(|w| w.danger_ring_attack, near);
    }
}
