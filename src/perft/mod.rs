//! Perft: counts the leaves of the tree of legal moves, to verify a move generator.
//!
//! `walk` is the walk through the tree, and `replies` its last two plies; [`hash`] is the hash
//! table and [`parallel`] starts the threads. [`stats`] counts kinds of moves, [`suite`] reads
//! files of expected counts.
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

/// A position with all kinds of moves, whose perft counts are widely known, as a FEN
/// (<https://www.chessprogramming.org/Perft_Results>, position 2).
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
