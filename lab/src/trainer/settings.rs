//! Everything but the data that determines the result of a training.
//!
//! See <https://www.chessprogramming.org/NNUE>.

use std::f32::consts::PI;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::objective::TargetShares;

/// The possible widths of the hidden layer: numbers of neurons for each side.
pub const WIDTHS: [usize; 5] = [16, 32, 64, 128, 256];

/// Settings of a training. The same settings and data give the same network, bit for bit, on the
/// same processor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingSettings {
    /// Number of neurons of the hidden layer for each side: one of [`WIDTHS`].
    pub hidden: usize,
    /// Whether the network alone predicts the score, instead of correcting the static evaluation.
    pub alone: bool,
    /// Weight of the output of the network in the prediction; 1 in files without it.
    #[serde(default = "weight_of_one")]
    pub network_weight: f32,
    /// Maximum number of epochs.
    pub epochs: usize,
    /// Number of epochs without a lower held-out loss after which the training stops; 0 for no
    /// limit.
    pub patience: usize,
    /// Approximate number of positions in a batch.
    pub batch: usize,
    /// Learning rate of the first batch.
    pub rate: f32,
    /// Learning rate after the last batch; the end of a half period of the cosine.
    pub final_rate: f32,
    /// Weight decay of AdamW, towards 0 or the weights of the network that the training begins with.
    pub weight_decay: f32,
    /// Bound of the initial shared hidden weights, which are uniform within ± this.
    pub initial_range: f32,
    /// Probability with which each piece of a position is left out in training.
    pub dropout: f32,
    /// Weight of the later scores in the target.
    pub later_share: Share,
    /// Weight of the game's result in the target.
    pub result_share: Share,
    /// Seed of the initial weights, the order of positions and the dropout.
    pub seed: u64,
    /// Number of threads; it changes the order in which gradients are added.
    pub threads: usize,
}

/// Weight of the output in networks whose file does not state it.
const fn weight_of_one() -> f32 {
    1.0
}

/// A weight of a part of the target, from 0 to 1. It changes linearly from the first epoch to the
/// last.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The weight in the first epoch.
    pub start: f32,
    /// The weight in the last epoch.
    pub end: f32,
}

impl Share {
    /// Creates a weight that is the same in all epochs.
    #[must_use]
    pub const fn constant(share: f32) -> Self {
        Self {
            start: share,
            end: share,
        }
    }

    /// Returns the weight at a time from 0, the first epoch, to 1, the last.
    fn at(self, time: f32) -> f32 {
        self.start + (self.end - self.start) * time
    }
}

/// Reads `START` or `START:END`.
impl FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        let (start, end) = text.split_once(':').unwrap_or((text, text));
        let share = |text: &str| {
            let share = text.parse().ok();
            share.filter(|share| (0.0..=1.0).contains(share))
        };
        match (share(start), share(end)) {
            (Some(start), Some(end)) => Ok(Self { start, end }),
            _ => Err(ShareError),
        }
    }
}

/// A text is not a share of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number from 0 to 1, or two such as 0.5:0.8")]
pub struct ShareError;

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start)?;
        if self.start == self.end {
            return Ok(());
        }
        write!(f, ":{}", self.end)
    }
}

impl TrainingSettings {
    /// Returns the weights of the parts of the target in an epoch, from 1.
    #[must_use]
    pub fn shares(&self, epoch: usize) -> TargetShares {
        let time = epoch.saturating_sub(1) as f32 / (self.epochs.max(2) - 1) as f32;
        TargetShares {
            later: self.later_share.at(time),
            result: self.result_share.at(time),
        }
    }

    /// Returns the weights of the parts of the target with which the held-out loss is measured:
    /// those of the last epoch.
    #[must_use]
    pub const fn final_shares(&self) -> TargetShares {
        TargetShares {
            later: self.later_share.end,
            result: self.result_share.end,
        }
    }

    /// Returns the learning rate at a time from 0, the first batch, to 1, the end.
    #[must_use]
    pub fn rate_at(&self, time: f32) -> f32 {
        let high = (1.0 + (PI * time).cos()) / 2.0;
        self.final_rate + (self.rate - self.final_rate) * high
    }
}
