//! Piece types, and pieces with a color.

use std::fmt;

use super::Color;

/// The type of a piece, without its color.
///
/// ```
/// use ferz::chess::PieceType;
/// assert_eq!(PieceType::from_letter('N'), Some(PieceType::Knight));
/// assert_eq!(PieceType::Knight.letter(), 'n');
/// assert_eq!(PieceType::Knight.to_string(), "knight");
/// assert_eq!(PieceType::ALL[PieceType::Knight.index()], PieceType::Knight);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceType {
    /// A pawn, ♙.
    Pawn,
    /// A knight, ♘.
    Knight,
    /// A bishop, ♗.
    Bishop,
    /// A rook, ♖.
    Rook,
    /// A queen, ♕.
    Queen,
    /// A king, ♔.
    King,
}

impl PieceType {
    /// All piece types, in index order, which is also the order of increasing value.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// The piece types that a pawn can promote to.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns the index: 0 for a pawn to 5 for a king.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the English letter in lower case: `p`, `n`, `b`, `r`, `q` or `k`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// Returns the piece type with this English letter, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }
}

/// Formats the English name: `pawn`, `knight`, …
impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        })
    }
}

/// A piece: its color and its type.
///
/// ```
/// use ferz::chess::{Color, Piece, PieceType};
/// let knight = Piece::new(Color::Black, PieceType::Knight);
/// assert_eq!(knight.letter(), 'n');
/// assert_eq!(knight.to_string(), "n");
/// assert_eq!(Piece::from_letter('n'), Some(knight));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side that owns the piece.
    pub color: Color,
    /// The type of the piece.
    pub kind: PieceType,
}

impl Piece {
    /// Returns the piece of this color and type.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self { color, kind }
    }

    /// Returns the piece with this FEN letter. Upper case is White.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let Some(kind) = PieceType::from_letter(letter) else {
            return None;
        };
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        Some(Self { color, kind })
    }

    /// Returns the FEN letter. Upper case is White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }
}

/// Formats the FEN letter.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
