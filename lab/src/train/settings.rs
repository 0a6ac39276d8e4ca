//! Everything but the data that determines the result of a training.

use std::f32::consts::PI;
use std::fmt;
use std::str::FromStr;

use ferz::eval::network::architecture::HIDDEN;
use serde::{Deserialize, Serialize};

use super::loss::TargetShares;
use super::teacher::WALK_PLIES;
use crate::support::decimal;
use ferz::cli::number;

/// The settings, as options of the command line, and as JSON in checkpoints and networks. The same
/// settings and data give the same network, bit for bit, on the same processor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Number of neurons of the hidden layer for each side: 64, 128, 256, 384, 512, 640 or 768
    #[arg(long, value_name = "N", default_value_t = HIDDEN, value_parser = parse_width)]
    pub hidden: usize,

    /// Teach the network the evaluation that is part of the program, instead of the labels: at each
    /// position, and after each of three random moves from it, taken this number of times. An epoch
    /// then has up to 3 × WALKS + 1 times as many positions
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[arg(long, value_name = "WALKS", value_parser = number::<usize>(0..=1000))]
    pub teach: Option<usize>,

    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = number::<usize>(1..=1_000_000))]
    pub epochs: usize,

    /// Stop after this number of epochs without a lower held-out loss; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<usize>(0..=1_000_000), requires = "held_out")]
    pub patience: usize,

    /// Approximate number of positions per batch
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = number::<usize>(1..=1 << 30))]
    pub batch: usize,

    /// Learning rate at the beginning
    #[arg(long, value_name = "RATE", default_value_t = 1e-3, value_parser = decimal::<f32>(0.0..=1.0))]
    pub rate: f32,

    /// Learning rate at the end of its cosine schedule
    #[arg(long, value_name = "RATE", default_value_t = 2.4e-6, value_parser = decimal::<f32>(0.0..=1.0))]
    pub final_rate: f32,

    /// Weight decay of AdamW, towards 0 or, with --start, the weights of that network; less suits
    /// more positions
    #[arg(long, value_name = "DECAY", default_value_t = 1.0, value_parser = decimal::<f32>(0.0..=1000.0))]
    pub weight_decay: f32,

    /// Bound of the initial hidden weights, which are random numbers within ± this
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.05, value_parser = decimal::<f32>(0.0..=1.0))]
    pub initial_range: f32,

    /// Weight of the later scores in the target, or START:END to change it over the epochs
    #[arg(long, value_name = "SHARE", default_value = "0.25")]
    pub later_share: Share,

    /// Weight of the game's result in the target, or START:END to change it over the epochs
    #[arg(long, value_name = "SHARE", default_value = "0")]
    pub result_share: Share,

    /// Seed of the initial weights, the order of positions and the random moves
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,

    // Threads change the order in which gradients are added. Their option is `Threads`.
    #[arg(skip)]
    pub threads: usize,
}

/// Parses a width of the hidden layer.
fn parse_width(text: &str) -> Result<usize, &'static str> {
    let width = text.parse().ok();
    let width = width.filter(|width| [64, 128, 256, 384, 512, 640, 768].contains(width));
    width.ok_or("expected 64, 128, 256, 384, 512, 640 or 768")
}

impl Settings {
    /// Returns the weights of the parts of the target in an epoch, from 1.
    pub fn shares(&self, epoch: usize) -> TargetShares {
        let time = epoch.saturating_sub(1) as f32 / (self.epochs.max(2) - 1) as f32;
        TargetShares {
            later: self.later_share.at(time),
            result: self.result_share.at(time),
        }
    }

    /// Returns the weights of the parts of the target with which the held-out loss is measured:
    /// those of the last epoch.
    pub const fn final_shares(&self) -> TargetShares {
        TargetShares {
            later: self.later_share.end,
            result: self.result_share.end,
        }
    }

    /// Returns the approximate number of positions that are learned for each record.
    pub fn positions_per_record(&self) -> usize {
        self.teach.map_or(1, |walks| 1 + WALK_PLIES * walks)
    }

    /// Returns the learning rate at a time from 0, the first batch, to 1, the end: half a period of
    /// the cosine.
    pub fn rate_at(&self, time: f32) -> f32 {
        let high = (1.0 + (PI * time).cos()) / 2.0;
        self.final_rate + (self.rate - self.final_rate) * high
    }
}

/// A weight of a part of the target, from 0 to 1. It changes linearly from the first epoch to the
/// last.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    pub start: f32,
    pub end: f32,
}

impl Share {
    /// Returns the weight at a time from 0, the first epoch, to 1, the last.
    fn at(self, time: f32) -> f32 {
        self.start + (self.end - self.start) * time
    }
}

/// Reads `START` or `START:END`.
impl FromStr for Share {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (start, end) = text.split_once(':').unwrap_or((text, text));
        let [start, end] = [start, end].map(|part| {
            let share = part.parse().ok();
            share.filter(|share| (0.0..=1.0).contains(share))
        });
        let shares = start.zip(end).map(|(start, end)| Self { start, end });
        shares.ok_or("expected a number from 0 to 1, or two such as 0.5:0.8")
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, end } = self;
        match start == end {
            true => write!(f, "{start}"),
            false => write!(f, "{start}:{end}"),
        }
    }
}
