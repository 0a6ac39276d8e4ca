//! Training data for networks: quiet positions of self-play games with labels, in random order.
//!
//! * [`label`]: a label that the rest of the game gives to each position;
//! * [`record`]: a position with its labels, in 32 bytes;
//! * [`header`]: how a file of records was made;
//! * [`file`]: files of records, their writer and their reader.
//!
//! See <https://www.chessprogramming.org/NNUE>.

pub mod error;
pub mod file;
pub mod header;
pub mod label;
pub mod record;
mod temporary;

pub use error::{FormatError, TrainingDataError};
pub use file::{RecordFile, RecordWriter};
pub use header::{Header, Part, Source};
pub use label::{FADE, LabelSettings, SCALE, expected_points, later_points};
pub use record::{Labels, Record};
