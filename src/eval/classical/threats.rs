//! Threats against enemy pieces: attacks by pieces of lower value, attacks on pieces that are
//! weakly defended or hanging, pawn pushes that attack a piece, and sliders that can attack a
//! queen.

use super::context::EvalContext;
use super::tally::Tally;
use crate::chess::attacks::{bishop_attacks, pawns_attacks, rook_attacks};
use crate::chess::{Bitboard, PieceType, Side};

/// Adds the threats of `S`.
///
/// Enemy pieces include pawns here, but not the king. A pawn threatens every piece except pawns,
/// now or after a safe push; a minor piece threatens rooks and queens, and a rook threatens queens.
/// In addition, minor pieces, rooks and the king threaten weak pieces. A piece is weak if no pawn
/// defends it, unless it is defended at least twice and attacked only once. It is hanging if it is
/// attacked and not defended. Squares from which a bishop or rook could attack the only enemy queen
/// count, too, if another piece of `S` attacks them and no enemy pawn does.
pub(super) fn add_threats<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let (attacks, defenses) = (cx.attacks::<S>(), cx.attacks::<S::Opponent>());
    let enemies = cx.board.of_color(!S::COLOR) & !cx.pieces::<S::Opponent>(PieceType::King);
    let by = |kind: PieceType| attacks.by[kind.index()];
    let well_defended = defenses.by[PieceType::Pawn.index()] | (defenses.twice & !attacks.twice);
    let weak = enemies & !well_defended;
    let of = |set: Bitboard, kind: PieceType| (set & cx.board.of_type(kind)).count() as i32;

    let by_pawn = enemies & by(PieceType::Pawn);
    let rooks = cx.board.of_type(PieceType::Rook);
    let queens = cx.board.of_type(PieceType::Queen);
    let minor_attacks = by(PieceType::Knight) | by(PieceType::Bishop);
    let by_minor = minor_attacks & (weak | (enemies & (rooks | queens)));
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
    let hanging = enemies & attacks.all & !defenses.all;
    tally.add::<S>(|w| w.hanging_piece, hanging.count() as i32);
    let pushes = push_attacks::<S>(cx) & enemies & !cx.board.of_type(PieceType::Pawn);
    tally.add::<S>(|w| w.threat_by_pawn_push, pushes.count() as i32);
    let safe = attacks.twice & !defenses.by[PieceType::Pawn.index()] & !cx.board.of_color(S::COLOR);
    let on_queen = (squares_attacking_queen::<S>(cx) & safe).count() as i32;
    tally.add::<S>(|w| w.slider_on_queen, on_queen);
}

/// Returns the squares that a bishop or rook of `S` attacks, X-rays included, and from which it
/// would attack the enemy queen. There are none unless the enemy has exactly one queen.
fn squares_attacking_queen<S: Side>(cx: &EvalContext) -> Bitboard {
    let attacks = cx.attacks::<S>();
    let queens = cx.pieces::<S::Opponent>(PieceType::Queen);
    match queens.first() {
        Some(queen) if !queens.more_than_one() => {
            let diagonal =
                bishop_attacks(queen, cx.occupied) & attacks.by[PieceType::Bishop.index()];
            diagonal | rook_attacks(queen, cx.occupied) & attacks.by[PieceType::Rook.index()]
        }
        _ => Bitboard::EMPTY,
    }
}

/// Returns the squares that pawns of `S` attack after a safe single or double push. A push is
/// safe if no enemy attacks the target square. It is also safe if `S` defends the square and no
/// enemy pawn attacks it.
fn push_attacks<S: Side>(cx: &EvalContext) -> Bitboard {
    let (attacks, defenses) = (cx.attacks::<S>(), cx.attacks::<S::Opponent>());
    let free = !cx.occupied;
    let single = cx.pieces::<S>(PieceType::Pawn).forward(S::COLOR) & free;
    let skipped = single & S::COLOR.skipped_rank().bitboard();
    let double = skipped.forward(S::COLOR) & free;
    let safe = !defenses.by[PieceType::Pawn.index()] & (attacks.all | !defenses.all);
    pawns_attacks(S::COLOR, (single | double) & safe)
}
