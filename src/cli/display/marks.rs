//! Marked squares of a board.

use std::collections::BTreeMap;

use crate::chess::{Bitboard, Move, Square};

/// The reason why a square is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// The square that a move leaves or enters.
    Move,
    /// A piece that gives check or attacks a square that the king crosses.
    Attacker,
    /// A pinned piece, or the piece that pins it.
    Pin,
    /// A square that a castling king crosses, or a piece over which a move jumps.
    Path,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 4] = [Self::Move, Self::Attacker, Self::Pin, Self::Path];

    /// Returns the brackets around the square in text without colors.
    pub const fn brackets(self) -> (char, char) {
        match self {
            Self::Move => ('[', ']'),
            Self::Attacker => ('(', ')'),
            Self::Pin => ('<', '>'),
            Self::Path => ('{', '}'),
        }
    }

    /// Returns the text of the mark in a legend.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Attacker => "attacker",
            Self::Pin => "pin",
            Self::Path => "path",
        }
    }
}

/// The marked squares, each with one mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(BTreeMap<Square, Mark>);

impl Marks {
    /// Marks the squares of a move; castling marks the squares of king and rook.
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

    /// Returns the marks that any square has, in the order of [`Mark::ALL`].
    pub fn used(&self) -> impl Iterator<Item = Mark> {
        let is_used = |mark: &Mark| self.0.values().any(|other| other == mark);
        Mark::ALL.into_iter().filter(is_used)
    }

    /// Returns the marked squares and their marks.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Mark)> {
        self.0.iter().map(|(&square, &mark)| (square, mark))
    }
}
