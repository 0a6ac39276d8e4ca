//! Pawns that no pawn can stop: pieces have to. How far they are, what stands in their way,
//! and which king is nearer. See <https://www.chessprogramming.org/Passed_Pawn>.

use super::context::Context;
use super::spans::{ahead, rank_for};
use super::tally::Tally;
use crate::chess::Side;
use crate::chess::Square;

/// The rank from which the kings matter, from 0: the fourth.
const KINGS_FROM: usize = 3;

/// The passed pawns of `S`.
pub(super) fn passed_pawns<S: Side, T: Tally>(cx: &Context, tally: &mut T) {
    for pawn in cx.structure.passed[S::COLOR.index()] {
        passed_pawn::<S, T>(cx, pawn, tally);
    }
}

fn passed_pawn<S: Side, T: Tally>(cx: &Context, pawn: Square, tally: &mut T) {
    let rank = rank_for::<S>(pawn);
    tally.add::<S>(|w| w.passed[rank], 1);

    let stop = pawn.forward(S::COLOR);
    let dangers = cx.occupied | cx.attacks::<S::Opponent>().all;
    if cx.occupied.contains(stop) {
        tally.add::<S>(|w| w.passed_blocked[rank], 1);
    } else if !dangers.contains(stop) {
        tally.add::<S>(|w| w.passed_safe_step[rank], 1);
    }
    if !dangers.intersects(ahead::<S>(pawn.bitboard())) {
        tally.add::<S>(|w| w.passed_free_way[rank], 1);
    }
    if rank >= KINGS_FROM {
        let times = (rank + 1 - KINGS_FROM) as i32;
        let ours = cx.king::<S>().distance(stop);
        let theirs = cx.king::<S::Opponent>().distance(stop);
        tally.add::<S>(|w| w.passed_our_king[ours], times);
        tally.add::<S>(|w| w.passed_their_king[theirs], times);
    }
}
