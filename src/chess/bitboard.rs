//! Sets of squares: bit *n* of a 64-bit word stands for square *n*.
//!
//! See <https://www.chessprogramming.org/Bitboards>.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Color, File, Rank, Square};

/// A set of squares. It prints as a diagram:
///
/// ```
/// use ferz::chess::{Square, attacks::knight_attacks};
///
/// let attacked = knight_attacks(Square::D4);
/// let diagram = "\
/// . . . . . . . .
/// . . . . . . . .
/// . . X . X . . .
/// . X . . . X . .
/// . . . . . . . .
/// . X . . . X . .
/// . . X . X . . .
/// . . . . . . . .
/// ";
/// assert_eq!(attacked.to_string(), diagram);
/// assert!(attacked.contains(Square::F5));
/// assert_eq!(attacked.count(), 8);
/// ```
///
/// Sets are combined with the operators `&`, `|`, `^` and `!`, and iterated in the order of the
/// squares:
///
/// ```
/// use ferz::chess::{Bitboard, Color, File, Rank, Square};
///
/// let knights: Bitboard = [Square::B1, Square::G1].into_iter().collect();
/// assert_eq!(knights, Square::B1.bitboard() | Square::G1.bitboard());
/// assert_eq!(knights & File::G.bitboard(), Square::G1.bitboard());
/// assert_eq!((!knights & Rank::First.bitboard()).count(), 6);
/// assert_eq!(knights.iter().collect::<Vec<_>>(), [Square::B1, Square::G1]);
/// assert_eq!((knights.first(), knights.last()), (Some(Square::B1), Some(Square::G1)));
/// assert!(knights.more_than_one() && !knights.intersects(Rank::Second.bitboard()));
/// assert_eq!(Rank::Seventh.bitboard().forward(Color::Black), Rank::Sixth.bitboard());
/// assert_eq!(File::A.bitboard().east().west(), File::A.bitboard());
/// assert_eq!(File::H.bitboard().east(), Bitboard::EMPTY);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xFF;

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);
    /// The 32 dark squares, which include a1.
    ///
    /// ```text
    /// . X . X . X . X
    /// X . X . X . X .
    /// . X . X . X . X
    /// X . X . X . X .
    /// . X . X . X . X
    /// X . X . X . X .
    /// . X . X . X . X
    /// X . X . X . X .
    /// ```
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set has at least one square.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns whether the set has at least two squares.
    #[inline]
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns whether `square` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Returns whether the two sets have a square in common.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the number of squares in the set, 0 to 64.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the square with the lowest index, or `None` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(self.0.trailing_zeros() as usize))
        }
    }

    /// Returns the square with the highest index, or `None` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(63 - self.0.leading_zeros() as usize))
        }
    }

    /// Returns an iterator over the squares, in index order.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// Returns the names of the squares, separated by `separator`.
    ///
    /// ```
    /// use ferz::chess::Square;
    /// assert_eq!((Square::E4.bitboard() | Square::D5.bitboard()).names(", "), "e4, d5");
    /// ```
    #[must_use]
    pub fn names(self, separator: &str) -> String {
        let names: Vec<String> = self.iter().map(|square| square.to_string()).collect();
        names.join(separator)
    }

    /// Returns the set shifted one rank forward for pawns of `color`. Squares beyond the last rank
    /// are dropped.
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }

    /// Returns the set shifted one file to the right, toward the h-file. Squares beyond it are
    /// dropped.
    #[inline]
    #[must_use]
    pub const fn east(self) -> Self {
        Self((self.0 & !FILE_H) << 1)
    }

    /// Returns the set shifted one file to the left, toward the a-file. Squares beyond it are
    /// dropped.
    #[inline]
    #[must_use]
    pub const fn west(self) -> Self {
        Self((self.0 & !FILE_A) >> 1)
    }
}

impl Square {
    /// Returns the set that contains only this square.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl File {
    /// Returns the eight squares of this file.
    ///
    /// ```text
    /// . . . . X . . .
    /// . . . . X . . .
    /// . . . . X . . .
    /// . . . . X . . .
    /// . . . . X . . .      File::E.bitboard()
    /// . . . . X . . .
    /// . . . . X . . .
    /// . . . . X . . .
    /// ```
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(FILE_A << self.index())
    }
}

impl Rank {
    /// Returns the eight squares of this rank.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(RANK_1 << (8 * self.index()))
    }
}

/// Iterator over the squares of a [`Bitboard`], in index order. See [`Bitboard::iter`].
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

/// Implements a binary operator and its assignment for sets.
macro_rules! operator {
    ($operator:tt $trait:ident $method:ident $assign_trait:ident $assign_method:ident) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    };
}

operator!(& BitAnd bitand BitAndAssign bitand_assign);
operator!(| BitOr bitor BitOrAssign bitor_assign);
operator!(^ BitXor bitxor BitXorAssign bitxor_assign);

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Formats the set as eight lines, the eighth rank first, with `X` for each square in the set.
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

/// Formats a line break and the diagram, so that a failed assertion shows the set.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
