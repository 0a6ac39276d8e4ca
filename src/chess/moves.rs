//! Moves in 16 bits, and the list that the move generator fills.
//!
//! See <https://www.chessprogramming.org/Encoding_Moves>.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::Deref;

use super::{File, PieceType, Square};

/// The kind of a [`Move`]. Bit 2 marks captures, bit 3 promotions.
///
/// ```
/// use ferz::chess::{MoveKind, PieceType};
/// let kind = MoveKind::promotion_to(PieceType::Queen, true);
/// assert_eq!(kind, MoveKind::CaptureToQueen);
/// assert!(kind.is_capture());
/// assert_eq!(kind.promotion(), Some(PieceType::Queen));
/// assert_eq!(MoveKind::from_bits(kind as u16), Some(kind));
/// assert!(MoveKind::KingsideCastle.is_castle());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A quiet move other than a double pawn push or castling.
    Quiet = 0,
    /// A pawn push of two squares.
    DoublePawnPush = 1,
    /// Castling with the rook on the h-side of the king.
    KingsideCastle = 2,
    /// Castling with the rook on the a-side of the king.
    QueensideCastle = 3,
    /// A capture of the piece on the target square.
    Capture = 4,
    /// An en passant capture: the captured pawn is beside the origin, not on the target square.
    EnPassant = 5,
    /// A promotion to a knight.
    PromoteToKnight = 8,
    /// A promotion to a bishop.
    PromoteToBishop = 9,
    /// A promotion to a rook.
    PromoteToRook = 10,
    /// A promotion to a queen.
    PromoteToQueen = 11,
    /// A capture with promotion to a knight.
    CaptureToKnight = 12,
    /// A capture with promotion to a bishop.
    CaptureToBishop = 13,
    /// A capture with promotion to a rook.
    CaptureToRook = 14,
    /// A capture with promotion to a queen.
    CaptureToQueen = 15,
}

impl MoveKind {
    /// Returns the kind with this value, or `None` for 6, 7 and values above 15.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        Some(match bits {
            0 => Self::Quiet,
            1 => Self::DoublePawnPush,
            2 => Self::KingsideCastle,
            3 => Self::QueensideCastle,
            4 => Self::Capture,
            5 => Self::EnPassant,
            8 => Self::PromoteToKnight,
            9 => Self::PromoteToBishop,
            10 => Self::PromoteToRook,
            11 => Self::PromoteToQueen,
            12 => Self::CaptureToKnight,
            13 => Self::CaptureToBishop,
            14 => Self::CaptureToRook,
            15 => Self::CaptureToQueen,
            _ => return None,
        })
    }

    /// Returns the kind of a promotion to `piece`, with a capture if `is_capture`. A `piece` that
    /// is not in [`PieceType::PROMOTIONS`] counts as a queen.
    #[inline]
    #[must_use]
    pub const fn promotion_to(piece: PieceType, is_capture: bool) -> Self {
        match (piece, is_capture) {
            (PieceType::Knight, false) => Self::PromoteToKnight,
            (PieceType::Bishop, false) => Self::PromoteToBishop,
            (PieceType::Rook, false) => Self::PromoteToRook,
            (_, false) => Self::PromoteToQueen,
            (PieceType::Knight, true) => Self::CaptureToKnight,
            (PieceType::Bishop, true) => Self::CaptureToBishop,
            (PieceType::Rook, true) => Self::CaptureToRook,
            (_, true) => Self::CaptureToQueen,
        }
    }

    /// Returns whether the move captures, en passant included.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self as u8 & 4 != 0
    }

    /// Returns the piece type that the pawn promotes to, or `None` if the move is not a promotion.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceType> {
        match self {
            Self::PromoteToKnight | Self::CaptureToKnight => Some(PieceType::Knight),
            Self::PromoteToBishop | Self::CaptureToBishop => Some(PieceType::Bishop),
            Self::PromoteToRook | Self::CaptureToRook => Some(PieceType::Rook),
            Self::PromoteToQueen | Self::CaptureToQueen => Some(PieceType::Queen),
            _ => None,
        }
    }

    /// Returns whether the move is castling, to either side.
    #[inline]
    #[must_use]
    pub const fn is_castle(self) -> bool {
        matches!(self, Self::KingsideCastle | Self::QueensideCastle)
    }
}

/// A move: origin in bits 0 to 5, target in bits 6 to 11, [`MoveKind`] in bits 12 to 15.
///
/// Castling is stored as king takes own rook, whatever the notation, so that standard chess and
/// Chess960 need no distinction. No move has all bits zero, so `Option<Move>` has 16 bits too.
///
/// ```
/// use ferz::chess::{Move, MoveKind, Square};
/// let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePawnPush);
/// assert_eq!((mv.from(), mv.to()), (Square::E2, Square::E4));
/// assert_eq!(mv.kind(), MoveKind::DoublePawnPush);
/// assert!(mv.is_quiet() && !mv.is_capture() && mv.promotion().is_none());
/// assert_eq!(Move::from_bits(mv.bits()), Some(mv));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

// The search queries the kind often, so these methods read its bits directly: decoding a
// `MoveKind` first takes several times as long.
impl Move {
    /// Returns the move from `from` to `to`, which must differ. The move need not be legal on any
    /// board.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from as u16 | (to as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            // All bits are zero only for the quiet move a1a1. It is replaced by h8h8. Neither
            // move is ever legal.
            None => Self(NonZeroU16::MAX),
        }
    }

    /// Returns the move with these bits, or `None` for 0 and for the two unused kinds. The move
    /// need not be legal on any board.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            // The unused kinds are 6 and 7.
            Some(bits) if bits.get() >> 13 != 3 => Some(Self(bits)),
            _ => None,
        }
    }

    /// Returns the packed form.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the origin. In castling, it is the square of the king.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_index((self.bits() & 63) as usize)
    }

    /// Returns the target. In castling, it is the square of the rook.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_index((self.bits() >> 6 & 63) as usize)
    }

    /// Returns the kind of the move.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.bits() >> 12) {
            Some(kind) => kind,
            // `from_bits` rejects the unused kinds.
            None => MoveKind::Quiet,
        }
    }

    /// Returns whether the move captures, en passant included.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        // Bit 2 of the kind.
        self.bits() & 1 << 14 != 0
    }

    /// Returns the piece type that the pawn promotes to, or `None` if the move is not a promotion.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceType> {
        // Bit 3 of the kind.
        if self.bits() & 1 << 15 == 0 {
            return None;
        }
        self.kind().promotion()
    }

    /// Returns whether the move is castling, to either side.
    #[inline]
    #[must_use]
    pub const fn is_castle(self) -> bool {
        // Kinds 2 and 3.
        self.bits() >> 13 == 1
    }

    /// Returns whether the move is an en passant capture.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.bits() >> 12 == MoveKind::EnPassant as u16
    }

    /// Returns whether the move is quiet: neither a capture nor a promotion.
    #[inline]
    #[must_use]
    pub const fn is_quiet(self) -> bool {
        self.bits() >> 12 < MoveKind::Capture as u16
    }
}

/// Formats the move in coordinate notation, as UCI does: `e2e4`, `e7e8q`.
///
/// Castling with the king on the e-file and the rook in the corner, as in standard chess, is
/// written as the king's move (`e1g1`). Other castling, which only Chess960 has, is written as king
/// takes rook (`f1h1`), because the same king's move may be legal without castling.
/// [`CoordinateMove`](super::notation::CoordinateMove) writes either notation.
///
/// ```
/// use ferz::chess::{Move, MoveKind, Square};
/// let castle = |king, rook| Move::new(king, rook, MoveKind::KingsideCastle).to_string();
/// assert_eq!(castle(Square::E1, Square::H1), "e1g1");
/// assert_eq!(castle(Square::F1, Square::H1), "f1h1");
/// ```
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from(), self.to());
        let to = match (self.kind(), from.file(), to.file()) {
            (MoveKind::KingsideCastle, File::E, File::H) => Square::new(File::G, to.rank()),
            (MoveKind::QueensideCastle, File::E, File::A) => Square::new(File::C, to.rank()),
            _ => to,
        };
        write!(f, "{from}{to}")?;
        self.promotion()
            .map_or(Ok(()), |piece| write!(f, "{}", piece.letter()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?})", self.kind())
    }
}

/// A move and the type of the piece that makes it. Looking up the piece on a square takes time, so
/// [`generate_piece_moves`](super::generate_piece_moves) returns both.
/// [`Board::piece_move`](super::Board::piece_move) makes one from a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The move.
    pub mv: Move,
    /// The type of the moving piece: the pawn in a promotion, the king in castling.
    pub piece: PieceType,
}

/// The capacity of a [`MoveList`]. No position has more moves: the known maximum is 218 legal moves
/// (<https://www.chessprogramming.org/Chess_Position>), and positions with more promoted pieces
/// than missing pawns are rejected.
const CAPACITY: usize = 256;

/// A list of moves on the stack, which dereferences to a slice. [`MoveList::new`] returns a list of
/// [`Move`]s, and [`MoveList::with_pieces`] a list of [`PieceMove`]s.
///
/// ```
/// use ferz::chess::{Board, MoveList, generate_captures, generate_legal_moves};
/// let board = Board::default();
/// let mut moves = MoveList::new();
/// generate_legal_moves(&board, &mut moves);
/// assert_eq!(moves.len(), 20);
/// moves.clear();
/// generate_captures(&board, &mut moves);
/// assert!(moves.is_empty());
/// ```
#[derive(Clone)]
pub struct MoveList<M = Move> {
    moves: [M; CAPACITY],
    /// The number of moves. It is a byte, so that indexing needs no bounds check.
    len: u8,
}

/// The value of the unused elements of a list.
const NO_MOVE: Move = Move(NonZeroU16::MAX);

impl MoveList {
    /// Returns an empty list of moves.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self::empty(NO_MOVE)
    }
}

impl MoveList<PieceMove> {
    /// Returns an empty list of moves with the types of their pieces.
    #[inline]
    #[must_use]
    pub const fn with_pieces() -> Self {
        Self::empty(PieceMove {
            mv: NO_MOVE,
            piece: PieceType::Pawn,
        })
    }
}

impl<M: Copy> MoveList<M> {
    /// Returns an empty list whose unused elements are `filler`.
    #[inline]
    const fn empty(filler: M) -> Self {
        Self {
            moves: [filler; CAPACITY],
            len: 0,
        }
    }

    /// Appends a move.
    #[inline]
    pub const fn push(&mut self, mv: M) {
        self.moves[self.len as usize] = mv;
        self.len += 1;
    }

    /// Removes all moves.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Swaps the moves at two indices.
    #[inline]
    pub fn swap(&mut self, a: usize, b: usize) {
        self.moves[..self.len as usize].swap(a, b);
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Deref for MoveList<M> {
    type Target = [M];

    #[inline]
    fn deref(&self) -> &[M] {
        &self.moves[..self.len as usize]
    }
}

impl<'a, M> IntoIterator for &'a MoveList<M> {
    type Item = &'a M;
    type IntoIter = std::slice::Iter<'a, M>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<M: Copy> IntoIterator for MoveList<M> {
    type Item = M;
    type IntoIter = std::iter::Take<std::array::IntoIter<M, CAPACITY>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len.into())
    }
}

impl<M: fmt::Debug> fmt::Debug for MoveList<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
