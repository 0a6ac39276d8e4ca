//! Trains the network: a correction of the hand-crafted evaluation.
//!
//! * [`settings`]: everything but the data that determines the result.
//! * [`objective`]: the function to minimize.
//! * [`inputs`]: the active features of a position.
//! * [`weights`]: the weights as real numbers, for any width of the hidden layer.
//! * [`dropout`]: leaves out pieces in training.
//! * [`gradient`]: the output of a network and its gradient.
//! * [`optimizer`]: AdamW on factorized weights.
//! * [`order`]: the random order of positions in an epoch.
//! * [`training`]: the epochs.
//! * [`losses`]: mean losses on a set of positions.
//! * [`quantized`]: the network with integer weights.
//! * [`checkpoint`]: files to continue an interrupted training from.
//! * [`provenance`]: the description of the training in the network's file.
//!
//! The network is small and its inputs are sparse, so it is trained on the processor, with the same
//! result in each run. See <https://www.chessprogramming.org/NNUE>.

pub mod checkpoint;
pub mod dropout;
pub mod gradient;
pub mod inputs;
pub mod losses;
pub mod objective;
pub mod optimizer;
pub mod order;
pub mod provenance;
pub mod quantized;
pub mod settings;
pub mod training;
pub mod weights;

pub use checkpoint::CheckpointError;
pub use losses::{Losses, network_losses};
pub use objective::{PointsObjective, TargetShares};
pub use provenance::{
    DataDescription, DataFile, FinalLosses, MeasuredLosses, Provenance, StartNetwork,
};
pub use settings::{Share, TrainingSettings};
pub use training::{Epoch, Training, TrainingSets, start};

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests;
