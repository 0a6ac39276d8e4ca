//! Knowledge about endgames that a sum of terms cannot express.
//!
//! * `mating`: a lone king against mating material: whether the endgame is won, and how to drive
//!   the king to where it is mated.
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
pub(super) use scaling::{FULL_SCALE, scale_endgame, scale_factor};
