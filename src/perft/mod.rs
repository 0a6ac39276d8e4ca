//! Perft: counts the leaves of the tree of legal moves, to verify a move generator.
//!
//! See <https://www.chessprogramming.org/Perft>.

#[cfg(feature = "engine")]
pub mod hash;
#[cfg(not(feature = "engine"))]
#[path = "no_hash.rs"]
pub mod hash;
pub mod parallel;
mod replies;
pub mod stats;
pub mod suite;
mod walk;

pub use walk::{MAX_DEPTH, divide, perft, total};
