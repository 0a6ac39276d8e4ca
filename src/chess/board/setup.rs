//! A position that is not validated yet, as a FEN or a builder describes it.

use std::fmt;

use super::state::Board;
use crate::chess::castling::CastlingSide;
use crate::chess::color::Color;
use crate::chess::square::{File, Square};

/// A castling right as a FEN names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingLetter {
    /// Whose right it is.
    pub color: Color,
    /// Which rook it is.
    pub rook: RookName,
}

/// How a FEN names a rook that may castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RookName {
    /// `K` or `Q`: the outermost one on this side of the king.
    Outermost(CastlingSide),
    /// `A` to `H`: the one on this file.
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

/// The FEN letter.
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

/// A well-formed FEN, which may describe a position that cannot be played.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// Pieces, side to move and clocks; no castling rights and no en passant square yet.
    pub(super) board: Board,
    /// The castling rights as written.
    pub(super) castling: Vec<CastlingLetter>,
    /// The en passant square as written.
    pub(super) en_passant: Option<Square>,
}
