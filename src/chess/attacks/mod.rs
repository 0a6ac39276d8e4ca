//! The squares that pieces attack, from tables computed at compile time.
//!
//! * `leapers`: pawns, knights and kings, whose attacks do not depend on other pieces;
//! * `rays`: rays in the eight directions, and the squares between two squares;
//! * `slider`: the contents of the tables of bishops and rooks, whose attacks end at the first
//!   piece on each ray;
//! * `lookup`: one slider at a time, by `magic` bitboards or by `pext`, an instruction of
//!   x86-64 processors with BMI2;
//! * `each` and `fill`: all sliders of a side, one after the other or at once with AVX-512.
//!
//! The features `pext` and `avx512` in `Cargo.toml` choose between the implementations.
//! See <https://www.chessprogramming.org/Attacks>.

mod leapers;
mod lookup;
#[cfg_attr(feature = "pext", allow(dead_code, reason = "PEXT replaces it"))]
mod magic;
#[cfg_attr(feature = "pext", allow(dead_code, reason = "PEXT replaces it"))]
mod magic_numbers;
pub mod magic_search;
#[cfg(all(feature = "pext", target_arch = "x86_64", target_feature = "bmi2"))]
mod pext;
mod rays;
mod slider;

#[cfg(not(all(
    feature = "avx512",
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512vpopcntdq"
)))]
mod each;
#[cfg(all(
    feature = "avx512",
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512vpopcntdq"
))]
mod fill;
#[cfg(not(all(
    feature = "avx512",
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512vpopcntdq"
)))]
use each as many;
#[cfg(all(
    feature = "avx512",
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512vpopcntdq"
))]
use fill as many;

#[cfg(test)]
mod tests;

pub use leapers::{king_attacks, knight_attacks, pawn_attacks, pawns_attacks};
pub use lookup::{SLIDERS, attacks, bishop_attacks, queen_attacks, rook_attacks};
pub use many::{MANY_SLIDERS, sliders_attacks, sliders_targets};
pub use rays::{between, line};
