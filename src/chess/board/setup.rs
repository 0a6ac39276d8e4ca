//! A position that is not validated yet, as a FEN or a builder describes it.
//!
//! See <https://www.chessprogramming.org/Chess_Position>.

use std::fmt;

use crate::chess::{Board, CastlingSide, Color, File, Square};

/// A castling right, as one letter of a FEN.
///
/// ```
/// use ferz::chess::{CastlingLetter, CastlingSide, Color, RookName};
/// let letter = CastlingLetter {
///     color: Color::White,
///     rook: RookName::Outermost(CastlingSide::King),
/// };
/// assert_eq!(letter.to_string(), "K");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingLetter {
    /// The side that has the right.
    pub color: Color,
    /// The rook.
    pub rook: RookName,
}

/// The name of a castling rook in a FEN. See [`CastlingLetter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RookName {
    /// `K` or `Q`: the outermost rook on this side of the king.
    Outermost(CastlingSide),
    /// `A` to `H`: the rook on this file.
    OnFile(File),
}

impl CastlingLetter {
    pub(super) fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let rook = match letter.to_ascii_lowercase() {
            'k' => RookName::Outermost(CastlingSide::King),
            'q' => RookName::Outermost(CastlingSide::Queen),
            _ => RookName::OnFile(File::from_letter(letter)?),
        };
        Some(Self { color, rook })
    }
}

/// Formats the letter as in a FEN: uppercase for White, lowercase for Black.
impl fmt::Display for CastlingLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.rook {
            RookName::Outermost(CastlingSide::King) => 'k',
            RookName::Outermost(CastlingSide::Queen) => 'q',
            RookName::OnFile(file) => file.letter(),
        };
        match self.color {
            Color::White => write!(f, "{}", letter.to_ascii_uppercase()),
            Color::Black => write!(f, "{letter}"),
        }
    }
}

/// A well-formed position that may be invalid. `Setup::validate` turns it into a [`Board`].
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The pieces, the side to move and the clocks, without castling rights and en passant square.
    pub(super) board: Board,
    /// The castling rights as given.
    pub(super) castling: Vec<CastlingLetter>,
    /// The en passant square as given.
    pub(super) en_passant: Option<Square>,
    /// Number of fields of the FEN if castling rights or the en passant square are missing.
    pub(super) incomplete: Option<usize>,
}
