//! Threats: enemy pieces attacked by pieces of lower value, or attacked and weakly defended.

use super::context::EvalContext;
use super::tally::Tally;
use crate::chess::attacks::{bishop_attacks, pawns_attacks, rook_attacks};
use crate::chess::{Bitboard, PieceType, Side};

/// Adds the threats of `S`.
///
/// A pawn threatens every piece, a minor piece threatens rooks and queens, and a rook threatens
/// queens. In addition, minor pieces, rooks and the king threaten weak pieces. A piece is weak if
/// no pawn defends it, unless it is defended at least twice and attacked only once. Squares from
/// which a bishop or rook could attack the only enemy queen count, too, if another piece of `S`
/// attacks them and no enemy pawn does.
pub(super) fn add_threats<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let (ours, theirs) = (cx.attacks::<S>(), cx.attacks::<S::Opponent>());
    let enemies = cx.board.of_color(!S::COLOR) & !cx.ours::<S::Opponent>(PieceType::King);
    let by = |kind: PieceType| ours.by[kind.index()];
    let well_defended = theirs.by[PieceType::Pawn.index()] | (theirs.twice & !ours.twice);
    let weak = enemies & !well_defended;
    let of = |set: Bitboard, kind: PieceType| (set & cx.board.of_type(kind)).count() as i32;

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
    tally.add::<S>(|w| w.hanging_piece, hanging.count() as i32);
    let pushes = push_attacks::<S>(cx) & enemies & !cx.board.of_type(PieceType::Pawn);
    tally.add::<S>(|w| w.threat_by_pawn_push, pushes.count() as i32);
    let safe = ours.twice & !theirs.by[PieceType::Pawn.index()] & !cx.board.of_color(S::COLOR);
    let on_queen = (queen_attackers::<S>(cx) & safe).count() as i32;
    tally.add::<S>(|w| w.slider_on_queen, on_queen);
}

/// Returns the squares that a bishop or rook of `S` attacks, X-rays included, and from which it
/// would attack the enemy queen. There are none unless the enemy has exactly one queen.
fn queen_attackers<S: Side>(cx: &EvalContext) -> Bitboard {
    let ours = cx.attacks::<S>();
    let queens = cx.ours::<S::Opponent>(PieceType::Queen);
    match queens.first() {
        Some(queen) if !queens.more_than_one() => {
            let diagonal = bishop_attacks(queen, cx.occupied) & ours.by[PieceType::Bishop.index()];
            diagonal | rook_attacks(queen, cx.occupied) & ours.by[PieceType::Rook.index()]
        }
        _ => Bitboard::EMPTY,
    }
}

/// Returns the squares that pawns of `S` attack after a safe single or double push. A push is
/// safe if no enemy attacks the target square. It is also safe if `S` defends the square and no
/// enemy pawn attacks it.
fn push_attacks<S: Side>(cx: &EvalContext) -> Bitboard {
    let (ours, theirs) = (cx.attacks::<S>(), cx.attacks::<S::Opponent>());
    let free = !cx.occupied;
    let single = cx.ours::<S>(PieceType::Pawn).forward(S::COLOR) & free;
    let skipped = single & S::COLOR.skipped_rank().bitboard();
    let double = skipped.forward(S::COLOR) & free;
    let safe = !theirs.by[PieceType::Pawn.index()] & (ours.all | !theirs.all);
    pawns_attacks(S::COLOR, (single | double) & safe)
}
