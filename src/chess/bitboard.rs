//! A set of squares in 64 bits, bit *n* for square *n*.
//!
//! See <https://www.chessprogramming.org/Bitboards>.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::color::Color;
use super::square::{File, Rank, Square};

/// A set of squares.
///
/// ```
/// use ferz::chess::{Bitboard, Square};
/// let knights = Square::B1.bitboard() | Square::G1.bitboard();
/// assert_eq!(knights.count(), 2);
/// assert_eq!(knights.iter().collect::<Vec<_>>(), [Square::B1, Square::G1]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xFF;

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// The 32 dark squares, a1 among them.
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);

    /// Whether no square is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any square is in the set.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether two or more squares are in the set.
    #[inline]
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `square` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The number of squares in the set, 0 to 64.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The square with the lowest number, if there is one.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(self.0.trailing_zeros() as usize))
        }
    }

    /// The square with the highest number, if there is one.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(63 - self.0.leading_zeros() as usize))
        }
    }

    /// The squares of the set, from the lowest number up.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// The names of the squares, with `separator` between them.
    #[must_use]
    pub fn names(self, separator: &str) -> String {
        let names: Vec<String> = self.iter().map(|square| square.to_string()).collect();
        names.join(separator)
    }

    /// Every square one step ahead for a pawn of `color`.
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }

    /// Every square one step to the right (towards the h-file); what is on it falls off.
    #[inline]
    #[must_use]
    pub const fn east(self) -> Self {
        Self((self.0 & !FILE_H) << 1)
    }

    /// Every square one step to the left (towards the a-file); what is on it falls off.
    #[inline]
    #[must_use]
    pub const fn west(self) -> Self {
        Self((self.0 & !FILE_A) >> 1)
    }
}

impl Square {
    /// The set of this square alone.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl File {
    /// The eight squares of this file.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(FILE_A << self.index())
    }
}

impl Rank {
    /// The eight squares of this rank.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(RANK_1 << (8 * self.index()))
    }
}

/// Iterates over the squares of a [`Bitboard`].
#[derive(Clone, Copy, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first();
        self.0.0 &= self.0.0.wrapping_sub(1);
        square
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// Eight lines, the eighth rank first: `X` for a square in the set, `.` for another.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let row = File::ALL.map(|file| {
                if self.contains(Square::new(file, rank)) {
                    "X"
                } else {
                    "."
                }
            });
            writeln!(f, "{}", row.join(" "))?;
        }
        Ok(())
    }
}

/// A line break and the diagram, which is what a failing test should show.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
