//! The network: a small neural network that evaluates positions.
//!
//! See <https://www.chessprogramming.org/NNUE>.

pub(super) mod accumulator;
pub mod architecture;
pub mod embedded;
pub mod features;
pub mod file;
mod output;
pub mod weights;

pub use architecture::Architecture;
pub use file::{LoadError, NetworkError, NetworkFile};
pub use weights::Network;

#[cfg(test)]
mod tests;
