//! The checks of parsers of the lab, like those of ferz in `tests/entry_points/`.

pub mod data_file;
pub mod epd;

use crate::entry_points::Check;

/// The checks, by the names of their fuzz targets.
pub const LAB_ENTRY_POINTS: [(&str, Check); 2] =
    [("data_file", data_file::check), ("epd", epd::check)];
