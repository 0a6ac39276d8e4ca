//! Knowledge about endgames.
//!
//! `known_score` replaces the output of the network, and `scale_factor` reduces it in endgames that
//! an advantage seldom wins. Both cost almost nothing in the middlegame.

mod kpk;
mod mating;
mod scaling;
mod values;

pub(super) use mating::known_score;
pub use scaling::FULL_SCALE;
pub(super) use scaling::scale_factor;
pub use values::{KNOWN_WIN, piece_value};
