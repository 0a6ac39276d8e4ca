//! The fuzz targets of ferz. The checks are in `tests/entry_points/`; `tests/fuzz.rs` runs them on
//! saved inputs. `docs/verification.md` explains how to run the targets. See
//! <https://rust-fuzz.github.io/book/cargo-fuzz.html>.

#[path = "../../tests/entry_points/mod.rs"]
pub mod entry_points;
