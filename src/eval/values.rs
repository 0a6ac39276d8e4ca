//! Values of the pieces in exchanges, and the phase of the game.
//! See <https://www.chessprogramming.org/Point_Value> and
//! <https://www.chessprogramming.org/Tapered_Eval>.

use crate::chess::{Board, PieceType};
use crate::score::Score;

/// What a piece of each type is worth in an exchange, in centipawns: round figures that
/// ordering moves and counting exchanges need, and that tuning the weights leaves alone.
/// The king is never traded.
const PIECE_VALUES: [Score; 6] = [82, 325, 340, 470, 980, 0];

/// The least score of an ending that is won by what is known of it, in centipawns: above
/// what material alone is worth, and far below a mate.
pub const KNOWN_WIN: Score = 10_000;

/// The phase of the initial position, in minor pieces: a rook counts two, a queen four.
pub const FULL_PHASE: i32 = 24;

/// How much of the middlegame's material is left: [`FULL_PHASE`] down to 0.
#[must_use]
pub fn phase(board: &Board) -> i32 {
    let count = |kind| board.of_type(kind).count() as i32;
    let minors = count(PieceType::Knight) + count(PieceType::Bishop);
    let phase = minors + 2 * count(PieceType::Rook) + 4 * count(PieceType::Queen);
    phase.min(FULL_PHASE)
}

/// The value of a piece in an exchange, in centipawns: what captures are ordered by.
#[inline]
#[must_use]
pub const fn piece_value(kind: PieceType) -> Score {
    PIECE_VALUES[kind.index()]
}
