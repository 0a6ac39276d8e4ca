//! Knowledge about endgames that a sum of terms cannot express.
//!
//! * `mating`: endgames against a lone king: whether they are won, and how close they are to mate.
//! * `kpk`: the bitbase of king and pawn against king.
//! * `one_piece`: one piece against a weaker one, such as queen against rook.
//! * `scaling`: drawish endgames, in which an advantage counts less.
//!
//! `known_score` replaces the evaluation, `scale_endgame` reduces its endgame value. Both test the
//! number of pieces first, so they cost almost nothing in the middlegame.
//! See <https://www.chessprogramming.org/Endgame>.

mod kpk;
mod mating;
mod one_piece;
mod scaling;

pub use super::values::KNOWN_WIN;
pub use scaling::FULL_SCALE;
pub(super) use scaling::{scale_endgame, scale_factor};

use crate::chess::Board;
use crate::score::Score;

/// Returns the score from the view of the side to move in endgames that the terms do not describe
/// well: against a lone king, if it is known without a search, and of one piece against a weaker one.
/// `None` in all other positions.
#[inline]
pub(super) fn known_score(board: &Board) -> Option<Score> {
    mating::known_score(board).or_else(|| one_piece::score(board))
}
