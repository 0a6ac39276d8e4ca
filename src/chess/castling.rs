//! Castling: who may still castle with which rook, and the squares that it involves.
//!
//! Rights are kept as the set of rooks that may still castle. That is all Chess960 needs
//! to know, standard chess is a case of it, and losing rights is taking squares out of a
//! set: a rook that moves or is taken, all rooks of a king that moves.
//! See <https://www.chessprogramming.org/Castling_Rights>.

use super::attacks::between;
use super::bitboard::Bitboard;
use super::color::Color;
use super::moves::MoveKind;
use super::square::{File, Square};

/// Which of the king's two rooks takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// The rook on the h-side of the king: `O-O`.
    King,
    /// The rook on the a-side of the king: `O-O-O`.
    Queen,
}

impl CastlingSide {
    /// Both, the king's side first, as FEN lists them.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The side of the king that a rook on the same rank is on.
    #[inline]
    #[must_use]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook.index() > king.index() {
            Self::King
        } else {
            Self::Queen
        }
    }

    /// Where the king arrives, wherever it started: g1, c1, g8 or c8.
    #[inline]
    #[must_use]
    pub const fn king_target(self, color: Color) -> Square {
        Square::new(
            if matches!(self, Self::King) {
                File::G
            } else {
                File::C
            },
            color.back_rank(),
        )
    }

    /// Where the rook arrives, wherever it started: f1, d1, f8 or d8.
    #[inline]
    #[must_use]
    pub const fn rook_target(self, color: Color) -> Square {
        Square::new(
            if matches!(self, Self::King) {
                File::F
            } else {
                File::D
            },
            color.back_rank(),
        )
    }

    /// The kind of a move that castles to this side.
    #[inline]
    #[must_use]
    pub const fn move_kind(self) -> MoveKind {
        match self {
            Self::King => MoveKind::KingsideCastle,
            Self::Queen => MoveKind::QueensideCastle,
        }
    }
}

/// Where a king and a rook go when they castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingPaths {
    /// Where the king arrives.
    pub king_to: Square,
    /// Where the rook arrives.
    pub rook_to: Square,
    /// What the king crosses, and its target: no enemy may attack these.
    pub king_path: Bitboard,
    /// What king or rook cross, and their targets: only these two may stand on them.
    pub must_be_free: Bitboard,
}

/// The paths by color, file of the king and file of the rook: working them out at every
/// node would be a tenth of perft's instructions.
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
    /// The paths of a king and a rook of `color` from where they stand on its back rank.
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

/// The rooks that may still castle, at most one on each side of each king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct CastlingRights(Bitboard);

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: Self = Self(Bitboard::EMPTY);

    /// The squares of the rooks that may castle.
    #[inline]
    #[must_use]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// The rooks of one side that may castle.
    #[inline]
    #[must_use]
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.0 & color.back_rank().bitboard()
    }

    /// The rook of `color` that may castle to `side` of the king on `king`.
    #[inline]
    #[must_use]
    pub fn rook(self, color: Color, side: CastlingSide, king: Square) -> Option<Square> {
        self.rooks_of(color)
            .into_iter()
            .find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// Lets the rook on `rook` castle.
    #[must_use]
    pub fn with(self, rook: Square) -> Self {
        Self(self.0 | rook.bitboard())
    }

    /// These rights without those of the rooks on `squares`.
    #[inline]
    #[must_use]
    pub fn without(self, squares: Bitboard) -> Self {
        Self(self.0 & !squares)
    }
}
