//! Files to continue an interrupted training from.
//!
//! | bytes | contents |
//! | --- | --- |
//! | 0 to 7 | `FERZCKPT` |
//! | 8 to 11 | version of the format: 2 |
//! | 12 to 15 | CRC-32C of all bytes after this field |
//! | 16 to 19 | length of the description in bytes |
//! | 20 and following | the description as JSON: settings, headers of the data, checksum of the network that the training began with, losses of the epochs |
//! | from there | the state of the training |
//!
//! All numbers are little-endian. A continued training has the same result as one that was not
//! interrupted. See <https://docs.rs/crc32c>.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::provenance::{DataDescription, DataFile};
use super::settings::TrainingSettings;
use super::training::{Epoch, Training};
use crate::training_data::Header;

const MAGIC: &[u8; 8] = b"FERZCKPT";
/// Version 1 allowed larger weights.
const VERSION: u32 = 2;

/// Size of everything before the description, in bytes.
const PREFIX: usize = 20;

/// Offset after the checksum.
const CHECKED: usize = 16;

/// The description of a checkpoint.
#[derive(Debug, Serialize, Deserialize)]
struct Description {
    settings: TrainingSettings,
    /// Headers of the training, held-out and deep positions.
    data: [Option<Header>; 3],
    /// CRC-32C of the file of the network that the training began with.
    #[serde(default)]
    start: Option<u32>,
    epochs: Vec<Epoch>,
}

/// The reason why a training cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The bytes are not a checkpoint.
    #[error("not a checkpoint of ferz train: expected the first bytes FERZCKPT")]
    Magic,
    /// The file has another version of the format.
    #[error(
        "the checkpoint has version {0} of the format, expected {VERSION}; delete it to start again"
    )]
    Version(u32),
    /// The file is incomplete or was changed.
    #[error("the checkpoint is incomplete or damaged; delete it to start again")]
    Damaged,
    /// The checkpoint is that of a training with other settings.
    #[error("the checkpoint has {name} {found}, expected {expected}; delete it to start again")]
    Settings {
        /// Name of the first setting that differs.
        name: String,
        /// Its value in the checkpoint.
        found: String,
        /// Its value in this training.
        expected: String,
    },
    /// The checkpoint is that of a training with other data.
    #[error("the checkpoint was written with other {0} positions; delete it to start again")]
    Data(&'static str),
    /// The checkpoint is that of a training that began with another network.
    #[error(
        "the checkpoint was written by a training with another --start; delete it to start again"
    )]
    Start,
}

/// Returns the headers of all data. The names of the files do not matter.
fn headers(data: &DataDescription) -> [Option<Header>; 3] {
    let header = |file: &DataFile| file.header.clone();
    [
        Some(header(&data.training)),
        data.held_out.as_ref().map(header),
        data.deep.as_ref().map(header),
    ]
}

/// Returns the checksum of the network that the training began with.
fn start_checksum(data: &DataDescription) -> Option<u32> {
    data.start.as_ref().map(|start| start.checksum)
}

/// Returns the bytes of a checkpoint.
///
/// # Panics
///
/// Panics if the description is longer than 4 GB.
#[must_use]
pub fn to_bytes(training: &dyn Training, data: &DataDescription) -> Vec<u8> {
    let description = Description {
        settings: training.settings().clone(),
        data: headers(data),
        start: start_checksum(data),
        epochs: training.epochs().to_vec(),
    };
    let json = serde_json::to_string(&description).expect("a description has only plain fields");
    let length = u32::try_from(json.len()).expect("descriptions are short");
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, 0, length] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(json.bytes());
    training.save(&mut bytes);
    let checksum = crc32c::crc32c(&bytes[CHECKED..]);
    bytes[CHECKED - 4..CHECKED].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Restores the state of a training that has just been started from the bytes of a checkpoint.
///
/// # Errors
///
/// Returns an error if the bytes are not a checkpoint of a training with the same settings and
/// data.
pub fn restore(
    training: &mut dyn Training,
    data: &DataDescription,
    bytes: &[u8],
) -> Result<(), CheckpointError> {
    if !bytes.starts_with(MAGIC) {
        return Err(CheckpointError::Magic);
    }
    let (prefix, rest) = bytes
        .split_first_chunk::<PREFIX>()
        .ok_or(CheckpointError::Damaged)?;
    let number = |at: usize| {
        u32::from_le_bytes([prefix[at], prefix[at + 1], prefix[at + 2], prefix[at + 3]])
    };
    let (version, checksum, length) = (number(8), number(12), number(16));
    if version != VERSION {
        return Err(CheckpointError::Version(version));
    }
    if crc32c::crc32c(&bytes[CHECKED..]) != checksum {
        return Err(CheckpointError::Damaged);
    }
    let (json, state) = rest
        .split_at_checked(length as usize)
        .ok_or(CheckpointError::Damaged)?;
    let description: Description =
        serde_json::from_slice(json).map_err(|_| CheckpointError::Damaged)?;
    check_settings(&description.settings, training.settings())?;
    let names = ["training", "held-out", "deep"];
    for ((found, expected), name) in description.data.iter().zip(headers(data)).zip(names) {
        if *found != expected {
            return Err(CheckpointError::Data(name));
        }
    }
    if description.start != start_checksum(data) {
        return Err(CheckpointError::Start);
    }
    match training.restore(&description.epochs, state) {
        true => Ok(()),
        false => Err(CheckpointError::Damaged),
    }
}

/// Checks that the settings of a checkpoint are those of the training.
fn check_settings(
    found: &TrainingSettings,
    expected: &TrainingSettings,
) -> Result<(), CheckpointError> {
    let fields = |settings| match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("settings are a struct of plain fields"),
    };
    let expected = fields(expected);
    for (name, found) in fields(found) {
        let expected = &expected[&name];
        if found != *expected {
            return Err(CheckpointError::Settings {
                name,
                found: found.to_string(),
                expected: expected.to_string(),
            });
        }
    }
    Ok(())
}
