//! The two sides, as a value ([`Color`]) and as a type ([`Side`]).
//!
//! Most code uses a [`Color`]. The move generator takes the side as a type parameter, so that the
//! direction of pawns and the ranks of a side are compile-time constants.

use std::fmt;
use std::ops::Not;

/// A side of the game.
///
/// ```
/// use ferz::chess::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::White.opponent(), Color::Black);
/// assert_eq!(Color::ALL.map(Color::index), [0, 1]);
/// assert_eq!(Color::White.to_string(), "white");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first; its pawns move up the board.
    White,
    /// The side that moves second; its pawns move down the board.
    Black,
}

impl Color {
    /// Both colors, in index order.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns 0 for White and 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other color.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

/// Formats the color as `white` or `black`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// A color as a type, for code that is compiled for each side.
pub trait Side {
    /// The color of this side.
    const COLOR: Color;
    /// The opponent's type.
    type Opponent: Side<Opponent = Self>;
}

/// White as a [`Side`].
#[derive(Clone, Copy, Debug)]
pub struct White;

/// Black as a [`Side`].
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Opponent = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Opponent = White;
}
