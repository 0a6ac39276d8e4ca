//! The safety of kings: the pawns before them, and the pieces that come near.
//!
//! Attacks are counted in units of danger; the more there are, the more each is worth.
//! See <https://www.chessprogramming.org/King_Safety>.

use super::context::Context;
use super::spans::Files;
use super::tally::Tally;
use crate::chess::Side;
use crate::chess::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use crate::chess::{Bitboard, PieceType};

/// The danger that `S` is to the enemy king, but for what each attacker adds by itself,
/// which the mobility term has seen.
pub(super) fn king_attack<S: Side, T: Tally>(cx: &Context, tally: &mut T) {
    let (ours, theirs) = (cx.attacks::<S>(), cx.attacks::<S::Opponent>());
    let zone = cx.king_zone::<S::Opponent>();
    let queens_and_king = theirs.by[PieceType::Queen.index()] | theirs.by[PieceType::King.index()];
    let weak = ours.all & !theirs.twice & (!theirs.all | queens_and_king);

    tally.endanger::<S>(|w| w.danger_base, 1);
    let no_queen = cx.ours::<S>(PieceType::Queen).is_empty();
    tally.endanger::<S>(|w| w.danger_without_queen, i32::from(no_queen));
    let weak_squares = (zone & weak).count() as i32;
    tally.endanger::<S>(|w| w.danger_weak_square, weak_squares);
    let closed = cx.pawn_files[S::Opponent::COLOR.index()];
    let open = Files::about(cx.king::<S::Opponent>()).count_without(closed);
    tally.endanger::<S>(|w| w.danger_open_file, open as i32);

    // A check is safe where the piece that gives it is not lost.
    let safe = !cx.board.of_color(S::COLOR) & (!theirs.all | (weak & ours.twice));
    for (kind, from) in checking_squares::<S>(cx) {
        let checks = from & safe & ours.by[kind.index()];
        tally.endanger::<S>(
            |w| w.danger_safe_check[kind.index() - 1],
            checks.count() as i32,
        );
    }
}

/// Where pieces of each kind would give check to the enemy king of `S`. Its queens are no
/// shield: they would have to move.
fn checking_squares<S: Side>(cx: &Context) -> [(PieceType, Bitboard); 4] {
    let king = cx.king::<S::Opponent>();
    let occupied = cx.occupied & !cx.ours::<S::Opponent>(PieceType::Queen);
    let diagonal = bishop_attacks(king, occupied);
    let straight = rook_attacks(king, occupied);
    [
        (PieceType::Knight, knight_attacks(king)),
        (PieceType::Bishop, diagonal),
        (PieceType::Rook, straight),
        (PieceType::Queen, diagonal | straight),
    ]
}
