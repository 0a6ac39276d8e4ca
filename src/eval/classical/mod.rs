//! The hand-crafted evaluation: a sum of terms, each a documented function with tapered weights.
//!
//! [`layout`] declares the weights and [`weights`] has their values. The terms of `pawns` and
//! the kings' shelters are kept in the pawn table; those of `material`, `mobility`, `pieces`,
//! `passed`, `threats` and `king_safety` read a `context`. A [`tally`] adds them up.
//! See <https://www.chessprogramming.org/Evaluation>.

mod context;
mod king_safety;
pub mod layout;
mod material;
mod mobility;
mod passed;
pub(super) mod pawn_table;
mod pawns;
mod pieces;
mod shelter;
pub(super) mod spans;
pub mod tally;
pub mod tapered;
pub(super) mod terms;
mod threats;
pub mod weights;
