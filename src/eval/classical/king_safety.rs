//! King safety: how many pieces attack the squares around a king, and how well it is defended.
//!
//! Attacks are counted in units of danger. Danger is not linear: each further attacker adds more
//! than the one before; see [`danger_score`](super::tally::danger_score).
//! See <https://www.chessprogramming.org/King_Safety>.

use super::context::EvalContext;
use super::spans::FileSet;
use super::tally::Tally;
use crate::chess::Side;
use crate::chess::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use crate::chess::{Bitboard, PieceType};

/// Adds up the danger that `S` poses to the enemy king: weak squares in the king's zone, files near
/// the king that contain no pawn of the defender, and safe checks. The mobility term has already
/// added the danger of each attacking piece.
pub(super) fn king_attack<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let (ours, theirs) = (cx.attacks::<S>(), cx.attacks::<S::Opponent>());
    let zone = cx.king_zone::<S::Opponent>();
    // A weak square is attacked, and either undefended or defended only once, by the king or a
    // queen.
    let queens_and_king = theirs.by[PieceType::Queen.index()] | theirs.by[PieceType::King.index()];
    let weak = ours.all & !theirs.twice & (!theirs.all | queens_and_king);

    tally.add_danger::<S>(|w| w.danger_base, 1);
    let no_queen = cx.ours::<S>(PieceType::Queen).is_empty();
    tally.add_danger::<S>(|w| w.danger_no_queen, i32::from(no_queen));
    let weak_squares = (zone & weak).count() as i32;
    tally.add_danger::<S>(|w| w.danger_weak_square, weak_squares);
    let closed = cx.pawn_files[S::Opponent::COLOR.index()];
    let open = FileSet::around(cx.king::<S::Opponent>()).count_without(closed);
    tally.add_danger::<S>(|w| w.danger_open_file, open as i32);

    // A check is safe if the checking piece cannot be captured without loss.
    let safe = !cx.board.of_color(S::COLOR) & (!theirs.all | (weak & ours.twice));
    for (kind, from) in checking_squares::<S>(cx) {
        let checks = from & safe & ours.by[kind.index()];
        tally.add_danger::<S>(
            |w| w.danger_safe_check[kind.index() - 1],
            checks.count() as i32,
        );
    }
}

/// Returns, by piece type, the squares from which a piece of `S` would give check. Enemy queens
/// do not count as blockers: a queen that is attacked in front of its king usually has to move.
fn checking_squares<S: Side>(cx: &EvalContext) -> [(PieceType, Bitboard); 4] {
    let king = cx.king::<S::Opponent>();
    let occupied = cx.occupied & !cx.ours::<S::Opponent>(PieceType::Queen);
    let diagonal = bishop_attacks(king, occupied);
    let orthogonal = rook_attacks(king, occupied);
    [
        (PieceType::Knight, knight_attacks(king)),
        (PieceType::Bishop, diagonal),
        (PieceType::Rook, orthogonal),
        (PieceType::Queen, diagonal | orthogonal),
    ]
}
