//! Values of the pieces in known endgames, and the score of a known win.

use crate::chess::PieceType;
use crate::score::Score;

/// Value of each piece type, in centipawns, in the scores of known endgames and the picture of
/// `ferz eval`. The search has its own values (`search::see::values`).
const PIECE_VALUES: [Score; 6] = [82, 325, 340, 470, 980, 0];

/// Minimum score of an endgame that is known to be won, in centipawns: above practically all other
/// evaluations, and far below mate scores.
pub const KNOWN_WIN: Score = 10_000;

/// Returns the value of a piece type in known endgames, in centipawns; 0 for the king.
#[inline]
pub const fn piece_value(kind: PieceType) -> Score {
    PIECE_VALUES[kind.index()]
}
