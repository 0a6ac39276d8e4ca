//! The network: a small neural network whose output corrects the hand-crafted evaluation.
//!
//! * [`accumulator`]: the sums of its hidden layer, and its output. `kernel` has the arithmetic.
//! * [`architecture`]: the sizes of its layers, and how its numbers are quantized.
//! * [`embedded`]: the network that is part of the binary.
//! * [`features`]: its inputs, one for each piece on each square.
//! * [`file`](mod@file): the file format, with the provenance of the network and a checksum.
//! * [`load`]: reads a network from a file.
//! * [`weights`]: its quantized weights; their types exclude overflow.
//! * [`Network::without_pieces`]: the output without each piece except the kings.
//!
//! See <https://www.chessprogramming.org/NNUE>.

pub mod accumulator;
pub mod architecture;
pub mod embedded;
pub mod features;
pub mod file;
mod kernel;
pub mod load;
pub mod weights;
mod without_piece;

pub use architecture::Architecture;
pub use file::{NetworkError, NetworkFile};
pub use load::LoadError;
pub use weights::Network;
pub use without_piece::WithoutPiece;

#[cfg(test)]
mod tests;
