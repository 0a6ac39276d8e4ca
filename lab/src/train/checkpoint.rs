//! Files to continue an interrupted training from.
//!
//! | bytes | contents |
//! | --- | --- |
//! | 0 to 7 | `FERZCKPT` |
//! | 8 to 11 | version of the format: 2 |
//! | 12 to 15 | CRC-32C of all bytes after this field |
//! | 16 to 19 | length of the description in bytes |
//! | 20 and following | the description as JSON: settings, headers of the data, checksum of the network that the training began with, losses of the epochs |
//! | from there | number of steps, weights, means and squares of the optimizer, best weights |
//!
//! All numbers are little-endian. A continued training has the same result as one that was not
//! interrupted.

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::provenance::DataDescription;
use super::settings::Settings;
use super::training::{Epoch, Training};
use super::weights::FloatWeights;
use crate::data::Header;
use crate::state::{check_settings, settings_of};

const MAGIC: &[u8; 8] = b"FERZCKPT";
/// Version 1 allowed larger weights.
const VERSION: u32 = 2;
/// Size of everything before the description, in bytes.
const PREFIX: usize = 20;
/// Offset of the first byte that the checksum covers.
const CHECKED: usize = 16;
const DAMAGED: &str = "the checkpoint is incomplete or damaged; delete it to start again";

/// The description of a checkpoint.
#[derive(Serialize, Deserialize)]
struct Description {
    settings: Settings,
    /// Headers of the training, held-out and deep positions.
    data: [Option<Header>; 3],
    /// CRC-32C of the file of the network that the training began with.
    #[serde(default)]
    start: Option<u32>,
    epochs: Vec<Epoch>,
}

impl Description {
    /// Describes a training. The names of the files do not matter.
    fn new<const H: usize>(training: &Training<H>, data: &DataDescription) -> Self {
        let files = [
            Some(&data.training),
            data.held_out.as_ref(),
            data.deep.as_ref(),
        ];
        Self {
            settings: training.settings.clone(),
            data: files.map(|file| file.map(|file| file.header.clone())),
            start: data.start.as_ref().map(|start| start.checksum),
            epochs: training.epochs.clone(),
        }
    }

    /// Checks that the training that `expected` describes can continue the one of this checkpoint.
    fn check_continued_by(&self, expected: &Self) -> Result<()> {
        let (found, wanted) = (settings_of(&self.settings), settings_of(&expected.settings));
        check_settings("checkpoint", &found, &wanted)?;
        let names = ["training", "held-out", "deep"];
        for ((written, given), name) in self.data.iter().zip(&expected.data).zip(names) {
            ensure!(
                written == given,
                "the checkpoint was written with other {name} positions; delete it to start again"
            );
        }
        ensure!(
            self.start == expected.start,
            "the checkpoint was written by a training with another --start; delete it to start again"
        );
        Ok(())
    }
}

/// Returns the bytes of a checkpoint.
pub fn to_bytes<const H: usize>(training: &Training<H>, data: &DataDescription) -> Vec<u8> {
    let json = serde_json::to_string(&Description::new(training, data));
    let json = json.expect("a description has only plain fields");
    let length = u32::try_from(json.len()).expect("descriptions are short");
    let optimizer = &training.optimizer;
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, 0, length] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(json.bytes());
    bytes.extend(optimizer.steps.to_le_bytes());
    let (weights, means, squares) = (&optimizer.weights, &optimizer.means, &optimizer.squares);
    for part in [weights, means, squares, &training.best] {
        bytes.extend(part.values().flat_map(|value| value.to_le_bytes()));
    }
    let checksum = crc32c::crc32c(&bytes[CHECKED..]);
    bytes[CHECKED - 4..CHECKED].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Restores the state in the bytes of a checkpoint into a new training.
pub fn restore<const H: usize>(
    training: &mut Training<H>,
    data: &DataDescription,
    bytes: &[u8],
) -> Result<()> {
    ensure!(
        bytes.starts_with(MAGIC),
        "not a checkpoint of ferz-lab train: expected the first bytes FERZCKPT"
    );
    let (prefix, rest) = bytes.split_first_chunk::<PREFIX>().context(DAMAGED)?;
    let numbers = prefix.as_chunks::<4>().0;
    let [_, _, version, checksum, length] = [0, 1, 2, 3, 4].map(|i| u32::from_le_bytes(numbers[i]));
    ensure!(
        version == VERSION,
        "the checkpoint has version {version} of the format, expected {VERSION}; delete it to start again"
    );
    ensure!(crc32c::crc32c(&bytes[CHECKED..]) == checksum, DAMAGED);
    let (json, state) = rest.split_at_checked(length as usize).context(DAMAGED)?;
    let Ok(description) = serde_json::from_slice::<Description>(json) else {
        bail!(DAMAGED);
    };
    description.check_continued_by(&Description::new(training, data))?;
    restore_state(training, state).context(DAMAGED)?;
    training.epochs = description.epochs;
    Ok(())
}

/// Restores the weights and the optimizer; `None` if `state` has the wrong length.
fn restore_state<const H: usize>(training: &mut Training<H>, state: &[u8]) -> Option<()> {
    let mut numbers = state.as_chunks::<4>().0.iter();
    let optimizer = &mut training.optimizer;
    optimizer.steps = u32::from_le_bytes(*numbers.next()?);
    let (weights, means) = (&mut optimizer.weights, &mut optimizer.means);
    let all = [weights, means, &mut optimizer.squares, &mut training.best];
    for value in all.into_iter().flat_map(FloatWeights::values_mut) {
        *value = f32::from_le_bytes(*numbers.next()?);
    }
    optimizer.merged = optimizer.weights.merged();
    numbers.next().is_none().then_some(())
}
