//! Moves, packed in 16 bits, and the list that generators fill.
//!
//! See <https://www.chessprogramming.org/Encoding_Moves>.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::Deref;

use super::piece::PieceType;
use super::square::{File, Square};

/// What sort of move a [`Move`] is. Bit 2 marks a capture, bit 3 a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// Neither capture nor any of the below.
    Quiet = 0,
    /// A pawn's first move, two squares ahead.
    DoublePawnPush = 1,
    /// Castling with the rook on the king's right hand (h-side).
    KingsideCastle = 2,
    /// Castling with the rook on the king's left hand (a-side).
    QueensideCastle = 3,
    /// Takes the piece on the target square.
    Capture = 4,
    /// Takes the pawn that just passed, which is beside and not on the target square.
    EnPassant = 5,
    /// Becomes a knight on the last rank.
    PromoteToKnight = 8,
    /// Becomes a bishop on the last rank.
    PromoteToBishop = 9,
    /// Becomes a rook on the last rank.
    PromoteToRook = 10,
    /// Becomes a queen on the last rank.
    PromoteToQueen = 11,
    /// Takes, and becomes a knight.
    CaptureToKnight = 12,
    /// Takes, and becomes a bishop.
    CaptureToBishop = 13,
    /// Takes, and becomes a rook.
    CaptureToRook = 14,
    /// Takes, and becomes a queen.
    CaptureToQueen = 15,
}

impl MoveKind {
    /// The kind with this number, if there is one: 6, 7 and what is above 15 mean nothing.
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

    /// The promotion to `piece`, taking something or not; `piece` is one of
    /// [`PieceType::PROMOTIONS`], and anything else is read as a queen.
    #[inline]
    #[must_use]
    pub const fn promotion_to(piece: PieceType, takes: bool) -> Self {
        match (piece, takes) {
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

    /// Whether a piece is taken, en passant included.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self as u8 & 4 != 0
    }

    /// What the pawn becomes, where it does.
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

    /// Whether this is castling, to either side.
    #[inline]
    #[must_use]
    pub const fn is_castle(self) -> bool {
        matches!(self, Self::KingsideCastle | Self::QueensideCastle)
    }
}

/// A move: origin in bits 0 to 5, target in bits 6 to 11, [`MoveKind`] in bits 12 to 15.
///
/// Castling is king takes own rook, whatever the notation outside: so it is one thing in
/// standard chess and Chess960. No move has all bits zero, so `Option<Move>` is 16 bits too.
///
/// ```
/// use ferz::chess::{Move, MoveKind, Square};
/// let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePawnPush);
/// assert_eq!((mv.from(), mv.to()), (Square::E2, Square::E4));
/// assert_eq!(Move::from_bits(mv.bits()), Some(mv));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

// Of the kind of a move, what searches ask all the time is read off its bits: to make a
// `MoveKind` of them first takes several times as long.
impl Move {
    /// A move from `from` to `to`, which must differ: no piece moves to where it stands.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from as u16 | (to as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            // a1a1: not a move, and caught where a move's legality is asked.
            None => Self(NonZeroU16::MAX),
        }
    }

    /// The move in these bits; `None` for 0 and for the two kinds that mean nothing.
    /// Whether it is legal anywhere is another question.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            // The two kinds are 6 and 7.
            Some(bits) if bits.get() >> 13 != 3 => Some(Self(bits)),
            _ => None,
        }
    }

    /// The packed form.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Where the piece leaves; in castling, where the king stands.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_index((self.bits() & 63) as usize)
    }

    /// Where the piece arrives; in castling, where the rook stands.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_index((self.bits() >> 6 & 63) as usize)
    }

    /// What sort of move it is.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.bits() >> 12) {
            Some(kind) => kind,
            // `from_bits` lets no other in.
            None => MoveKind::Quiet,
        }
    }

    /// Whether a piece is taken, en passant included.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.bits() & 1 << 14 != 0
    }

    /// What the pawn becomes, where it does.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.bits() & 1 << 15 == 0 {
            return None;
        }
        self.kind().promotion()
    }

    /// Whether this is castling, to either side.
    #[inline]
    #[must_use]
    pub const fn is_castle(self) -> bool {
        self.bits() >> 13 == 1
    }

    /// Whether this takes a pawn en passant.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.bits() >> 12 == MoveKind::EnPassant as u16
    }

    /// Whether the move neither takes nor promotes: what a search calls quiet.
    #[inline]
    #[must_use]
    pub const fn is_quiet(self) -> bool {
        self.bits() >> 12 < MoveKind::Capture as u16
    }
}

/// Coordinates, as UCI writes them: `e2e4`, `e7e8q`. Castling of a king on the e-file with a
/// rook in the corner, as in standard chess, is the king's move (`e1g1`); other castling, which
/// only Chess960 has, is king takes rook (`f1h1`), since a king's move could be meant otherwise.
/// [`CoordinateMove`](super::notation::CoordinateMove) writes either notation on request.
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

/// A move with the kind of piece that makes it: a board knows where its pieces stand, but it
/// takes a while to tell what stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The move.
    pub mv: Move,
    /// What moves: in a promotion the pawn, in castling the king.
    pub piece: PieceType,
}

/// More than any position has: 218 legal moves is the known maximum
/// (<https://www.chessprogramming.org/Chess_Position>), and positions with more promoted
/// pieces than missing pawns are refused.
const CAPACITY: usize = 256;

/// A list of moves that lives on the stack: of [`Move`]s, or of [`PieceMove`]s.
#[derive(Clone)]
pub struct MoveList<M = Move> {
    moves: [M; CAPACITY],
    /// A byte, so that indexing by it needs no check.
    len: u8,
}

/// Stands where there is no move.
const NO_MOVE: Move = Move(NonZeroU16::MAX);

impl MoveList {
    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self::empty(NO_MOVE)
    }
}

impl MoveList<PieceMove> {
    /// An empty list of moves that go with the kinds of their pieces.
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
    /// An empty list; `filler` lies where it has no moves yet.
    #[inline]
    const fn empty(filler: M) -> Self {
        Self {
            moves: [filler; CAPACITY],
            len: 0,
        }
    }

    /// Adds a move at the end.
    #[inline]
    pub const fn push(&mut self, mv: M) {
        self.moves[self.len as usize] = mv;
        self.len += 1;
    }

    /// Empties the list.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Exchanges two moves.
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

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<M: fmt::Debug> fmt::Debug for MoveList<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
