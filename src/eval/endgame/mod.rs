//! Knowledge about endgames that a sum of terms cannot express.
//!
//! * `mating`: endgames against a lone king: whether they are won, and how close they are to mate.
//! * `kpk`: the bitbase of king and pawn against king.
//! * `scaling`: drawish endgames, in which an advantage counts less.
//!
//! `known_score` replaces the evaluation, `scale_endgame` reduces its endgame value. Both test the
//! number of pieces first, so they cost almost nothing in the middlegame.
//! See <https://www.chessprogramming.org/Endgame>.

mod kpk;
mod mating;
mod scaling;

pub use super::values::KNOWN_WIN;
pub(super) use mating::known_score;
pub use scaling::FULL_SCALE;
pub(super) use scaling::{scale_endgame, scale_factor};
