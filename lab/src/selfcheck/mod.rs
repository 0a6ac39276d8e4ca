//! Random games in which the move generator is compared with the reference generator, and with
//! itself.
//!
//! Perft finds errors in the trees of a few chosen positions. Random games reach many others. The
//! modules, in reading order:
//!
//! * [`Check`]: the comparisons;
//! * [`Reference`]: the interface of the reference generator;
//! * [`Inspection`]: the comparisons in one position;
//! * `game`: one game, with moves that make rare rules occur early;
//! * [`run()`]: many games on several threads.
//!
//! See <https://www.chessprogramming.org/Engine_Testing#bugs>.

mod check;
mod counts;
mod game;
mod inspection;
mod reference;
mod report;
mod run;

pub use check::{Check, Mismatch, Occurrence};
pub use counts::CheckCounts;
pub use inspection::Inspection;
pub use reference::Reference;
pub use report::{CheckFailure, SelfcheckReport, SelfcheckSettings};
pub use run::run;
