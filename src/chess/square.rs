//! Files, ranks and squares.
//!
//! Squares are numbered along the ranks from White's left: a1 is 0, b1 is 1, h8 is 63
//! (little-endian rank-file mapping,
//! <https://www.chessprogramming.org/Square_Mapping_Considerations>).

use std::fmt;
use std::str::FromStr;

use super::color::Color;
use crate::support::quote::Quoted;

/// Defines an enum whose discriminants count up from 0, with its constant `ALL`, its
/// `index`, and the inverse, a `match` that the optimiser turns into nothing at all:
/// so an index becomes an enum without `unsafe` and without a table.
macro_rules! indexed_enum {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $index:literal),* $(,)? } last $last:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the names say it all")]
        pub enum $name { $($variant = $index,)* $last }

        impl $name {
            /// Every value, in index order.
            pub const ALL: [Self; Self::$last as usize + 1] = [$(Self::$variant,)* Self::$last];

            /// The number of this value, from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The value with this number; the number is taken modulo their count.
            #[inline]
            #[must_use]
            pub const fn from_index(index: usize) -> Self {
                match index % (Self::$last as usize + 1) {
                    $($index => Self::$variant,)*
                    _ => Self::$last,
                }
            }
        }
    };
}

indexed_enum! {
    /// A column of the board, `a` to `h`, from White's left.
    File { A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6 } last H
}

indexed_enum! {
    /// A row of the board, from White's side.
    Rank {
        First = 0, Second = 1, Third = 2, Fourth = 3, Fifth = 4, Sixth = 5, Seventh = 6
    } last Eighth
}

indexed_enum! {
    /// One of the 64 squares.
    ///
    /// ```
    /// use ferz::chess::{File, Rank, Square};
    /// assert_eq!(Square::new(File::E, Rank::Fourth), Square::E4);
    /// assert_eq!("e4".parse(), Ok(Square::E4));
    /// ```
    Square {
        A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
        A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
        A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
        A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
        A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
        A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
        A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
        A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62,
    } last H8
}

impl File {
    /// The file that a letter names, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            lower @ 'a'..='h' => Some(Self::from_index(lower as usize - 'a' as usize)),
            _ => None,
        }
    }

    /// `a` to `h`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}

impl Rank {
    /// The rank that a digit `1` to `8` names.
    #[must_use]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::from_index(digit as usize - '1' as usize)),
            _ => None,
        }
    }

    /// `1` to `8`.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }
}

impl Square {
    /// The square where a file and a rank cross.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_index(rank.index() * 8 + file.index())
    }

    /// The column this square is in.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::from_index(self.index() % 8)
    }

    /// The row this square is in.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::from_index(self.index() / 8)
    }

    /// The square seen from the other side of the board: a1 becomes a8.
    #[inline]
    #[must_use]
    pub const fn flip_rank(self) -> Self {
        Self::from_index(self.index() ^ 56)
    }

    /// The square so many files to the right and ranks up, if it is on the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self.index() % 8) as i8 + files;
        let rank = (self.index() / 8) as i8 + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Self::from_index(rank as usize * 8 + file as usize))
    }

    /// Returns the number of king moves between two squares on an empty board, 0 to 7: the
    /// Chebyshev distance.
    ///
    /// ```
    /// use ferz::chess::Square;
    /// assert_eq!(Square::B1.distance(Square::C8), 7);
    /// ```
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> usize {
        let (a, b) = (self.index(), other.index());
        let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        if files > ranks { files } else { ranks }
    }

    /// The square one step ahead for a pawn of `color`; wraps around the board's edge,
    /// where no pawn stands.
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self::from_index(self.index() + 8),
            Color::Black => Self::from_index(self.index() + 56),
        }
    }
}

/// The ranks that rules of chess name relative to a side.
impl Color {
    /// The rank where this side's king and rooks start.
    #[inline]
    #[must_use]
    pub const fn back_rank(self) -> Rank {
        match self {
            Self::White => Rank::First,
            Self::Black => Rank::Eighth,
        }
    }

    /// The rank where this side's pawns start, and may push two squares.
    #[inline]
    #[must_use]
    pub const fn pawn_rank(self) -> Rank {
        match self {
            Self::White => Rank::Second,
            Self::Black => Rank::Seventh,
        }
    }

    /// The rank that this side's pawns cross when they push two squares: the rank of an
    /// en passant square that this side leaves behind.
    #[inline]
    #[must_use]
    pub const fn en_passant_rank(self) -> Rank {
        match self {
            Self::White => Rank::Third,
            Self::Black => Rank::Sixth,
        }
    }

    /// The rank where this side's pawns promote.
    #[inline]
    #[must_use]
    pub const fn promotion_rank(self) -> Rank {
        self.opponent().back_rank()
    }
}

/// `a1` to `h8`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

/// A text that does not name a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSquareError(pub String);

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is not a square; expected a file from a to h and a rank from 1 to 8, like e4",
            Quoted(&self.0)
        )
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut chars = text.chars();
        match (chars.next(), chars.next(), chars.next()) {
            (Some(file), Some(rank), None) => File::from_letter(file)
                .filter(|_| file.is_ascii_lowercase())
                .zip(Rank::from_digit(rank))
                .map(|(file, rank)| Self::new(file, rank)),
            _ => None,
        }
        .ok_or_else(|| ParseSquareError(text.to_owned()))
    }
}
