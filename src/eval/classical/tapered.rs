//! Tapered scores: pairs of a middlegame and an endgame value.
//!
//! Both values share one 32-bit integer, so adding two pairs is one addition, as fast as for a
//! single value. See <https://www.chessprogramming.org/Tapered_Eval>.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};

use crate::score::Score;

/// A middlegame and an endgame value in centipawns (or, for danger to a king, in units of danger),
/// each from -32768 to 32767. Arithmetic does not check this range.
#[derive(Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Tapered(i32);

impl Tapered {
    /// Returns a pair of values.
    #[inline]
    pub const fn new(middlegame: Score, endgame: Score) -> Self {
        Self((endgame << 16) + middlegame)
    }

    /// Returns the middlegame value, which applies in full when all pieces are on the board.
    #[inline]
    pub const fn middlegame(self) -> Score {
        self.0 as i16 as Score
    }

    /// Returns the endgame value, which applies in full with only kings and pawns.
    #[inline]
    pub const fn endgame(self) -> Score {
        // A negative lower half has borrowed 1 from the upper half; the addition restores it.
        ((self.0 + 0x8000) >> 16) as Score
    }

    /// Returns the weighted mean of both values. The weight of the middlegame value is
    /// `phase / full`.
    #[inline]
    pub const fn blend(self, phase: i32, full: i32) -> Score {
        (self.middlegame() * phase + self.endgame() * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::default(), Add::add)
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_correct_in_both_halves_for_all_signs() {
        let values = [-9000, -321, -1, 0, 1, 77, 9000];
        for (a, b) in values.into_iter().flat_map(|a| values.map(|b| (a, b))) {
            let pair = Tapered::new(a, b);
            assert_eq!((pair.middlegame(), pair.endgame()), (a, b));
            let other = Tapered::new(b, -a);
            assert_eq!(pair + other, Tapered::new(a + b, b - a));
            assert_eq!(pair - other, Tapered::new(a - b, b + a));
            assert_eq!(pair * -3, Tapered::new(a * -3, b * -3));
        }
    }
}
