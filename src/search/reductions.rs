//! The base of late-move reductions, which depends on depth and move count only.
//!
//! See <https://www.chessprogramming.org/Late_Move_Reductions>.

use super::params::{reduction_base, reduction_factor};

/// Units of a reduction in one ply.
pub(super) const PLY: i32 = 1024;

/// ln(n) for n from 0 (treated as 1) to 255, in 1024ths ([`PLY`]).
pub(super) struct Reductions([i32; 256]);

impl Default for Reductions {
    fn default() -> Self {
        let logarithm = |n: usize| ((n.max(1) as f64).ln() * f64::from(PLY)) as i32;
        Self(std::array::from_fn(logarithm))
    }
}

impl Reductions {
    /// Returns the reduction for a depth and a move count, in 1024ths of a ply ([`PLY`]). It
    /// grows with the product of their logarithms.
    pub fn base(&self, depth: i32, move_count: i32) -> i32 {
        let log = |n: i32| self.0[n.clamp(1, 255) as usize];
        let product = log(depth) * log(move_count) / PLY;
        reduction_base() + product * reduction_factor() / 1024
    }
}
