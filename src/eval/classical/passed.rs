//! Passed pawns: their rank, their path to promotion, and the distance of both kings.
//! See <https://www.chessprogramming.org/Passed_Pawn>.

use super::context::EvalContext;
use super::spans::{front_span, relative_rank};
use super::tally::Tally;
use crate::chess::Side;
use crate::chess::Square;

/// First relative rank (from 0) on which the king distances count: the fourth rank.
const FIRST_KING_RANK: usize = 3;

/// Adds the terms of all passed pawns of `S`.
pub(super) fn passed_pawns<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    for pawn in cx.structure.passed[S::COLOR.index()] {
        passed_pawn::<S, T>(cx, pawn, tally);
    }
}

/// Adds the terms of one passed pawn of `S`. No enemy pawn can stop it, so its value depends on
/// the pieces that block or attack its path, and on which king is nearer.
fn passed_pawn<S: Side, T: Tally>(cx: &EvalContext, pawn: Square, tally: &mut T) {
    let rank = relative_rank::<S>(pawn);
    tally.add::<S>(|w| w.passed_pawn[rank], 1);

    let stop = pawn.forward(S::COLOR);
    let unsafe_squares = cx.occupied | cx.attacks::<S::Opponent>().all;
    if cx.occupied.contains(stop) {
        tally.add::<S>(|w| w.passed_blocked[rank], 1);
    } else if !unsafe_squares.contains(stop) {
        tally.add::<S>(|w| w.passed_safe_push[rank], 1);
    }
    if !unsafe_squares.intersects(front_span::<S>(pawn.bitboard())) {
        tally.add::<S>(|w| w.passed_free_path[rank], 1);
    }
    if rank >= FIRST_KING_RANK {
        let times = (rank + 1 - FIRST_KING_RANK) as i32;
        let ours = cx.king::<S>().distance(stop);
        let theirs = cx.king::<S::Opponent>().distance(stop);
        tally.add::<S>(|w| w.passed_own_king[ours], times);
        tally.add::<S>(|w| w.passed_enemy_king[theirs], times);
    }
}
