//! The arithmetic on the rows of the hidden layer.
//!
//! [`update`] is a plain loop: the compiler turns it into vector instructions and keeps the sums in
//! registers between the rows. Explicit instructions gained nothing (rows of 64 numbers, AMD EPYC with
//! AVX-512: 5.0 ns for four rows in all forms). For [`output`], the compiler uses only half of each
//! register, so there is a form for AVX2: 9.6 ns instead of 18 ns (Xeon, model 167), which makes `bench`
//! 2 % faster. See <https://www.chessprogramming.org/AVX2>.

use super::architecture::{HIDDEN, HIDDEN_ONE};
use super::weights::{Row, Sums};

/// Adds rows to `sums`, and subtracts others. The result must fit in 16 bits; intermediate sums may
/// wrap.
#[inline]
pub(super) fn update<'a>(
    sums: &mut Sums,
    added: impl Iterator<Item = &'a Row>,
    removed: impl Iterator<Item = &'a Row>,
) {
    let mut updated = *sums;
    for row in added {
        for i in 0..HIDDEN {
            updated.0[i] = updated.0[i].wrapping_add(row.0[i].into());
        }
    }
    for row in removed {
        for i in 0..HIDDEN {
            updated.0[i] = updated.0[i].wrapping_sub(row.0[i].into());
        }
    }
    *sums = updated;
}

/// Returns the sum of the products of activations and output weights, in units of
/// 1/([`HIDDEN_ONE`]² × [`OUTPUT_ONE`](super::architecture::OUTPUT_ONE)). The activation function is
/// SCReLU.
#[cfg(not(target_feature = "avx2"))]
#[inline]
pub(super) fn output(sums: &Sums, weights: &Row) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.0.iter().zip(&weights.0) {
        let limited = sum.clamp(0, HIDDEN_ONE as i16);
        // Fits in 16 bits; see `weights`.
        let product = limited.wrapping_mul(weight.into());
        total += i32::from(product) * i32::from(limited);
    }
    total
}

/// Returns the same sum as the form above, in AVX2 instructions.
#[cfg(target_feature = "avx2")]
#[inline]
pub(super) fn output(sums: &Sums, weights: &Row) -> i32 {
    use safe_arch::{
        add_i32_m256i, convert_to_i16_m256i_from_i8_m128i, m128i, m256i, max_i16_m256i,
        min_i16_m256i, mul_i16_horizontal_add_m256i, mul_i16_keep_low_m256i, set_splat_i16_m256i,
        zeroed_m256i,
    };
    let (zero, one) = (zeroed_m256i(), set_splat_i16_m256i(HIDDEN_ONE as i16));
    let mut total = zero;
    let weights = weights.0.as_chunks::<16>().0;
    for (&sums, &weights) in sums.0.as_chunks::<16>().0.iter().zip(weights) {
        let limited = min_i16_m256i(max_i16_m256i(m256i::from(sums), zero), one);
        let weights = convert_to_i16_m256i_from_i8_m128i(m128i::from(weights));
        // Fits in 16 bits; see `weights`.
        let product = mul_i16_keep_low_m256i(limited, weights);
        total = add_i32_m256i(total, mul_i16_horizontal_add_m256i(product, limited));
    }
    <[i32; 8]>::from(total).iter().sum()
}
