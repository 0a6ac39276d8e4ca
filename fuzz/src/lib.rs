//! The fuzz targets of ferz and of its lab. The checks are in `tests/entry_points/` and
//! `lab/tests/entry_points/`; a test called `fuzz` beside each folder runs them on saved inputs.
//! `CONTRIBUTING.md` explains how to run the targets. See
//! <https://rust-fuzz.github.io/book/cargo-fuzz.html>.

#[path = "../../tests/entry_points/mod.rs"]
pub mod entry_points;
#[path = "../../lab/tests/entry_points/mod.rs"]
pub mod lab_entry_points;
