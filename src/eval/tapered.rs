//! A pair of values, one for the middlegame and one for the endgame.
//! See <https://www.chessprogramming.org/Tapered_Eval>.

use std::iter::Sum;
use std::ops::{Add, Mul, Neg};

use crate::score::Score;

/// What something is worth in the middlegame and in the endgame, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    /// With all pieces on the board.
    pub middlegame: Score,
    /// With kings and pawns alone.
    pub endgame: Score,
}

impl Tapered {
    /// A pair of values.
    #[must_use]
    pub const fn new(middlegame: Score, endgame: Score) -> Self {
        Self {
            middlegame,
            endgame,
        }
    }

    /// The mean of the two, weighted by `phase` out of `full`.
    #[inline]
    #[must_use]
    pub const fn blend(self, phase: i32, full: i32) -> Score {
        (self.middlegame * phase + self.endgame * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(
            self.middlegame + other.middlegame,
            self.endgame + other.endgame,
        )
    }
}

impl Neg for Tapered {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.middlegame, -self.endgame)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self::new(self.middlegame * factor, self.endgame * factor)
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::default(), Add::add)
    }
}
