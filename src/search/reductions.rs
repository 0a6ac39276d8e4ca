//! The table of late-move reductions.
//!
//! See <https://www.chessprogramming.org/Late_Move_Reductions>.

use super::params::{reduction_base, reduction_factor};

/// Reductions are counted in parts of a ply, this many of which make a whole one.
pub(super) const PLY: i32 = 1024;

/// The natural logarithms that reductions are made of.
pub(super) struct Reductions {
    /// Of 0 (as 1) to 255, in parts of a [`PLY`].
    logarithms: [i32; 256],
}

impl Default for Reductions {
    fn default() -> Self {
        let logarithm = |n: usize| ((n.max(1) as f64).ln() * f64::from(PLY)) as i32;
        Self {
            logarithms: std::array::from_fn(logarithm),
        }
    }
}

impl Reductions {
    /// The reduction by depth and number of the move alone, in parts of a [`PLY`].
    pub fn base(&self, depth: i32, number: i32) -> i32 {
        let log = |n: i32| self.logarithms[n.clamp(1, 255) as usize];
        // Both logarithms are in parts of a PLY, so their product is in PLY times that.
        let product = log(depth) * log(number) / PLY;
        reduction_base() + product * reduction_factor() / 1024
    }
}
