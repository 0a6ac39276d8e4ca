//! Fuzz targets for ferz. The checks are in `tests/entrances/`, and the ordinary tests run them
//! too. The README explains how to run the targets.
//! See <https://rust-fuzz.github.io/book/cargo-fuzz.html>.

#[path = "../../tests/entrances/mod.rs"]
pub mod entrances;
