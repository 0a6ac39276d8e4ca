//! The checks of parsers of the lab, like those of ferz in `tests/entry_points/`.

pub mod data_file;
pub mod epd;

/// The checks, by the names of their fuzz targets.
pub const LAB_ENTRY_POINTS: [(&str, fn(&[u8])); 2] =
    [("data_file", data_file::check), ("epd", epd::check)];
