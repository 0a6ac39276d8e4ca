//! Exchange values of the pieces, the game phase, and the score of a known win.

use crate::chess::{Board, PieceType};
use crate::score::Score;

/// Value of each piece type in an exchange, in centipawns. Move ordering and static exchange
/// evaluation use these fixed values; tuning the weights does not change them. The king is never
/// exchanged, so it has no value.
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

/// Returns the value of a piece in an exchange, in centipawns.
#[inline]
pub const fn piece_value(kind: PieceType) -> Score {
    PIECE_VALUES[kind.index()]
}
