//! The architecture of the network.
//!
//! ```text
//! features of the side to move  -> hidden layer (HIDDEN) -+
//!                 same weights                            +-> output
//! features of the other side    -> hidden layer (HIDDEN) -+
//! ```
//!
//! A feature is a piece on a square, seen from one side ([`features`](super::features)). Few
//! features change in a move, so the sums of the hidden layer are updated instead of computed
//! again. The activation function is SCReLU: the square of a sum limited to 0 to 1. There is one
//! set of output weights for each range of piece counts.

use std::fmt;

use bytemuck::{Pod, Zeroable};

use super::features::{FEATURES_PER_BUCKET, KING_BUCKETS};

/// Number of neurons of the hidden layer, for each side, in the networks that the engine uses.
pub const HIDDEN: usize = 512;

/// Number of sets of output weights; see [`output_bucket`].
pub const OUTPUT_BUCKETS: usize = 8;

/// Number of features of a side.
pub const FEATURES: usize = KING_BUCKETS * FEATURES_PER_BUCKET;

/// Quantized value of 1 in the hidden layer. With it, the product of an activation and an output
/// weight fits in 16 bits.
pub const HIDDEN_ONE: i32 = 255;

/// Quantized value of 1 among the output weights.
pub const OUTPUT_ONE: i32 = 256;

/// Value of the output 1, in centipawns. The default of `ferz-lab data --scale` is the same.
pub const OUTPUT_SCALE: i32 = 130;

/// Returns the number of the set of output weights for a position with this number of pieces, kings
/// included.
#[inline]
pub const fn output_bucket(pieces: u32) -> usize {
    /// Number of piece counts that share a set.
    const RANGE: usize = 32 / OUTPUT_BUCKETS;
    debug_assert!(2 <= pieces && pieces <= 32);
    (pieces as usize - 1) / RANGE
}

/// The sizes and scales of a network, in the order of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Architecture {
    /// Number of king buckets.
    pub king_buckets: u32,
    /// Number of neurons of the hidden layer, for each side.
    pub hidden: u32,
    /// Number of sets of output weights.
    pub output_buckets: u32,
    /// Quantized value of 1 in the hidden layer.
    pub hidden_one: u32,
    /// Quantized value of 1 among the output weights.
    pub output_one: u32,
    /// Value of the output 1, in centipawns.
    pub output_scale: u32,
}

impl Architecture {
    /// The architecture of the networks that this version uses.
    pub const CURRENT: Self = Self::of(HIDDEN);

    /// Returns the architecture with `hidden` neurons in the hidden layer.
    pub const fn of(hidden: usize) -> Self {
        Self {
            king_buckets: KING_BUCKETS as u32,
            hidden: hidden as u32,
            output_buckets: OUTPUT_BUCKETS as u32,
            hidden_one: HIDDEN_ONE as u32,
            output_one: OUTPUT_ONE as u32,
            output_scale: OUTPUT_SCALE as u32,
        }
    }
}

/// Formats the architecture like `4x768 -> 2x256 -> 8x1, quantized 255/256, scale 130`.
impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}x{FEATURES_PER_BUCKET} -> 2x{} -> {}x1, quantized {}/{}, scale {}",
            self.king_buckets,
            self.hidden,
            self.output_buckets,
            self.hidden_one,
            self.output_one,
            self.output_scale
        )
    }
}
