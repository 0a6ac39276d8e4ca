//! King safety: how many pieces attack the squares around a king, and how well it is defended.
//!
//! Attacks are counted in units of danger. Danger is not linear: each further attacker adds more
//! than the one before; see [`danger_score`](super::tally::danger_score).
//! See <https://www.chessprogramming.org/King_Safety>.

use super::context::EvalContext;
use super::spans::FileSet;
use super::tally::Tally;
use crate::chess::attacks::{between, bishop_attacks, knight_attacks, rook_attacks};
use crate::chess::{Bitboard, Color, PieceType, Side};

/// Adds up the danger that `S` poses to the enemy king: a base value, the lack of a queen, weak
/// squares in the king's zone, files near the king that contain no pawn of the defender, squares of
/// the king's flank that the defender attacks, pieces between sliders and the king, and checks. The
/// mobility term has already added the danger of each attacking piece.
pub(super) fn add_king_attack<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let (ours, theirs) = (cx.attacks::<S>(), cx.attacks::<S::Opponent>());
    let king = cx.king::<S::Opponent>();
    // A weak square is attacked, and either undefended or defended only once, by the king or a
    // queen.
    let queens_and_king = theirs.by[PieceType::Queen.index()] | theirs.by[PieceType::King.index()];
    let weak = ours.all & !theirs.twice & (!theirs.all | queens_and_king);

    tally.add_danger::<S>(|w| w.danger_base, 1);
    let no_queen = cx.pieces::<S>(PieceType::Queen).is_empty();
    tally.add_danger::<S>(|w| w.danger_no_queen, i32::from(no_queen));
    let weak_squares = (cx.king_zone::<S::Opponent>() & weak).count() as i32;
    tally.add_danger::<S>(|w| w.danger_weak_square, weak_squares);
    let closed = cx.pawn_files[S::Opponent::COLOR.index()];
    let open = FileSet::around(king).count_without(closed);
    tally.add_danger::<S>(|w| w.danger_open_file, open as i32);
    let flank = FileSet::flank(king).squares() & camp::<S::Opponent>();
    let defended = (flank & theirs.all).count() as i32;
    tally.add_danger::<S>(|w| w.danger_flank_defense, defended);
    let blockers = blockers::<S>(cx).count() as i32;
    tally.add_danger::<S>(|w| w.danger_blocker, blockers);
    add_checks::<S, T>(cx, weak, tally);
}

/// Adds the danger of squares from which `S` can give check. A check is safe if the checking piece
/// cannot be captured without loss: nothing defends the square, or it is one of the `weak` squares
/// and another piece of `S` attacks it, too. Unsafe checks are counted by square, once for all
/// piece types.
fn add_checks<S: Side, T: Tally>(cx: &EvalContext, weak: Bitboard, tally: &mut T) {
    let (ours, theirs) = (cx.attacks::<S>(), cx.attacks::<S::Opponent>());
    let safe = !theirs.all | (weak & ours.twice);
    let mut unsafe_checks = Bitboard::EMPTY;
    for (kind, from) in checking_squares::<S>(cx) {
        let checks = from & ours.by[kind.index()] & !cx.board.of_color(S::COLOR);
        let safe_checks = (checks & safe).count() as i32;
        tally.add_danger::<S>(|w| w.danger_safe_check[kind.index() - 1], safe_checks);
        unsafe_checks |= checks & !safe;
    }
    let unsafe_checks = unsafe_checks.count() as i32;
    tally.add_danger::<S>(|w| w.danger_unsafe_check, unsafe_checks);
}

/// Returns the back rank of `S` and the four ranks in front of it.
fn camp<S: Side>() -> Bitboard {
    const THREE_RANKS: u64 = 0xff_ffff;
    match S::COLOR {
        Color::White => !Bitboard(THREE_RANKS << 40),
        Color::Black => !Bitboard(THREE_RANKS),
    }
}

/// Returns the pieces of both sides that are alone between a slider of `S` and the enemy king.
/// Pieces of the enemy are pinned; a piece of `S` gives a discovered check when it moves away.
fn blockers<S: Side>(cx: &EvalContext) -> Bitboard {
    let king = cx.king::<S::Opponent>();
    let diagonal = bishop_attacks(king, Bitboard::EMPTY) & cx.board.diagonal_sliders(S::COLOR);
    let orthogonal = rook_attacks(king, Bitboard::EMPTY) & cx.board.orthogonal_sliders(S::COLOR);
    let mut blockers = Bitboard::EMPTY;
    for slider in diagonal | orthogonal {
        let between = between(king, slider) & cx.occupied;
        if !between.more_than_one() {
            blockers |= between;
        }
    }
    blockers
}

/// Returns, by piece type, the squares from which a piece of `S` would give check. Enemy queens
/// do not count as blockers: a queen that is attacked in front of its king usually has to move.
fn checking_squares<S: Side>(cx: &EvalContext) -> [(PieceType, Bitboard); 4] {
    let king = cx.king::<S::Opponent>();
    let occupied = cx.occupied & !cx.pieces::<S::Opponent>(PieceType::Queen);
    let diagonal = bishop_attacks(king, occupied);
    let orthogonal = rook_attacks(king, occupied);
    [
        (PieceType::Knight, knight_attacks(king)),
        (PieceType::Bishop, diagonal),
        (PieceType::Rook, orthogonal),
        (PieceType::Queen, diagonal | orthogonal),
    ]
}
