//! What may be won soon: pieces attacked by lesser ones, or attacked and not guarded.
//! See <https://www.chessprogramming.org/Attack_and_Defend_Maps> and
//! <https://www.chessprogramming.org/Hanging_Piece>.

use super::context::Context;
use super::tally::Tally;
use crate::chess::Side;
use crate::chess::attacks::pawns_attacks;
use crate::chess::{Bitboard, PieceType};

/// What the attacks of `S` threaten.
pub(super) fn threats<S: Side, T: Tally>(cx: &Context, tally: &mut T) {
    let (ours, theirs) = (cx.attacks::<S>(), cx.attacks::<S::Opponent>());
    let enemies = cx.board.of_color(!S::COLOR) & !cx.ours::<S::Opponent>(PieceType::King);
    let by = |kind: PieceType| ours.by[kind.index()];
    // What a pawn guards, or more pieces than attack it, is not won by attacking it.
    let strong = theirs.by[PieceType::Pawn.index()] | (theirs.twice & !ours.twice);
    let weak = enemies & !strong;
    let of = |set: Bitboard, kind: PieceType| (set & cx.board.of_type(kind)).count() as i32;

    // A pawn may take any piece, a minor piece what is greater, a rook the queen; what is
    // badly guarded, any of them.
    let by_pawn = enemies & by(PieceType::Pawn);
    let rooks = cx.board.of_type(PieceType::Rook);
    let queens = cx.board.of_type(PieceType::Queen);
    let minors = by(PieceType::Knight) | by(PieceType::Bishop);
    let by_minor = minors & (weak | (enemies & (rooks | queens)));
    let by_rook = by(PieceType::Rook) & (weak | (enemies & queens));
    for kind in PieceType::ALL.into_iter().take(5) {
        let index = kind.index();
        if index > 0 {
            tally.add::<S>(|w| w.threat_by_pawn[index - 1], of(by_pawn, kind));
        }
        tally.add::<S>(|w| w.threat_by_minor[index], of(by_minor, kind));
        tally.add::<S>(|w| w.threat_by_rook[index], of(by_rook, kind));
    }
    let by_king = weak & by(PieceType::King);
    tally.add::<S>(|w| w.threat_by_king, by_king.count() as i32);
    let hanging = enemies & ours.all & !theirs.all;
    tally.add::<S>(|w| w.hanging, hanging.count() as i32);
    let pushes = push_threats::<S>(cx) & enemies & !cx.board.of_type(PieceType::Pawn);
    tally.add::<S>(|w| w.push_threat, pushes.count() as i32);
}

/// What pawns of `S` would attack after a step onto a square where they are safe.
fn push_threats<S: Side>(cx: &Context) -> Bitboard {
    let (ours, theirs) = (cx.attacks::<S>(), cx.attacks::<S::Opponent>());
    let free = !cx.occupied;
    let single = cx.ours::<S>(PieceType::Pawn).forward(S::COLOR) & free;
    let skipped = single & S::COLOR.en_passant_rank().bitboard();
    let double = skipped.forward(S::COLOR) & free;
    let safe = !theirs.by[PieceType::Pawn.index()] & (ours.all | !theirs.all);
    pawns_attacks(S::COLOR, (single | double) & safe)
}
