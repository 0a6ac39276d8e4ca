//! Perft: counts the leaves of the tree of legal moves, to verify a move generator.
//!
//! * [`perft`] and [`divide`]: the counts of one position;
//! * [`parallel`]: the same on several threads, with a stop flag and a hash table;
//! * [`hash`]: the hash table;
//! * [`stats`]: captures, checks, mates and other kinds of moves, counted separately;
//! * [`suite`]: files of positions with published counts.
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
