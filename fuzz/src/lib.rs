//! The fuzz targets of ferz. The checks are in `tests/entrances/`; `tests/fuzz.rs` runs them on
//! saved inputs. `docs/verification.md` explains how to run the targets. See
//! <https://rust-fuzz.github.io/book/cargo-fuzz.html>.

#[path = "../../tests/entrances/mod.rs"]
pub mod entrances;
