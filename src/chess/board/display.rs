//! The board as an 8×8 diagram.

use std::fmt;

use crate::chess::{Board, File, Piece, Rank, Square};

/// Formatter of a board as a diagram. [`Board::diagram`] returns it.
#[derive(Debug)]
pub struct Diagram<'a>(&'a Board);

impl Board {
    /// Returns the board as text: eight lines of pieces, the eighth rank first, with the names of
    /// ranks and files.
    ///
    /// ```
    /// let board = ferz::chess::Board::default();
    /// let diagram = "\
    /// 8  r n b q k b n r
    /// 7  p p p p p p p p
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . .
    /// 2  P P P P P P P P
    /// 1  R N B Q K B N R
    /// +  a b c d e f g h";
    /// assert_eq!(board.diagram().to_string(), diagram);
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
        // No line begins with a space, because some parsers of UCI output reject such a line.
        write!(f, "+  a b c d e f g h")
    }
}

/// Formats the FEN and the diagram, so that a failed assertion shows the board.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}\n{}", self.diagram())
    }
}
