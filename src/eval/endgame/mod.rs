//! What is known about endings, beyond what adding up terms can say.
//!
//! * `mating`: a lone king against material that mates, and how to drive it there;
//! * `kpk`: king and pawn against king, exactly, from a table;
//! * `scaling`: endings in which a lead is worth little.
//!
//! `known` judges a position by itself, `scaled` takes from the evaluation's endgame half
//! what cannot be won. Both look at the number of men first, so that they cost next to
//! nothing while there are many. See <https://www.chessprogramming.org/Endgame>.

mod kpk;
mod mating;
mod scaling;

pub use super::values::KNOWN_WIN;
pub(super) use mating::known;
pub(super) use scaling::{FULL_SCALE, factor, scaled};
