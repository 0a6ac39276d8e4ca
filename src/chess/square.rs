//! Files, ranks and squares.
//!
//! Squares are numbered from 0 to 63, rank by rank from White's left: a1 is 0, b1 is 1, h8 is 63
//! (little-endian rank-file mapping,
//! <https://www.chessprogramming.org/Square_Mapping_Considerations>).

use std::fmt;
use std::str::FromStr;

use super::Color;
use crate::support::quote::Quoted;

/// Defines an enum whose discriminants count up from 0, with a constant `ALL`, a method `index` and
/// its inverse `from_index`. The inverse is a `match` that the optimizer removes, so it needs
/// neither `unsafe` nor a table. The last variant is given apart, for the arm `_` of the `match`.
macro_rules! indexed_enum {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $index:literal),* $(,)? } last $last:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the names say it all")]
        pub enum $name { $($variant = $index,)* $last }

        impl $name {
            /// All values, in index order.
            pub const ALL: [Self; Self::$last as usize + 1] = [$(Self::$variant,)* Self::$last];

            /// Returns the index of this value, from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the value with this index, which is taken modulo the number of values.
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
    /// A file (column) of the board, `a` to `h`, from White's left.
    ///
    /// ```
    /// use ferz::chess::{File, Square};
    /// assert_eq!(Square::E4.file(), File::E);
    /// assert_eq!(File::from_letter('e'), Some(File::E));
    /// assert_eq!(File::E.letter(), 'e');
    /// assert_eq!(File::from_index(4), File::E);
    /// assert_eq!(File::E.bitboard().count(), 8);
    /// ```
    File { A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6 } last H
}

indexed_enum! {
    /// A rank (row) of the board, 1 to 8, from White's side.
    ///
    /// ```
    /// use ferz::chess::{Rank, Square};
    /// assert_eq!(Square::E4.rank(), Rank::Fourth);
    /// assert_eq!(Rank::from_digit('4'), Some(Rank::Fourth));
    /// assert_eq!(Rank::Fourth.digit(), '4');
    /// assert_eq!(Rank::ALL.len(), 8);
    /// ```
    Rank {
        First = 0, Second = 1, Third = 2, Fourth = 3, Fifth = 4, Sixth = 5, Seventh = 6
    } last Eighth
}

indexed_enum! {
    /// A square of the board.
    ///
    /// ```
    /// use ferz::chess::{Color, File, Rank, Square};
    /// assert_eq!(Square::new(File::E, Rank::Fourth), Square::E4);
    /// assert_eq!("e4".parse(), Ok(Square::E4));
    /// assert_eq!(Square::E4.to_string(), "e4");
    /// assert_eq!(Square::E4.index(), 28);
    /// assert_eq!(Square::E4.forward(Color::Black), Square::E3);
    /// assert_eq!(Square::C2.flip_rank(), Square::C7);
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::G1.offset(2, 1), None);
    /// assert_eq!(Square::B1.distance(Square::C8), 7);
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
    /// Returns the file with this letter, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            lower @ 'a'..='h' => Some(Self::from_index(lower as usize - 'a' as usize)),
            _ => None,
        }
    }

    /// Returns the letter of the file, `a` to `h`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}

impl Rank {
    /// Returns the rank with this digit, `1` to `8`.
    #[must_use]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::from_index(digit as usize - '1' as usize)),
            _ => None,
        }
    }

    /// Returns the digit of the rank, `1` to `8`.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }
}

impl Square {
    /// Returns the square on this file and rank.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_index(rank.index() * 8 + file.index())
    }

    /// Returns the file of the square.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::from_index(self.index() % 8)
    }

    /// Returns the rank of the square.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::from_index(self.index() / 8)
    }

    /// Returns the square mirrored vertically: a1 becomes a8.
    #[inline]
    #[must_use]
    pub const fn flip_rank(self) -> Self {
        Self::from_index(self.index() ^ 56)
    }

    /// Returns the square that is `files` files to the right and `ranks` ranks up as White sees the
    /// board, or `None` if that is off the board.
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
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> usize {
        let (a, b) = (self.index(), other.index());
        let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        if files > ranks { files } else { ranks }
    }

    /// Returns the square one step forward for a pawn of `color`. On the last rank, where no pawn
    /// ever stands, it wraps around to the first.
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self::from_index(self.index() + 8),
            // 56 is -8 modulo 64.
            Color::Black => Self::from_index(self.index() + 56),
        }
    }
}

/// Ranks relative to a side.
impl Color {
    /// Returns the rank on which this side's king and rooks start.
    ///
    /// ```
    /// use ferz::chess::{Color, Rank};
    /// assert_eq!(Color::Black.back_rank(), Rank::Eighth);
    /// assert_eq!(Color::Black.pawn_rank(), Rank::Seventh);
    /// assert_eq!(Color::Black.skipped_rank(), Rank::Sixth);
    /// assert_eq!(Color::Black.promotion_rank(), Rank::First);
    /// ```
    #[inline]
    #[must_use]
    pub const fn back_rank(self) -> Rank {
        match self {
            Self::White => Rank::First,
            Self::Black => Rank::Eighth,
        }
    }

    /// Returns the rank on which this side's pawns start, and from which they may push two squares.
    #[inline]
    #[must_use]
    pub const fn pawn_rank(self) -> Rank {
        match self {
            Self::White => Rank::Second,
            Self::Black => Rank::Seventh,
        }
    }

    /// Returns the rank that this side's pawns skip in a double push. The en passant square is on
    /// this rank.
    #[inline]
    #[must_use]
    pub const fn skipped_rank(self) -> Rank {
        match self {
            Self::White => Rank::Third,
            Self::Black => Rank::Sixth,
        }
    }

    /// Returns the rank on which this side's pawns promote.
    #[inline]
    #[must_use]
    pub const fn promotion_rank(self) -> Rank {
        self.opponent().back_rank()
    }
}

/// Formats the square as `a1` to `h8`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

/// The error of parsing a text that does not name a [`Square`].
///
/// ```
/// use ferz::chess::Square;
/// let error = "e9".parse::<Square>().unwrap_err();
/// assert!(error.to_string().starts_with(r#""e9" is not a square"#));
/// ```
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
