//! Endings that are drawn more often than the lead of one side suggests.
//!
//! Who leads needs pawns to win, or enough pieces to mate; and some pawns cannot be brought
//! through. See <https://www.chessprogramming.org/Endgame#Drawish_Endgames>.

use crate::chess::{Bitboard, Board, Color, File, PieceType, Square};
use crate::chess::{Black, White};
use crate::eval::classical::spans::{beside, passed_pawns};
use crate::eval::classical::tapered::Tapered;
use crate::score::Score;

/// The scale of an ending in which a lead is worth what it seems.
pub(in crate::eval) const FULL_SCALE: i32 = 64;

/// With more men on the board than this, it is no ending.
const MOST_MEN: u32 = 20;

/// Who has no pawn and no more than a minor piece more wins by mistakes alone.
const TOO_LITTLE: i32 = 6;

/// One bishop each, on squares of different colors, and pawns: the leader's pawns are
/// stopped on the color that its bishop does not see.
const PURE_OPPOSITE_BISHOPS: i32 = 20;

/// What each passed pawn of the leader adds to that: two of them may be too many to stop.
const OPPOSITE_BISHOPS_PASSED_PAWN: i32 = 6;

/// Bishops on different colors among other pieces: a drawish tendency, no more.
const OPPOSITE_BISHOPS: i32 = 48;

/// The fewer pawns the leader has, the easier the last one is traded or stopped.
const WITH_ONE_PAWN: i32 = 44;

/// What each pawn more adds to that.
const PER_PAWN: i32 = 6;

/// The sum of all terms, from White's view, with no more of its endgame half than the side
/// that leads there can hope to turn into a win.
#[inline]
pub(in crate::eval) fn scaled(board: &Board, total: Tapered) -> Tapered {
    let factor = factor(board, total.endgame());
    if factor == FULL_SCALE {
        return total;
    }
    Tapered::new(total.middlegame(), total.endgame() * factor / FULL_SCALE)
}

/// How much of the endgame half of a score from White's view counts, in parts of
/// [`FULL_SCALE`].
pub(in crate::eval) fn factor(board: &Board, endgame: Score) -> i32 {
    let strong = if endgame > 0 {
        Color::White
    } else {
        Color::Black
    };
    scale(board, strong)
}

/// What part of its lead in the endgame the side `strong` can hope to turn into a win, out
/// of [`FULL_SCALE`].
#[inline]
fn scale(board: &Board, strong: Color) -> i32 {
    if board.occupied().count() > MOST_MEN {
        FULL_SCALE
    } else {
        scale_of_ending(board, strong)
    }
}

fn scale_of_ending(board: &Board, strong: Color) -> i32 {
    let pawns = board.of(strong, PieceType::Pawn);
    if pawns.is_empty() {
        return scale_without_pawns(board, strong);
    }
    if is_rook_pawn_draw(board, strong, pawns) {
        return 0;
    }
    let by_pawns = WITH_ONE_PAWN + PER_PAWN * (pawns.count() as i32 - 1);
    by_pawns
        .min(scale_by_bishops(board, strong))
        .min(FULL_SCALE)
}

/// Pieces in the usual count of 3 for a minor piece, 5 for a rook, 9 for a queen.
fn points(board: &Board, color: Color) -> u32 {
    let count = |kind| board.of(color, kind).count();
    3 * (count(PieceType::Knight) + count(PieceType::Bishop))
        + 5 * count(PieceType::Rook)
        + 9 * count(PieceType::Queen)
}

/// Without pawns it takes more than a minor piece to win, be it all there is (nobody mates
/// with one, or by force with two knights) or the lead (rook against bishop, rook and
/// bishop against rook).
fn scale_without_pawns(board: &Board, strong: Color) -> i32 {
    let (ours, theirs) = (points(board, strong), points(board, !strong));
    let pieces = board.of_color(strong) & !board.of_type(PieceType::King);
    let only_knights = (pieces & !board.of_type(PieceType::Knight)).is_empty();
    if ours <= 3 || only_knights && ours <= 6 {
        0
    } else if ours <= theirs + 3 {
        TOO_LITTLE
    } else {
        FULL_SCALE
    }
}

/// Whether all that is left to win with are pawns on one file at the edge, and bishops that
/// do not see the square where they promote, and the other king cannot be driven from
/// there: it is stalemated before it is mated.
///
/// ```text
/// k . . . . . . .
/// . . . . . . . .
/// P K . . . . . .
/// . . . . B . . .
/// ```
fn is_rook_pawn_draw(board: &Board, strong: Color, pawns: Bitboard) -> bool {
    let Some(file) = [File::A, File::H]
        .into_iter()
        .find(|file| (pawns & !file.bitboard()).is_empty())
    else {
        return false;
    };
    let corner = Square::new(file, strong.promotion_rank());
    let bishops = board.of(strong, PieceType::Bishop);
    let king = board.king(strong).bitboard();
    board.of_color(strong) == pawns | bishops | king
        && !bishops.intersects(same_color(corner))
        && board.king(!strong).distance(corner) <= 1
}

/// All squares of the color of this one.
fn same_color(square: Square) -> Bitboard {
    if Bitboard::DARK.contains(square) {
        Bitboard::DARK
    } else {
        !Bitboard::DARK
    }
}

fn scale_by_bishops(board: &Board, strong: Color) -> i32 {
    let bishops = board.of_type(PieceType::Bishop);
    let (ours, theirs) = (
        bishops & board.of_color(strong),
        bishops & board.of_color(!strong),
    );
    let opposite = ours.count() == 1
        && theirs.count() == 1
        && ours.intersects(Bitboard::DARK) != theirs.intersects(Bitboard::DARK);
    if !opposite {
        return FULL_SCALE;
    }
    if points(board, strong) == 3 && points(board, !strong) == 3 {
        let passed = clear_passed_pawns(board, strong).count() as i32;
        PURE_OPPOSITE_BISHOPS + OPPOSITE_BISHOPS_PASSED_PAWN * passed
    } else {
        OPPOSITE_BISHOPS
    }
}

/// The passed pawns of a color, without those that stand beside an enemy pawn.
fn clear_passed_pawns(board: &Board, color: Color) -> Bitboard {
    let (ours, theirs) = (
        board.of(color, PieceType::Pawn),
        board.of(!color, PieceType::Pawn),
    );
    let passed = match color {
        Color::White => passed_pawns::<White>(ours, theirs),
        Color::Black => passed_pawns::<Black>(ours, theirs),
    };
    passed & !beside(theirs)
}
