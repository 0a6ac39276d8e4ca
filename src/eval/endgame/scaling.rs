//! Scaling of drawish endgames, in which an advantage is hard to convert into a win.
//!
//! The stronger side needs pawns or enough pieces to mate, and some pawns cannot be promoted. Other
//! drawish endgames are left to the network. With bishops on opposite colors it scores too much, but to
//! scale that did not gain (`lab/log/networks.md`).

use crate::chess::{Bitboard, Board, Color, File, PieceType, Square};
use crate::score::Score;

/// Unit of the scale factors, and the factor if the output of the network counts in full.
pub const FULL_SCALE: i32 = 64;

/// Scale for a side without pawns that is at most a minor piece ahead: it rarely wins.
const NO_PAWNS_SCALE: i32 = 6;

/// Returns the scale factor of `score`, an evaluation from the view of the side to move, in units
/// of 1/[`FULL_SCALE`].
#[inline]
pub(in crate::eval) fn scale_factor(board: &Board, score: Score) -> i32 {
    let us = board.side_to_move();
    let strong = if score > 0 { us } else { !us };
    let pawns = board.of(strong, PieceType::Pawn);
    if pawns.is_empty() {
        scale_without_pawns(board, strong)
    } else if is_rook_pawn_draw(board, strong, pawns) {
        0
    } else {
        FULL_SCALE
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endgames_without_winning_material_are_scaled_for_the_side_that_is_ahead() {
        for (fen, white, black) in [
            // Pawns, but not on one file at the edge.
            ("4k3/1p6/8/8/8/8/P6P/4K3 w - - 0 1", 64, 64),
            // A side without pawns: with a knight, two knights, a bishop ahead, a rook ahead.
            ("4k3/1p6/8/8/8/8/8/4K2N w - - 0 1", 0, 64),
            ("4k3/1p6/8/8/8/8/8/4K1NN w - - 0 1", 0, 64),
            ("4k2r/1p6/8/8/8/8/8/4K1BR w - - 0 1", 6, 64),
            ("4k2r/1p6/8/8/8/8/8/4K1RR w - - 0 1", 64, 64),
            // Rook pawns with bishops that do not attack the corner, and with one that does.
            ("7k/8/7P/6KP/8/8/8/3B4 w - - 0 1", 0, 0),
            ("7k/8/7P/6KP/8/8/8/2B5 w - - 0 1", 64, 0),
            // The king is not at the corner, or another piece helps.
            ("5k2/8/7P/6KP/8/8/8/3B4 w - - 0 1", 64, 0),
            ("7k/8/7P/6KP/8/8/8/3BN3 w - - 0 1", 64, 0),
        ] {
            let board: Board = fen.parse().expect("a legal position");
            assert_eq!(scale_factor(&board, 100), white, "{fen}");
            assert_eq!(scale_factor(&board, -100), black, "{fen}");
            assert_eq!(scale_factor(&board.flipped(), 100), white, "{fen}");
        }
    }
}
