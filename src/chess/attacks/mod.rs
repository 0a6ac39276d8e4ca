//! The squares that pieces attack, from tables computed at compile time.
//!
//! The attacks of all sliders of a side are computed one after the other (`sliders.rs`), or at once
//! with AVX-512 (`sliders_avx512.rs`) if the feature `avx512` is enabled and the target has the
//! instructions. Lookups by PEXT instead of magic numbers are not faster (AMD EPYC of family 26).

mod lookup;
#[doc(hidden)]
pub mod magic;
mod magic_numbers;
#[doc(hidden)]
pub mod rays;

#[cfg_attr(
    all(
        feature = "avx512",
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512vpopcntdq"
    ),
    path = "sliders_avx512.rs"
)]
mod sliders;
#[cfg(test)]
mod tests;

pub use lookup::{
    attacks, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, pawns_attacks,
    queen_attacks, rook_attacks,
};
pub use rays::{between, line_through};
pub use sliders::{SLIDERS_IMPLEMENTATION, count_slider_targets, sliders_attacks};
