//! The network: a small neural network whose output corrects the hand-crafted evaluation.
//!
//! * [`accumulator`]: the sums of its hidden layer, and its output. `kernel` has the arithmetic.
//! * [`architecture`]: the sizes of its layers, and how its numbers are quantized.
//! * [`embedded`]: the network that is part of the binary.
//! * [`features`]: its inputs, one for each piece on each square.
//! * [`weights`]: its weights, checked so that no sum can overflow.
//! * [`file`](mod@file): the file format, with the provenance of the network and a checksum.
//!
//! See <https://www.chessprogramming.org/NNUE>.

pub mod accumulator;
pub mod architecture;
pub mod embedded;
pub mod features;
pub mod file;
mod kernel;
pub mod weights;

pub use architecture::Architecture;
pub use file::{NetworkError, NetworkFile};
pub use weights::Network;
