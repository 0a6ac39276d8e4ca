//! The state of a board, and reading it.
//!
//! See <https://www.chessprogramming.org/Board_Representation>.

use crate::chess::bitboard::Bitboard;
use crate::chess::castling::{CastlingRights, CastlingSide};
use crate::chess::color::Color;
use crate::chess::moves::{Move, PieceMove};
use crate::chess::piece::{Piece, PieceType};
use crate::chess::square::{File, Square};

/// A position: pieces, side to move, castling rights, en passant square, clocks.
///
/// It is made from a FEN and checked before it comes to be (see [`validate`]), so moves can
/// always be generated on it. It is small: moves are made on copies.
///
/// ```
/// use ferz::chess::{Board, Color, PieceType, Square};
/// let board = Board::default();
/// assert_eq!(board.side_to_move(), Color::White);
/// assert_eq!(board.piece_type_at(Square::D8), Some(PieceType::Queen));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(16))]
pub struct Board {
    /// By [`PieceType`], of both colors.
    pub(super) by_type: [Bitboard; 6],
    /// By [`Color`], of all types.
    pub(super) by_color: [Bitboard; 2],
    pub(super) castling: CastlingRights,
    /// The square behind a pawn that just pushed two squares, where taking it is legal.
    pub(super) en_passant: Option<Square>,
    pub(super) side_to_move: Color,
    /// Half-moves since the last capture or pawn move.
    pub(super) halfmove_clock: u16,
    /// Counts up after each move of Black, from 1.
    pub(super) fullmove_number: u16,
}

/// The initial position of standard chess.
impl Default for Board {
    fn default() -> Self {
        Self::START_FEN
            .parse()
            .expect("the initial position is valid")
    }
}

impl Board {
    /// The initial position of standard chess.
    pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// A board without pieces, to be set up; private, for it is not valid.
    pub(super) const EMPTY: Self = Self {
        by_type: [Bitboard::EMPTY; 6],
        by_color: [Bitboard::EMPTY; 2],
        castling: CastlingRights::NONE,
        en_passant: None,
        side_to_move: Color::White,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Where pieces of this kind stand, of both colors.
    #[inline]
    #[must_use]
    pub const fn of_type(&self, kind: PieceType) -> Bitboard {
        self.by_type[kind.index()]
    }

    /// Where the pieces of this color stand.
    #[inline]
    #[must_use]
    pub const fn of_color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// Where this color's pieces of this kind stand.
    #[inline]
    #[must_use]
    pub fn of(&self, color: Color, kind: PieceType) -> Bitboard {
        self.of_color(color) & self.of_type(kind)
    }

    /// Where this color's bishops and queens stand.
    #[inline]
    #[must_use]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.of_type(PieceType::Bishop) | self.of_type(PieceType::Queen)) & self.of_color(color)
    }

    /// Where this color's rooks and queens stand.
    #[inline]
    #[must_use]
    pub fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        (self.of_type(PieceType::Rook) | self.of_type(PieceType::Queen)) & self.of_color(color)
    }

    /// All squares with a piece on them.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.of_color(Color::White) | self.of_color(Color::Black)
    }

    /// Where this color's king stands.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        // A valid board has one; an index of 64 is taken modulo 64, which spares a branch.
        Square::from_index(self.of(color, PieceType::King).0.trailing_zeros() as usize)
    }

    /// What kind of piece stands on `square`.
    #[inline]
    #[must_use]
    pub fn piece_type_at(&self, square: Square) -> Option<PieceType> {
        if !self.occupied().contains(square) {
            return None;
        }
        // The three bits of its number, one by one: to ask for one kind after the other takes
        // branches, and which one is taken cannot be foretold.
        let [_, knights, bishops, rooks, queens, kings] = self.by_type;
        let bit = |set: Bitboard| (set.0 >> square.index() & 1) as usize;
        let index =
            bit(knights | rooks | kings) | bit(bishops | rooks) << 1 | bit(queens | kings) << 2;
        PieceType::ALL.get(index).copied()
    }

    /// What kind of piece a legal move takes, if it takes one.
    #[inline]
    #[must_use]
    pub fn captured_type(&self, mv: Move) -> Option<PieceType> {
        if !mv.is_capture() {
            return None;
        }
        // Where nothing stands, it is a pawn beside the square that is taken.
        Some(self.piece_type_at(mv.to()).unwrap_or(PieceType::Pawn))
    }

    /// A legal move, with the kind of piece that makes it.
    ///
    /// # Panics
    ///
    /// If no piece stands on the move's origin.
    #[inline]
    #[must_use]
    pub fn piece_move(&self, mv: Move) -> PieceMove {
        let piece = self.piece_type_at(mv.from());
        PieceMove {
            mv,
            piece: piece.expect("a legal move has a piece to move"),
        }
    }

    /// Whose piece stands on `square`.
    #[inline]
    #[must_use]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.of_color(color).contains(square))
    }

    /// What stands on `square`.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece::new(
            self.color_at(square)?,
            self.piece_type_at(square)?,
        ))
    }

    /// All pieces and their squares, from a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied()
            .into_iter()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Who may still castle with which rook.
    #[inline]
    #[must_use]
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square that a pawn of the side to move may go to, taking a pawn that just
    /// pushed two squares: `Some` only where such a capture is legal.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move; a draw may be claimed at 100.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move in the game, from 1; it counts up after Black's.
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Whether a castling right is held by a king off the e-file or a rook off the corner:
    /// then castling must be written king takes rook, or it could not be told from a
    /// king's move.
    #[must_use]
    pub fn needs_chess960_notation(&self) -> bool {
        Color::ALL.into_iter().any(|color| {
            let rooks = self.castling.rooks_of(color);
            let corners = (File::A.bitboard() | File::H.bitboard()) & color.back_rank().bitboard();
            let king_at_home = self.king(color).file() == File::E;
            rooks.any() && !(king_at_home && (rooks & !corners).is_empty())
        })
    }

    /// The rook that is farthest from the king on one side of it, on the back rank.
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
