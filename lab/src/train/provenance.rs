//! The description of a training in the network's file.
//!
//! It contains no times and no folders, so the same training always writes the same file.

use std::iter;

use ferz::eval::network::{Architecture, Network};
use serde::{Deserialize, Serialize};

use super::loss::network_loss;
use super::settings::Settings;
use super::training::{HeldOutSet, Sets, Training};
use crate::data::{Header, Source};

/// How a network was made. It is stored as JSON in the network's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The architecture, as [`Architecture`] is formatted.
    pub architecture: String,
    /// The commit of ferz that trained the network, as the user described it.
    pub commit: String,
    pub settings: Settings,
    pub data: DataDescription,
    pub epochs: usize,
    /// The epoch whose weights were kept.
    pub kept: usize,
    pub losses: FinalLosses,
}

/// The files of records of a training, and the network that it began with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataDescription {
    pub training: DataFile,
    pub held_out: Option<DataFile>,
    /// Positions with scores of long searches.
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

/// Losses of the kept weights.
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
    /// Loss of the evaluation of the program that trained it.
    pub evaluation: f64,
}

impl Provenance {
    /// Describes a training after its last epoch, and measures the losses of the kept weights.
    /// `network` is the quantized network.
    pub fn new<const H: usize>(
        training: &Training<H>,
        sets: &Sets<'_>,
        network: &Network<H>,
        data: DataDescription,
        commit: String,
    ) -> Self {
        let kept = training.kept().expect("a training has at least one epoch");
        let settings = training.settings.clone();
        let threads = settings.threads;
        let measured = |set: Option<&HeldOutSet>, real: Option<f64>| {
            let (set, real) = (set?, real?);
            let quantized = network_loss(network, set.records, &set.objective, threads);
            Some(MeasuredLosses {
                real,
                quantized: Some(quantized),
                evaluation: set.evaluation,
            })
        };
        let losses = FinalLosses {
            training: kept.training,
            held_out: measured(sets.held_out.as_ref(), kept.held_out),
            deep: measured(sets.deep.as_ref(), kept.deep),
        };
        Self {
            architecture: Architecture::of(H).to_string(),
            commit,
            settings,
            data,
            epochs: training.epochs.len(),
            kept: kept.epoch,
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

    /// Returns the JSON that the network's file contains.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a provenance has only plain fields")
    }
}
