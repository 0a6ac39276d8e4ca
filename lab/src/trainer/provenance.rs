//! The description of a training in the network's file.
//!
//! It contains no times and no folders, so the same training always writes the same file. See
//! <https://docs.rs/serde>.

use std::iter;

use serde::{Deserialize, Serialize};

use super::losses::{Losses, evaluation_loss, network_losses};
use super::objective::{PointsObjective, TargetShares};
use super::settings::TrainingSettings;
use super::training::{Training, TrainingSets};
use crate::training_data::{Header, Record, Source};
use ferz::eval::network::{Architecture, Network};

/// How a network was made. It is stored as JSON in the network's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The architecture, as [`Architecture`] is formatted.
    pub architecture: String,
    /// The commit of ferz that trained the network, as the user described it.
    pub commit: String,
    /// The settings of the training.
    pub settings: TrainingSettings,
    /// The data.
    pub data: DataDescription,
    /// The number of epochs done.
    pub epochs: usize,
    /// The epoch whose weights were kept.
    pub kept: usize,
    /// Losses of the kept weights.
    pub losses: FinalLosses,
}

/// The files of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataDescription {
    /// Positions to train with.
    pub training: DataFile,
    /// Positions of other games.
    pub held_out: Option<DataFile>,
    /// Positions of other games with scores of long searches.
    pub deep: Option<DataFile>,
    /// The network that the training began with; `None` if it began with random weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartNetwork>,
}

/// The network that a training began with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartNetwork {
    /// Name of the file, without its folder.
    pub file: String,
    /// CRC-32C of the file.
    pub checksum: u32,
    /// How the network was made.
    pub provenance: Box<Provenance>,
}

/// A file of records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataFile {
    /// Name of the file, without its folder.
    pub file: String,
    /// Header of the file: its sources, settings, number of records and checksum.
    pub header: Header,
}

/// Losses at the end of a training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalLosses {
    /// Mean loss on the training positions in the kept epoch, measured while the weights changed.
    pub training: f64,
    /// Losses on the held-out positions, with the target of the last epoch.
    pub held_out: Option<MeasuredLosses>,
    /// Losses on the positions with long searches; the target is the score alone.
    pub deep: Option<MeasuredLosses>,
}

/// Losses on a set of positions that was not trained with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredLosses {
    /// Loss with real-valued weights.
    pub real: f64,
    /// Loss with quantized weights; `None` if the network was not quantized.
    pub quantized: Option<f64>,
    /// Loss of the hand-crafted evaluation alone.
    pub evaluation: f64,
}

impl MeasuredLosses {
    /// Returns the share of the evaluation's loss that a network with this loss removes, in
    /// percent.
    #[must_use]
    pub fn removed_percent(&self, network: f64) -> f64 {
        let evaluation = self.evaluation;
        Losses {
            network,
            evaluation,
        }
        .removed_percent()
    }
}

impl FinalLosses {
    /// Measures the losses of the kept weights. `network` is the quantized network, if there is
    /// one. Returns `None` before the first epoch.
    #[must_use]
    pub fn measure(
        training: &dyn Training,
        sets: &TrainingSets<'_>,
        network: Option<&Network>,
    ) -> Option<Self> {
        let kept = training.kept()?;
        let settings = training.settings();
        let measured = |records: Option<&[Record]>, real: Option<f64>, shares: TargetShares| {
            let (records, real) = (records?, real?);
            let objective = PointsObjective {
                scale: sets.scale,
                shares,
            };
            let losses = match network {
                Some(network) => network_losses(
                    network,
                    settings.network_weight,
                    records,
                    &objective,
                    settings.threads,
                ),
                None => Losses {
                    network: real,
                    evaluation: evaluation_loss(records, &objective, settings.threads),
                },
            };
            Some(MeasuredLosses {
                real,
                quantized: network.map(|_| losses.network),
                evaluation: losses.evaluation,
            })
        };
        Some(Self {
            training: kept.training,
            held_out: measured(sets.held_out, kept.held_out, settings.final_shares()),
            deep: measured(sets.deep, kept.deep, TargetShares::default()),
        })
    }
}

impl Provenance {
    /// Describes a training. `losses` are those of the kept weights.
    #[must_use]
    pub fn new(
        training: &dyn Training,
        data: DataDescription,
        commit: String,
        losses: FinalLosses,
    ) -> Self {
        Self {
            architecture: Architecture::CURRENT.to_string(),
            commit,
            settings: training.settings().clone(),
            data,
            epochs: training.epochs().len(),
            kept: training.kept().map_or(0, |kept| kept.epoch),
            losses,
        }
    }

    /// Returns the networks that this one was trained from, the last one first: that which its
    /// training began with, that which the training of that network began with, and so on.
    pub fn start_networks(&self) -> impl Iterator<Item = &StartNetwork> {
        iter::successors(self.data.start.as_ref(), |start| {
            start.provenance.data.start.as_ref()
        })
    }

    /// Returns the files of games of this network and of those that it was trained from.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        let started = self.start_networks().map(|start| &*start.provenance);
        iter::once(self)
            .chain(started)
            .flat_map(|provenance| &provenance.data.training.header.sources)
    }

    /// Returns the provenance as the JSON that the network's file contains.
    ///
    /// # Panics
    ///
    /// Never: all fields can be written as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a provenance has only plain fields")
    }
}
