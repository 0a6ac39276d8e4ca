//! Fuzz targets for ferz: what is checked is in `tests/entrances/`, which the ordinary tests
//! use too. How to run them is told in the README.
//! See <https://rust-fuzz.github.io/book/cargo-fuzz.html>.

#[path = "../../tests/entrances/mod.rs"]
pub mod entrances;
