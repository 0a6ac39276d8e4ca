//! The hand-crafted evaluation: a sum of terms, each a documented function with tapered weights.
//!
//! [`layout`] declares the weights; [`weights`] contains their values. `terms` calls all terms, and
//! a [`tally`] adds them up, as a score or as feature counts.

mod context;
mod king_safety;
pub mod layout;
mod mobility;
pub(super) mod pawns;
pub(super) mod spans;
pub mod tally;
pub mod tapered;
pub(super) mod terms;
mod threats;
pub mod weights;
