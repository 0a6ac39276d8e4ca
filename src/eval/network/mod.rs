//! The network: a small neural network whose output is added to the hand-crafted evaluation.
//!
//! See <https://www.chessprogramming.org/NNUE>.

pub(super) mod accumulator;
pub mod architecture;
pub mod embedded;
pub mod features;
pub mod file;
pub mod weights;

pub use architecture::Architecture;
pub use file::{LoadError, NetworkError, NetworkFile};
pub use weights::Network;

#[cfg(test)]
mod tests;
