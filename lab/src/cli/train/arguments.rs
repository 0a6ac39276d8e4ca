//! The arguments of `ferz train`.

use std::path::PathBuf;

use crate::trainer::settings::WIDTHS;
use crate::trainer::{Share, TrainingSettings};
use ferz::eval::NETWORK_PERCENT;
use ferz::eval::network::architecture::HIDDEN;

use crate::cli::{Threads, decimal, number};

/// Train a network that corrects the evaluation
///
/// Minimizes the squared error between the expected points of the corrected evaluation and a
/// target: a weighted mean of the expected points of the search's score, of the later scores of the
/// game, and of its result. The same data, options, number of threads and processor give the same
/// network, byte for byte. Losses go to standard error.
///
/// Ctrl-C ends the command with exit status 130. With --checkpoint, the same command continues
/// after the last complete epoch.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz train games.train --held-out games.held --out network.nnue")]
pub struct Arguments {
    /// File of positions to train with, as written by ferz data --out
    #[arg(value_name = "FILE")]
    pub(super) data: PathBuf,

    /// File for the network
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Positions of other games: the weights of the epoch with the lowest loss on them are kept
    #[arg(long, value_name = "FILE")]
    pub(super) held_out: Option<PathBuf>,

    /// Positions of other games with scores of long searches, to measure the loss on
    #[arg(long, value_name = "FILE")]
    pub(super) deep: Option<PathBuf>,

    /// Network to begin with, instead of random weights
    #[arg(long, value_name = "FILE", conflicts_with_all = ["alone", "initial_range"])]
    pub(super) start: Option<PathBuf>,

    /// File to save the state in after each epoch, and to continue from if it exists
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,

    /// File for the losses, as a line of JSON for each epoch: "epoch", "training", "held_out" and
    /// "deep" (null without such a file)
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,

    /// File for the curves of the losses, as SVG; it is written again after each epoch
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,

    /// Number of neurons of the hidden layer for each side: 16, 32, 64, 128 or 256. With
    /// --out, only the default
    #[arg(long, value_name = "N", default_value_t = HIDDEN, value_parser = width)]
    pub(super) hidden: usize,

    /// Predict the score without the static evaluation, for comparison; ferz cannot use such a
    /// network
    #[arg(long, conflicts_with = "out")]
    pub(super) alone: bool,

    /// Weight of the output of the network in the prediction; the default is that of the evaluation
    #[arg(long, value_name = "WEIGHT", default_value_t = NETWORK_PERCENT as f32 / 100.0, value_parser = decimal::<f32>(0.01..=100.0))]
    pub(super) network_weight: f32,

    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = number::<usize>(1..=1_000_000))]
    pub(super) epochs: usize,

    /// Stop after this number of epochs without a lower held-out loss; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<usize>(0..=1_000_000), requires = "held_out")]
    pub(super) patience: usize,

    /// Approximate number of positions per batch
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = number::<usize>(1..=1 << 30))]
    pub(super) batch: usize,

    /// Learning rate at the beginning
    #[arg(long, value_name = "RATE", default_value_t = 1e-3, value_parser = decimal::<f32>(0.0..=1.0))]
    pub(super) rate: f32,

    /// Learning rate at the end of its cosine schedule
    #[arg(long, value_name = "RATE", default_value_t = 2.4e-6, value_parser = decimal::<f32>(0.0..=1.0))]
    pub(super) final_rate: f32,

    /// Weight decay of AdamW, towards 0 or, with --start, the weights of that network; less suits
    /// more positions
    #[arg(long, value_name = "DECAY", default_value_t = 1.0, value_parser = decimal::<f32>(0.0..=1000.0))]
    pub(super) weight_decay: f32,

    /// Bound of the initial hidden weights, which are random numbers within ± this
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.05, value_parser = decimal::<f32>(0.0..=1.0))]
    pub(super) initial_range: f32,

    /// Probability with which each piece of a position is left out in training
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = decimal::<f32>(0.0..=0.9))]
    pub(super) dropout: f32,

    /// Weight of the later scores in the target, or START:END to change it over the epochs
    #[arg(long, value_name = "SHARE", default_value_t = Share::constant(0.25))]
    pub(super) later_share: Share,

    /// Weight of the game's result in the target, or START:END to change it over the epochs
    #[arg(long, value_name = "SHARE", default_value_t = Share::constant(0.0))]
    pub(super) result_share: Share,

    /// Seed of the initial weights, the order of positions and the dropout
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub(super) seed: u64,

    /// The commit that ferz was built from, for the description in the network's file
    #[arg(long, value_name = "TEXT", default_value = "unknown")]
    pub(super) commit: String,

    #[command(flatten)]
    pub(super) threads: Threads,
}

/// Parses a width of the hidden layer.
fn width(text: &str) -> Result<usize, String> {
    let found = text.parse().ok().filter(|width| WIDTHS.contains(width));
    found.ok_or_else(|| "expected 16, 32, 64, 128 or 256".to_owned())
}

impl Arguments {
    /// Returns the settings of the training.
    pub(super) fn settings(&self) -> Result<TrainingSettings, String> {
        let (later, result) = (self.later_share, self.result_share);
        if later.start + result.start > 1.0 || later.end + result.end > 1.0 {
            return Err(format!(
                "--later-share {later} and --result-share {result}: expected a sum of at most 1"
            ));
        }
        // A step must not change the sign of a weight.
        for (option, rate) in [("--rate", self.rate), ("--final-rate", self.final_rate)] {
            if rate * self.weight_decay > 1.0 {
                return Err(format!(
                    "{option} {rate} and --weight-decay {}: expected a product of at most 1",
                    self.weight_decay
                ));
            }
        }
        if (self.out.is_some() || self.start.is_some()) && self.hidden != HIDDEN {
            let option = if self.out.is_some() {
                "--out"
            } else {
                "--start"
            };
            return Err(format!(
                "--hidden {}: expected {HIDDEN} with {option}, because ferz can use no other network",
                self.hidden
            ));
        }
        Ok(TrainingSettings {
            hidden: self.hidden,
            alone: self.alone,
            network_weight: self.network_weight,
            epochs: self.epochs,
            patience: self.patience,
            batch: self.batch,
            rate: self.rate,
            final_rate: self.final_rate,
            weight_decay: self.weight_decay,
            initial_range: self.initial_range,
            dropout: self.dropout,
            later_share: later,
            result_share: result,
            seed: self.seed,
            threads: self.threads.number(),
        })
    }
}
