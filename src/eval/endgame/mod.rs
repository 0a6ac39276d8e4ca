//! Knowledge about endgames that a sum of terms cannot express.
//!
//! `known_score` replaces the evaluation, `scale_endgame` reduces its endgame value in drawish
//! endgames. Both test the number of pieces first, so they cost almost nothing in the middlegame.

mod kpk;
mod mating;
mod scaling;

pub use super::values::KNOWN_WIN;
pub(super) use mating::known_score;
pub use scaling::FULL_SCALE;
pub(super) use scaling::{scale_endgame, scale_factor};
