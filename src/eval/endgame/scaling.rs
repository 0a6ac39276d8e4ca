//! Scaling of drawish endgames, in which an advantage is hard to convert into a win.
//!
//! The stronger side needs pawns or enough pieces to mate, and some pawns cannot be promoted.

use crate::chess::{Bitboard, Black, Board, Color, File, PieceType, Square, White};
use crate::eval::classical::spans::{beside, passed_pawns};
use crate::eval::classical::tapered::Tapered;
use crate::score::Score;

/// Unit of the scale factors, and the factor if the endgame value counts in full.
pub const FULL_SCALE: i32 = 64;

/// Positions with more pieces than this, pawns and kings included, are not scaled.
const MAX_PIECES: u32 = 20;

/// Scale for a side without pawns that is at most a minor piece ahead: it rarely wins.
const NO_PAWNS_SCALE: i32 = 6;

/// Scale if each side has only one bishop and pawns, and the bishops are on opposite colors: the
/// defender blocks the pawns on squares that the other bishop cannot attack.
const PURE_OPPOSITE_BISHOPS_SCALE: i32 = 20;

/// Increase of [`PURE_OPPOSITE_BISHOPS_SCALE`] per passed pawn of the stronger side: the defender
/// may be unable to stop two of them.
const OPPOSITE_BISHOPS_PASSED_PAWN: i32 = 6;

/// Scale if the bishops are on opposite colors and there are other pieces: slightly drawish.
const OPPOSITE_BISHOPS_SCALE: i32 = 48;

/// Scale if the stronger side has one pawn: it is easy to exchange or to stop.
const ONE_PAWN_SCALE: i32 = 44;

/// Increase of [`ONE_PAWN_SCALE`] per additional pawn.
const EXTRA_PAWN: i32 = 6;

/// Returns `total`, the sum of all terms from White's view, with its endgame value reduced in
/// drawish endgames.
#[inline]
pub(in crate::eval) fn scale_endgame(board: &Board, total: Tapered) -> Tapered {
    let factor = scale_factor(board, total.endgame());
    if factor == FULL_SCALE {
        return total;
    }
    Tapered::new(total.middlegame(), total.endgame() * factor / FULL_SCALE)
}

/// Returns the scale factor of `endgame`, an endgame value from White's view, in units of
/// 1/[`FULL_SCALE`].
#[inline]
pub(in crate::eval) fn scale_factor(board: &Board, endgame: Score) -> i32 {
    if board.occupied().count() > MAX_PIECES {
        return FULL_SCALE;
    }
    let is_white = endgame > 0;
    let strong = if is_white { Color::White } else { Color::Black };
    scale_of_endgame(board, strong)
}

/// Returns the scale factor of a position with at most [`MAX_PIECES`] pieces, if the endgame value
/// favors `strong`.
fn scale_of_endgame(board: &Board, strong: Color) -> i32 {
    let pawns = board.of(strong, PieceType::Pawn);
    if pawns.is_empty() {
        return scale_without_pawns(board, strong);
    }
    if is_rook_pawn_draw(board, strong, pawns) {
        return 0;
    }
    let by_pawns = ONE_PAWN_SCALE + EXTRA_PAWN * (pawns.count() as i32 - 1);
    by_pawns
        .min(scale_by_bishops(board, strong))
        .min(FULL_SCALE)
}

/// Returns the material of `color` without pawns, in points: 3 for a minor piece, 5 for a rook, 9
/// for a queen.
fn points(board: &Board, color: Color) -> u32 {
    let count = |kind| board.of(color, kind).count();
    3 * (count(PieceType::Knight) + count(PieceType::Bishop))
        + 5 * count(PieceType::Rook)
        + 9 * count(PieceType::Queen)
}

/// Returns the scale factor for a side without pawns.
///
/// A single minor piece cannot mate, and two knights cannot force mate. A side that is only a
/// minor piece ahead rarely wins, for example rook against bishop, or rook and bishop against
/// rook.
fn scale_without_pawns(board: &Board, strong: Color) -> i32 {
    let (ours, theirs) = (points(board, strong), points(board, !strong));
    let pieces = board.of_color(strong) & !board.of_type(PieceType::King);
    let only_knights = (pieces & !board.of_type(PieceType::Knight)).is_empty();
    if ours <= 3 || only_knights && ours <= 6 {
        0
    } else if ours <= theirs + 3 {
        NO_PAWNS_SCALE
    } else {
        FULL_SCALE
    }
}

/// Returns whether the position is the draw of the wrong rook pawn: `strong` has only pawns on
/// one edge file and bishops that cannot attack the promotion square, and the enemy king is on
/// that square or next to it. The king cannot be driven out, only stalemated.
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

/// Returns all squares of the same color as `square`.
fn same_color(square: Square) -> Bitboard {
    if Bitboard::DARK.contains(square) {
        Bitboard::DARK
    } else {
        !Bitboard::DARK
    }
}

/// Returns the scale factor for bishops on opposite colors, [`FULL_SCALE`] in other endgames.
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
        PURE_OPPOSITE_BISHOPS_SCALE + OPPOSITE_BISHOPS_PASSED_PAWN * passed
    } else {
        OPPOSITE_BISHOPS_SCALE
    }
}

/// Returns the passed pawns of `color`, except those directly beside an enemy pawn. If two passed
/// pawns are on one file, both are included, unlike in the pawn structure.
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
