//! Building a board piece by piece.

use super::make_move::NoObserver;
use super::validate::Setup;
use crate::chess::{
    Board, CastlingLetter, CastlingSide, Color, File, InvalidPosition, Piece, PieceType, RookName,
    SetupNote, Square,
};

/// Builder of a [`Board`]. [`BoardBuilder::build`] validates the position and returns the board.
///
/// A new builder has no pieces, White to move, no castling rights, no en passant square, halfmove
/// clock 0 and fullmove number 1.
///
/// ```
/// use ferz::chess::{Board, CastlingSide, Color, PieceType, Square};
///
/// // 8  . . . . k . . .
/// // 1  . . . . K . . R
/// let board = Board::builder()
///     .piece(Color::White, PieceType::King, Square::E1)
///     .piece(Color::White, PieceType::Rook, Square::H1)
///     .piece(Color::Black, PieceType::King, Square::E8)
///     .side_to_move(Color::Black)
///     .castling(Color::White, CastlingSide::King)
///     .halfmove_clock(3)
///     .fullmove_number(40)
///     .build()?;
/// assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K2R b K - 3 40");
/// # Ok::<(), ferz::chess::InvalidPosition>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "call `build` to get the board"]
pub struct BoardBuilder(Setup);

impl Board {
    /// Returns a builder without pieces.
    pub const fn builder() -> BoardBuilder {
        BoardBuilder(Setup {
            board: Self::EMPTY,
            castling: Vec::new(),
            en_passant: None,
            incomplete: None,
        })
    }
}

impl BoardBuilder {
    /// Puts a piece on `square`. It replaces the piece that stood there.
    pub fn piece(mut self, color: Color, kind: PieceType, square: Square) -> Self {
        let board = &mut self.0.board;
        if let Some(replaced) = board.piece_at(square) {
            board.remove(replaced, square, &mut NoObserver);
        }
        board.add(Piece::new(color, kind), square, &mut NoObserver);
        self
    }

    /// Sets the side to move.
    pub const fn side_to_move(mut self, color: Color) -> Self {
        self.0.board.side_to_move = color;
        self
    }

    /// Gives `color` the right to castle with its outermost rook on `side` of its king.
    pub fn castling(self, color: Color, side: CastlingSide) -> Self {
        self.castling_right(color, RookName::Outermost(side))
    }

    /// Gives `color` the right to castle with its rook on `file`. Needed only in Chess960, for a
    /// rook that is not the outermost one on its side.
    pub fn castling_on_file(self, color: Color, file: File) -> Self {
        self.castling_right(color, RookName::OnFile(file))
    }

    fn castling_right(mut self, color: Color, rook: RookName) -> Self {
        self.0.castling.push(CastlingLetter { color, rook });
        self
    }

    /// Sets the en passant square: the square that a pawn has just skipped with a double push.
    ///
    /// ```
    /// use ferz::chess::{Board, Color, PieceType, Square};
    ///
    /// // 5  . . . p P . . .      d7d5 was the last move
    /// let board = Board::builder()
    ///     .piece(Color::White, PieceType::King, Square::E1)
    ///     .piece(Color::White, PieceType::Pawn, Square::E5)
    ///     .piece(Color::Black, PieceType::Pawn, Square::D5)
    ///     .piece(Color::Black, PieceType::King, Square::E8)
    ///     .en_passant(Square::D6)
    ///     .build()?;
    /// assert_eq!(board.to_string(), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    /// # Ok::<(), ferz::chess::InvalidPosition>(())
    /// ```
    pub const fn en_passant(mut self, square: Square) -> Self {
        self.0.en_passant = Some(square);
        self
    }

    /// Sets the number of plies since the last capture or pawn move.
    pub const fn halfmove_clock(mut self, plies: u16) -> Self {
        self.0.board.halfmove_clock = plies;
        self
    }

    /// Sets the fullmove number. 0 counts as 1.
    pub const fn fullmove_number(mut self, number: u16) -> Self {
        self.0.board.fullmove_number = if number == 0 { 1 } else { number };
        self
    }

    /// Returns the board. Castling rights and an en passant square that the pieces do not
    /// allow are dropped, as they are when a FEN is read; see
    /// [`build_with_notes`](Self::build_with_notes).
    ///
    /// # Errors
    ///
    /// Returns an error if the position cannot be played.
    ///
    /// ```
    /// use ferz::chess::{Board, InvalidPosition};
    /// let error = Board::builder().build().unwrap_err();
    /// assert!(matches!(error, InvalidPosition::KingCount { count: 0, .. }));
    /// ```
    pub fn build(self) -> Result<Board, InvalidPosition> {
        self.build_with_notes().map(|(board, _)| board)
    }

    /// Returns the board and notes: what was dropped, and why the position cannot arise in a game.
    ///
    /// # Errors
    ///
    /// Returns an error if the position cannot be played.
    pub fn build_with_notes(self) -> Result<(Board, Vec<SetupNote>), InvalidPosition> {
        self.0.validate()
    }
}
