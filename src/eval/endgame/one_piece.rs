//! Endgames of one piece against a weaker one, without pawns, such as queen against rook.
//!
//! Other evaluations hardly change on the way to the win, so a search alone seldom wins within fifty
//! moves. Here the score rewards progress: the weaker king is driven to the edge of the board and away
//! from its piece, and the other king approaches it. Most endgames of a rook against a minor piece are
//! drawn, so their material counts little.
//! See <https://www.chessprogramming.org/Mop-up_Evaluation>.

use super::mating::{closeness, distance_from_center};
use crate::chess::{Board, Color, PieceType, Square};
use crate::eval::values::piece_value;
use crate::score::Score;

/// Number of pieces on the board, kings included.
const PIECES: u32 = 4;

/// Bonus per step of the weaker king away from the center, in centipawns.
const EDGE_BONUS: Score = 15;

/// Bonus per king move by which the stronger king is nearer to the weaker king, in centipawns.
const KING_DISTANCE_BONUS: Score = 10;

/// Bonus per king move by which the weaker king is farther from its piece, in centipawns.
const SEPARATION_BONUS: Score = 6;

/// Divisor of the difference in material if a rook is ahead of a minor piece.
const ROOK_DIVISOR: Score = 8;

/// Returns the score from the view of the side to move, if each side has one piece beside its king:
/// a queen against a weaker piece, or a rook against a minor piece. `None` in all other positions.
#[inline]
pub(super) fn score(board: &Board) -> Option<Score> {
    if board.occupied().count() != PIECES {
        return None;
    }
    let us = board.side_to_move();
    let [ours, theirs] = [only_piece(board, us)?, only_piece(board, !us)?];
    if is_stronger(ours.0, theirs.0) {
        Some(advantage(board, us, ours, theirs))
    } else if is_stronger(theirs.0, ours.0) {
        Some(-advantage(board, !us, theirs, ours))
    } else {
        None
    }
}

/// Returns the piece of `color` beside its king, if it is only one, and its square.
fn only_piece(board: &Board, color: Color) -> Option<(PieceType, Square)> {
    let pieces = board.of_color(color) & !board.of_type(PieceType::King);
    let square = pieces.first().filter(|_| !pieces.more_than_one())?;
    Some((board.piece_type_at(square)?, square))
}

/// Returns whether `ours` is a queen or a rook, and `theirs` a weaker piece, not a pawn.
const fn is_stronger(ours: PieceType, theirs: PieceType) -> bool {
    use PieceType::{Bishop, Knight, Queen, Rook};
    matches!(
        (ours, theirs),
        (Queen, Rook | Bishop | Knight) | (Rook, Bishop | Knight)
    )
}

/// Returns the score from the view of `strong`, whose piece is `ours`.
fn advantage(
    board: &Board,
    strong: Color,
    ours: (PieceType, Square),
    theirs: (PieceType, Square),
) -> Score {
    let (king, weak) = (board.king(strong), board.king(!strong));
    let material = piece_value(ours.0) - piece_value(theirs.0);
    let divisor = if ours.0 == PieceType::Rook {
        ROOK_DIVISOR
    } else {
        1
    };
    material / divisor
        + EDGE_BONUS * distance_from_center(weak)
        + KING_DISTANCE_BONUS * closeness(king, weak)
        + SEPARATION_BONUS * theirs.1.distance(weak) as Score
}
