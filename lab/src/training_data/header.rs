//! The header of a file of records: how the file was made.
//!
//! See <https://docs.rs/serde>.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The first bytes of a file of records.
pub const MAGIC: &[u8; 8] = b"FERZDATA";

/// The version of the format.
pub const VERSION: u32 = 1;

/// The use of a file of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Positions to train with.
    Training,
    /// Positions of other games, to measure the loss on.
    HeldOut,
    /// Held-out positions whose scores are those of long searches.
    Deep,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Training => "training",
            Self::HeldOut => "held-out",
            Self::Deep => "deep",
        })
    }
}

/// The header of a file of records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The use of the file.
    pub part: Part,
    /// The number of records. [`RecordWriter`](super::RecordWriter) sets it.
    pub records: u64,
    /// Centipawns in the exponent of the logistic function that converts scores to expected points.
    pub scale: f32,
    /// Weight of the scores after the next one in the mean of later scores; see
    /// [`later_points`](super::later_points).
    pub fade: f32,
    /// The absolute scores of all positions are less than this, in centipawns.
    pub max_score: i32,
    /// Number of plies at the beginning of each game that were skipped.
    pub skip: usize,
    /// Share of the games that are held out.
    pub held_out_share: f64,
    /// Seed of the order of records.
    pub seed: u64,
    /// Nodes of each search; only in [`Part::Deep`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The files of games. Both parts of the data list all files.
    pub sources: Vec<Source>,
    /// CRC-32C of all records. [`RecordWriter`](super::RecordWriter) sets it.
    pub checksum: u32,
}

/// A file of games that records were made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Name of the file, without its folder.
    pub file: String,
    /// How the file was made, as the user described it; empty if unknown.
    pub origin: String,
    /// Size of the file.
    pub bytes: u64,
    /// SHA-256 of the file in hexadecimal digits, as `sha256sum` prints it.
    pub sha256: String,
    /// The number of games in the file.
    pub games: u64,
    /// The number of positions in which a move was played.
    pub positions: u64,
}
