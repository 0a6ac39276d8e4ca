//! The hand-crafted evaluation: a sum of terms, each a documented function with tapered weights.
//!
//! * [`layout`] declares the weights; [`weights`] contains their values.
//! * `terms` calls all terms. Those of `pawns` and `shelter` depend only on pawns and kings, so
//!   `pawn_table` caches them. Those of `material`, `mobility`, `pieces`, `passed`, `threats` and
//!   `king_safety` read a `context` with the attack maps of both sides.
//! * A [`tally`] adds the terms up, as a score or as feature counts.
//!
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
