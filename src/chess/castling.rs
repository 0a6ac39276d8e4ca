//! Castling: the remaining rights, and the squares that castling uses.
//!
//! Castling rights are the set of rooks that may still castle. This representation covers Chess960,
//! with standard chess as a special case. A rook leaves the set when it moves or is captured. When
//! a king moves, all its rooks leave the set.

use super::attacks::between;
use super::{Bitboard, Color, File, MoveKind, Square};

/// The side on which a king castles.
///
/// ```
/// use ferz::chess::{CastlingSide, Color, MoveKind, Square};
/// let side = CastlingSide::of(Square::E1, Square::A1);
/// assert_eq!(side, CastlingSide::Queen);
/// assert_eq!(side.king_target(Color::White), Square::C1);
/// assert_eq!(side.rook_target(Color::White), Square::D1);
/// assert_eq!(side.move_kind(), MoveKind::QueensideCastle);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// Castling with the rook on the h-side of the king: `O-O`.
    King,
    /// Castling with the rook on the a-side of the king: `O-O-O`.
    Queen,
}

impl CastlingSide {
    /// Both sides, in the order of FEN.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// Returns which side of the king the rook is on. Both must be on the same rank.
    #[inline]
    #[must_use]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook.index() > king.index() {
            Self::King
        } else {
            Self::Queen
        }
    }

    /// Returns the square on which the king arrives: g1, c1, g8 or c8.
    #[inline]
    #[must_use]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::G,
            Self::Queen => File::C,
        };
        Square::new(file, color.back_rank())
    }

    /// Returns the square on which the rook arrives: f1, d1, f8 or d8.
    #[inline]
    #[must_use]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::F,
            Self::Queen => File::D,
        };
        Square::new(file, color.back_rank())
    }

    /// Returns the kind of the castling move.
    #[inline]
    #[must_use]
    pub const fn move_kind(self) -> MoveKind {
        match self {
            Self::King => MoveKind::KingsideCastle,
            Self::Queen => MoveKind::QueensideCastle,
        }
    }
}

/// The squares that one castling move uses.
///
/// ```
/// use ferz::chess::{CastlingPaths, Color, Square};
/// // . . . . K . . R
/// let paths = CastlingPaths::of(Color::White, Square::E1, Square::H1);
/// assert_eq!((paths.king_to, paths.rook_to), (Square::G1, Square::F1));
/// assert_eq!(paths.must_be_free.names(" "), "f1 g1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingPaths {
    /// The square on which the king arrives.
    pub king_to: Square,
    /// The square on which the rook arrives.
    pub rook_to: Square,
    /// The squares that the king crosses, and its target. None of them may be attacked.
    pub king_path: Bitboard,
    /// The squares that king and rook cross, and their targets, except the origins of both. All
    /// must be empty.
    pub must_be_free: Bitboard,
}

/// The paths by color, file of the king and file of the rook.
static PATHS: [[[CastlingPaths; 8]; 8]; 2] = [paths(Color::White), paths(Color::Black)];

const fn paths(color: Color) -> [[CastlingPaths; 8]; 8] {
    let rank = color.back_rank();
    let corner = Square::new(File::A, rank);
    let mut paths = [[CastlingPaths::compute(color, corner, corner); 8]; 8];
    let mut i = 0;
    while i < 64 {
        let king = Square::new(File::from_index(i / 8), rank);
        let rook = Square::new(File::from_index(i % 8), rank);
        paths[i / 8][i % 8] = CastlingPaths::compute(color, king, rook);
        i += 1;
    }
    paths
}

impl CastlingPaths {
    /// Returns the paths of a king and a rook of `color` that stand on its back rank.
    #[inline]
    #[must_use]
    pub fn of(color: Color, king: Square, rook: Square) -> &'static Self {
        &PATHS[color.index()][king.file().index()][rook.file().index()]
    }

    const fn compute(color: Color, king: Square, rook: Square) -> Self {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = (side.king_target(color), side.rook_target(color));
        let king_path = between(king, king_to).0 | king_to.bitboard().0;
        let rook_path = between(rook, rook_to).0 | rook_to.bitboard().0;
        let both = king.bitboard().0 | rook.bitboard().0;
        Self {
            king_to,
            rook_to,
            king_path: Bitboard(king_path),
            must_be_free: Bitboard((king_path | rook_path) & !both),
        }
    }
}

/// The castling rights of both sides: the rooks that may still castle, at most one on each side of
/// each king. [`Board::castling`](super::Board::castling) returns them.
///
/// ```
/// use ferz::chess::{Board, CastlingSide, Color, Square};
/// let mut board = Board::default();
/// let king = board.king(Color::White);
/// assert_eq!(board.castling().rook(Color::White, CastlingSide::King, king), Some(Square::H1));
/// for text in ["Nf3", "Nf6", "Rg1"] {
///     board.play(text)?;
/// }
/// assert_eq!(board.castling().rooks().names(" "), "a1 a8 h8");
/// assert_eq!(board.castling().rooks_of(Color::White).names(" "), "a1");
/// # Ok::<(), ferz::chess::san::SanError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct CastlingRights(Bitboard);

impl CastlingRights {
    /// No castling rights.
    pub const NONE: Self = Self(Bitboard::EMPTY);

    /// Returns the squares of the rooks that may castle.
    #[inline]
    #[must_use]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// Returns the squares of the rooks of `color` that may castle.
    #[inline]
    #[must_use]
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.0 & color.back_rank().bitboard()
    }

    /// Returns the square of the rook with which the king of `color` may castle to `side`. The king
    /// must be on the square `king`.
    #[inline]
    #[must_use]
    pub fn rook(self, color: Color, side: CastlingSide, king: Square) -> Option<Square> {
        self.rooks_of(color)
            .into_iter()
            .find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// Adds the right of the rook on `rook` to these rights, and returns the result.
    #[must_use]
    pub fn with(self, rook: Square) -> Self {
        Self(self.0 | rook.bitboard())
    }

    /// Returns these rights without those of the rooks on `squares`.
    #[inline]
    #[must_use]
    pub fn without(self, squares: Bitboard) -> Self {
        Self(self.0 & !squares)
    }
}
