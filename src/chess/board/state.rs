//! The state of a board and its accessors.

use crate::chess::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Move, Piece, PieceMove, PieceType, Square,
};

/// A position without its history: pieces, side to move, castling rights, en passant square,
/// halfmove clock and fullmove number.
///
/// A board is read from a FEN ([`str::parse`], [`Board::from_fen`]) or built with
/// [`Board::builder`]. Both validate the position, so moves can always be generated. A board is
/// small and `Copy`: to unmake moves, keep a copy, or use [`Position`](crate::chess::Position).
///
/// ```
/// use ferz::chess::{Board, Color, PieceType, Square};
/// let mut board: Board = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
/// assert_eq!(board.side_to_move(), Color::White);
/// assert_eq!(board.piece_type_at(Square::E2), Some(PieceType::Pawn));
/// assert_eq!(board.legal_moves().len(), 6);
///
/// board.play("e4")?;
/// assert_eq!(board.to_string(), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
/// assert_eq!(board.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// The alignment keeps vector loads and stores of a copy from crossing cache lines. With 16 bytes
// instead of 32 or 64, perft is 0.95 times as fast with link-time optimization, and 0.99 times
// without it (AMD EPYC of family 26, AVX-512, geometric mean of five positions).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(32))]
pub struct Board {
    /// By [`PieceType`]: the squares of the pieces of both colors.
    pub(super) by_type: [Bitboard; 6],
    /// By [`Color`]: the squares of the pieces of all types.
    pub(super) by_color: [Bitboard; 2],
    pub(super) castling: CastlingRights,
    /// The square that a pawn has just skipped, if an en passant capture there is legal.
    pub(super) en_passant: Option<Square>,
    pub(super) side_to_move: Color,
    /// Plies since the last capture or pawn move.
    pub(super) halfmove_clock: u16,
    /// The fullmove number: from 1, increased after each move of Black.
    pub(super) fullmove_number: u16,
}

/// Returns the initial position of standard chess.
impl Default for Board {
    fn default() -> Self {
        Self::START_FEN
            .parse()
            .expect("the initial position is valid")
    }
}

impl Board {
    /// The FEN of the initial position of standard chess.
    pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// A board without pieces. It is private because it is not valid.
    pub(super) const EMPTY: Self = Self {
        by_type: [Bitboard::EMPTY; 6],
        by_color: [Bitboard::EMPTY; 2],
        castling: CastlingRights::NONE,
        en_passant: None,
        side_to_move: Color::White,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Returns the squares of the pieces of this type, of both colors.
    ///
    /// ```
    /// use ferz::chess::{Board, Color, PieceType};
    /// let board = Board::default();
    /// assert_eq!(board.of_type(PieceType::King).names(" "), "e1 e8");
    /// assert_eq!(board.of_color(Color::White).count(), 16);
    /// assert_eq!(board.of(Color::White, PieceType::Rook).names(" "), "a1 h1");
    /// assert_eq!(board.diagonal_sliders(Color::White).names(" "), "c1 d1 f1");
    /// assert_eq!(board.orthogonal_sliders(Color::White).names(" "), "a1 d1 h1");
    /// assert_eq!(board.occupied().count(), 32);
    /// ```
    #[inline]
    #[must_use]
    pub const fn of_type(&self, kind: PieceType) -> Bitboard {
        self.by_type[kind.index()]
    }

    /// Returns the squares of the pieces of this color.
    #[inline]
    #[must_use]
    pub const fn of_color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// Returns the squares of the pieces of this color and type.
    #[inline]
    #[must_use]
    pub fn of(&self, color: Color, kind: PieceType) -> Bitboard {
        self.of_color(color) & self.of_type(kind)
    }

    /// Returns the squares of the bishops and queens of this color.
    #[inline]
    #[must_use]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.of_type(PieceType::Bishop) | self.of_type(PieceType::Queen)) & self.of_color(color)
    }

    /// Returns the squares of the rooks and queens of this color.
    #[inline]
    #[must_use]
    pub fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        (self.of_type(PieceType::Rook) | self.of_type(PieceType::Queen)) & self.of_color(color)
    }

    /// Returns all squares with a piece.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.of_color(Color::White) | self.of_color(Color::Black)
    }

    /// Returns the square of the king of this color.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        // A valid board has a king. Without one, there would be 64 trailing zeros; `from_index`
        // takes 64 modulo 64, so that the compiler needs no branch for this case.
        Square::from_index(self.of(color, PieceType::King).0.trailing_zeros() as usize)
    }

    /// Returns the type of the piece on `square`.
    ///
    /// ```
    /// use ferz::chess::{Board, Color, Piece, PieceType, Square};
    /// let board = Board::default();
    /// assert_eq!(board.piece_type_at(Square::D8), Some(PieceType::Queen));
    /// assert_eq!(board.color_at(Square::D8), Some(Color::Black));
    /// assert_eq!(board.piece_at(Square::D8), Some(Piece::new(Color::Black, PieceType::Queen)));
    /// assert_eq!(board.piece_at(Square::D5), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn piece_type_at(&self, square: Square) -> Option<PieceType> {
        if !self.occupied().contains(square) {
            return None;
        }
        // Computes the index bit by bit: testing one type after the other has branches that the
        // processor cannot predict.
        let [_, knights, bishops, rooks, queens, kings] = self.by_type;
        let bit = |set: Bitboard| (set.0 >> square.index() & 1) as usize;
        let index =
            bit(knights | rooks | kings) | bit(bishops | rooks) << 1 | bit(queens | kings) << 2;
        PieceType::ALL.get(index).copied()
    }

    /// Returns the type of the piece that a legal move captures.
    #[inline]
    #[must_use]
    pub fn captured_type(&self, mv: Move) -> Option<PieceType> {
        if !mv.is_capture() {
            return None;
        }
        // If the target is empty, the move captures a pawn en passant.
        Some(self.piece_type_at(mv.to()).unwrap_or(PieceType::Pawn))
    }

    /// Returns the legal move `mv` together with the type of its moving piece.
    ///
    /// # Panics
    ///
    /// Panics if no piece stands on the origin of the move.
    #[inline]
    #[must_use]
    pub fn piece_move(&self, mv: Move) -> PieceMove {
        let piece = self.piece_type_at(mv.from());
        PieceMove {
            mv,
            piece: piece.expect("a legal move starts on a square with a piece"),
        }
    }

    /// Returns the color of the piece on `square`.
    #[inline]
    #[must_use]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.of_color(color).contains(square))
    }

    /// Returns the piece on `square`.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece::new(
            self.color_at(square)?,
            self.piece_type_at(square)?,
        ))
    }

    /// Returns an iterator over all pieces and their squares, from a1 to h8.
    ///
    /// ```
    /// use ferz::chess::{Board, Square};
    /// let board = Board::default();
    /// let (square, piece) = board.pieces().next().expect("there are 32");
    /// assert_eq!((square, piece.letter()), (Square::A1, 'R'));
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied()
            .into_iter()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the castling rights of both sides.
    #[inline]
    #[must_use]
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// Returns the en passant square: the square that a pawn of the opponent has just skipped. It
    /// is `None` if no en passant capture is legal.
    ///
    /// ```
    /// use ferz::chess::Board;
    /// let mut board = Board::default();
    /// board.play("e4")?;
    /// assert_eq!(board.en_passant(), None, "no black pawn can capture");
    /// # Ok::<(), ferz::chess::san::SanError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the number of plies since the last capture or pawn move. At
    /// [`FIFTY_MOVE_PLIES`](crate::chess::FIFTY_MOVE_PLIES) the game is a draw.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the fullmove number: from 1, increased after each move of Black.
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Returns whether a castling right belongs to a king off the e-file or to a rook outside the
    /// corner. Then castling moves must be written as king takes rook, because the king's move
    /// alone could be ambiguous.
    #[must_use]
    pub fn needs_chess960_notation(&self) -> bool {
        Color::ALL.into_iter().any(|color| {
            let rooks = self.castling.rooks_of(color);
            let corners = (File::A.bitboard() | File::H.bitboard()) & color.back_rank().bitboard();
            let king_at_home = self.king(color).file() == File::E;
            rooks.any() && !(king_at_home && (rooks & !corners).is_empty())
        })
    }

    /// Returns the outermost of the rooks that stand on the back rank, on `side` of the king.
    pub(super) fn outermost_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        let rooks = self.of(color, PieceType::Rook) & color.back_rank().bitboard();
        let candidate = match side {
            CastlingSide::King => rooks.last(),
            CastlingSide::Queen => rooks.first(),
        };
        candidate.filter(|&rook| CastlingSide::of(king, rook) == side)
    }
}
