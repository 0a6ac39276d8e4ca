//! Values of the pieces in known endgames, the game phase, and the score of a known win.

use crate::chess::{Board, PieceType};
use crate::score::Score;

/// Value of each piece type, in centipawns, in the scores of known endgames and the picture of
/// `ferz eval`. Tuning the weights does not change them. The search has its own values
/// (`search::see::values`).
const PIECE_VALUES: [Score; 6] = [82, 325, 340, 470, 980, 0];

/// Minimum score of an endgame that is known to be won, in centipawns: above practically all other
/// evaluations, and far below mate scores.
pub const KNOWN_WIN: Score = 10_000;

/// Game phase of the initial position. A minor piece counts 1, a rook 2, a queen 4.
pub const FULL_PHASE: i32 = 24;

/// Returns the game phase: [`FULL_PHASE`] with all pieces on the board, 0 with only kings and
/// pawns.
pub fn phase(board: &Board) -> i32 {
    let count = |kind| board.of_type(kind).count() as i32;
    let minors = count(PieceType::Knight) + count(PieceType::Bishop);
    let phase = minors + 2 * count(PieceType::Rook) + 4 * count(PieceType::Queen);
    phase.min(FULL_PHASE)
}

/// Returns the value of a piece type in known endgames, in centipawns; 0 for the king.
#[inline]
pub const fn piece_value(kind: PieceType) -> Score {
    PIECE_VALUES[kind.index()]
}
