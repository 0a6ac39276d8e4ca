//! Making moves on a board, with legality checks.

use std::fmt;

use super::movegen::is_legal;
use super::san::{self, SanError};
use super::{Board, Legality, Move};

/// The error of making a move that is not legal on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The board, unchanged.
    pub board: Box<Board>,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not legal on {}", self.mv, self.board)
    }
}

impl std::error::Error for IllegalMove {}

impl Board {
    /// Returns whether `mv` is legal. [`is_legal`] is faster for many moves of one position: it
    /// takes a [`Legality`] that the caller computes once.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        is_legal(self, &Legality::of(self), mv)
    }

    /// Makes a move if it is legal. [`Board::make_move`] is faster and does not check;
    /// [`Board::play`] parses the move from text.
    ///
    /// # Errors
    ///
    /// Returns an error and leaves the board unchanged if the move is not legal.
    ///
    /// ```
    /// use ferz::chess::{Board, Move, MoveKind, Square};
    /// let mut board = Board::default();
    /// board.try_make_move(Move::new(Square::E2, Square::E4, MoveKind::DoublePawnPush))?;
    /// let twice = Move::new(Square::E4, Square::E5, MoveKind::Quiet);
    /// assert!(board.try_make_move(twice).is_err(), "it is Black's turn");
    /// # Ok::<(), ferz::chess::IllegalMove>(())
    /// ```
    pub fn try_make_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            let board = Box::new(*self);
            return Err(IllegalMove { mv, board });
        }
        self.make_move(mv);
        Ok(())
    }

    /// Parses a move in SAN or coordinate notation (see [`san::parse`]), makes it if it is
    /// legal, and returns it.
    ///
    /// # Errors
    ///
    /// Returns an error and leaves the board unchanged if the text does not name exactly one
    /// legal move.
    ///
    /// ```
    /// use ferz::chess::Board;
    /// let mut board = Board::default();
    /// board.play("e2e4")?;
    /// board.play("Nf6")?;
    /// assert!(board.play("e4e6").is_err());
    /// assert_eq!(board.to_string(), "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
    /// # Ok::<(), ferz::chess::san::SanError>(())
    /// ```
    pub fn play(&mut self, text: &str) -> Result<Move, SanError> {
        let mv = san::parse(self, text)?;
        self.make_move(mv);
        Ok(mv)
    }
}
