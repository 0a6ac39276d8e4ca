//! The board as an 8×8 diagram.

use std::fmt;

use super::state::Board;
use crate::chess::piece::Piece;
use crate::chess::square::{File, Rank, Square};

/// A board that prints as a diagram; made by [`Board::diagram`].
#[derive(Debug)]
pub struct Diagram<'a>(&'a Board);

impl Board {
    /// The board as eight lines of pieces, the eighth rank first, with the names of ranks
    /// and files.
    ///
    /// ```
    /// let board = ferz::chess::Board::default();
    /// assert!(board.diagram().to_string().starts_with("8  r n b q k b n r\n"));
    /// ```
    #[must_use]
    pub const fn diagram(&self) -> Diagram<'_> {
        Diagram(self)
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} ", rank.digit())?;
            for file in File::ALL {
                let letter = self
                    .0
                    .piece_at(Square::new(file, rank))
                    .map_or('.', Piece::letter);
                write!(f, " {letter}")?;
            }
            writeln!(f)?;
        }
        // No line of output may begin with a blank: some readers of UCI mind.
        write!(f, "+  a b c d e f g h")
    }
}

/// The FEN and the diagram, which is what a failing test should show.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}\n{}", self.diagram())
    }
}
