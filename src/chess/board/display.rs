//! The board as an 8×8 diagram.

use std::fmt;

use crate::chess::{Board, File, Piece, Rank, Square};

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
    /// assert_eq!(board.diagram(), diagram);
    /// ```
    #[must_use]
    pub fn diagram(&self) -> String {
        let letter = |square| self.piece_at(square).map_or('.', Piece::letter);
        let row = |rank: Rank| {
            let letters = File::ALL.map(|file| letter(Square::new(file, rank)).to_string());
            format!("{}  {}\n", rank.digit(), letters.join(" "))
        };
        let rows: String = Rank::ALL.into_iter().rev().map(row).collect();
        // No line begins with a space, because some parsers of UCI output reject such a line.
        rows + "+  a b c d e f g h"
    }
}

/// Formats the FEN and the diagram, so that a failed assertion shows the board.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}\n{}", self.diagram())
    }
}
