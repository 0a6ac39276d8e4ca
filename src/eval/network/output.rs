//! The output layer.
//!
//! For x86-64 in vector instructions: for a plain loop, the compiler uses only half of each
//! register. The same code serves all sizes of registers.

#[cfg(not(target_arch = "x86_64"))]
use super::architecture::HIDDEN;
use super::architecture::HIDDEN_ONE;
use super::weights::{Row, Sums};

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
use safe_arch::{
    add_i32_m128i as add, m128i as Vector, max_i16_m128i as max, min_i16_m128i as min,
    mul_i16_horizontal_add_m128i as multiply_and_add_pairs, mul_i16_keep_low_m128i as multiply,
};
#[cfg(all(target_feature = "avx2", not(target_feature = "avx512bw")))]
use safe_arch::{
    add_i32_m256i as add, m256i as Vector, max_i16_m256i as max, min_i16_m256i as min,
    mul_i16_horizontal_add_m256i as multiply_and_add_pairs, mul_i16_keep_low_m256i as multiply,
};
#[cfg(target_feature = "avx512bw")]
use safe_arch::{
    add_i32_m512i as add, m512i as Vector, max_i16_m512i as max, min_i16_m512i as min,
    mul_i16_horizontal_add_m512i as multiply_and_add_pairs, mul_i16_keep_low_m512i as multiply,
};

/// Number of sums in a vector.
#[cfg(target_arch = "x86_64")]
pub const LANES: usize = size_of::<Vector>() / size_of::<i16>();

/// Number of sums in a vector of 128 bits.
#[cfg(not(target_arch = "x86_64"))]
pub const LANES: usize = 8;

/// Returns the sum of the products of activations and output weights, in units of
/// 1/([`HIDDEN_ONE`]² × [`OUTPUT_ONE`](super::architecture::OUTPUT_ONE)). The activation function
/// is SCReLU.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn weigh_activations(sums: &Sums, weights: &Row) -> i64 {
    let zero = Vector::from([0_i16; LANES]);
    let one = Vector::from([HIDDEN_ONE as i16; LANES]);
    let mut total = zero;
    let sum_vectors = sums.0.as_chunks::<LANES>().0;
    let weight_vectors = weights.0.as_chunks::<LANES>().0;
    for (&sum, weight) in sum_vectors.iter().zip(weight_vectors) {
        let limited = min(max(Vector::from(sum), zero), one);
        // Fits in 16 bits; see `weights.rs`.
        let product = multiply(limited, Vector::from(weight.map(i16::from)));
        total = add(total, multiply_and_add_pairs(product, limited));
    }
    <[i32; LANES / 2]>::from(total)
        .into_iter()
        .map(i64::from)
        .sum()
}

/// Returns the same sum as the form above.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub fn weigh_activations(sums: &Sums, weights: &Row) -> i64 {
    // The sum of one part fits in 32 bits; see `weights.rs`.
    const PART: usize = HIDDEN / 4;
    let parts = sums.0.chunks(PART).zip(weights.0.chunks(PART));
    let sum_of_part = |(part, its_weights): (&[i16], &[i8])| {
        let mut total = 0;
        for (&sum, &weight) in part.iter().zip(its_weights) {
            let limited = sum.clamp(0, HIDDEN_ONE as i16);
            // Fits in 16 bits; see `weights.rs`.
            let product = limited.wrapping_mul(weight.into());
            total += i32::from(product) * i32::from(limited);
        }
        total
    };
    parts.map(sum_of_part).map(i64::from).sum()
}
