//! Training data for networks: quiet positions of self-play games with labels, in random order.
//!
//! * [`prepare()`]: makes training data from games; `convert` filters and labels the positions of
//!   one game, `source` reads the games, `buckets` shuffles the positions;
//! * [`label`]: a label that the rest of the game gives to each position;
//! * [`deep`]: labels positions with long searches;
//! * [`record`]: a position with its labels, in 32 bytes;
//! * [`header`]: how a file of records was made;
//! * [`mod@file`]: files of records, their writer and their reader;
//! * [`report`]: statistics of the data.
//!
//! The same games and settings give the same files, byte for byte, on any number of threads. See
//! <https://www.chessprogramming.org/NNUE>.

mod buckets;
mod convert;
pub mod deep;
pub mod error;
pub mod file;
pub mod header;
pub mod label;
mod prepare;
pub mod record;
pub mod report;
mod source;

pub use convert::{Filter, MAX_SCORE};
pub use deep::{DEEP_NODES, DeepReport, label_deeply};
pub use error::{FormatError, TrainingDataError};
pub use file::{RecordFile, RecordWriter};
pub use header::{Header, Part, Source};
pub use label::{FADE, LabelSettings, SCALE, SCALES, expected_points, later_points};
pub use prepare::{Outputs, PrepareSettings, Stage, prepare};
pub use record::{Labels, Record};
pub use report::Report;
pub use source::{GamesFile, sha256};
