//! Marked squares of a board.

use std::collections::{BTreeMap, BTreeSet};

use crate::chess::{Bitboard, Move, Square};

/// The reason why a square is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Origin or target of a move, the rook that castles, or the pawn that is captured en passant.
    Move,
    /// A piece that attacks the king before or after the move, or a square of castling.
    Attacker,
    /// A pinned piece, or the piece that pins it.
    Pin,
    /// A square on the way of a castling king, or a piece over which a move jumps.
    Path,
}

/// How a mark is shown.
pub struct Look {
    /// Text in a legend.
    pub meaning: &'static str,
    /// The brackets around the square in text without colors.
    pub brackets: [char; 2],
    /// Background on a terminal, of the palette of 256 colors: gold, red, violet and green, dark
    /// enough for white pieces and light enough for black ones.
    pub terminal: u8,
    /// Color in pictures. Both colors of pieces are visible on it.
    pub picture: &'static str,
}

impl Mark {
    /// Returns how the mark is shown.
    pub const fn look(self) -> Look {
        let (meaning, brackets, terminal, picture) = match self {
            Self::Move => ("move", ['[', ']'], 136, "#cdbf45"),
            Self::Attacker => ("attacker", ['(', ')'], 167, "#dc6a5c"),
            Self::Pin => ("pin", ['<', '>'], 133, "#62a7d8"),
            Self::Path => ("path", ['{', '}'], 71, "#79b574"),
        };
        Look {
            meaning,
            brackets,
            terminal,
            picture,
        }
    }
}

/// The marked squares, each with one mark.
#[derive(Clone, Debug, Default)]
pub struct Marks(BTreeMap<Square, Mark>);

impl Marks {
    /// Returns the marks of a move: its origin and target, or the king and the rook that castle.
    pub fn of_move(mv: Move) -> Self {
        let mut marks = Self::default();
        marks.add(mv.from().bitboard() | mv.to().bitboard(), Mark::Move);
        marks
    }

    /// Marks squares. A square that already has a mark keeps it.
    pub fn add(&mut self, squares: Bitboard, mark: Mark) {
        for square in squares {
            self.0.entry(square).or_insert(mark);
        }
    }

    /// Returns the mark of a square.
    pub fn at(&self, square: Square) -> Option<Mark> {
        self.0.get(&square).copied()
    }

    /// Returns the marks that any square has, in the order of their declaration.
    pub fn used(&self) -> BTreeSet<Mark> {
        self.0.values().copied().collect()
    }

    /// Returns the marked squares and their marks.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Mark)> {
        self.0.iter().map(|(&square, &mark)| (square, mark))
    }
}
