//! Sets of squares that terms ask for: what is ahead of pawns, the files of a set, how far
//! two squares are apart. See <https://www.chessprogramming.org/Pawn_Spans>.

use crate::chess::Side;
use crate::chess::{Bitboard, Color, File, Square};

/// All squares ahead of these on their files, for the side `S`.
///
/// ```text
/// . . . X . . . .
/// . . . X . . . .
/// . . . X . . . .
/// . . . P . . . .
/// . . . . . . . .
/// ```
#[inline]
pub(super) fn ahead<S: Side>(set: Bitboard) -> Bitboard {
    let mut set = set.forward(S::COLOR).0;
    match S::COLOR {
        Color::White => {
            set |= set << 8;
            set |= set << 16;
            Bitboard(set | set << 32)
        }
        Color::Black => {
            set |= set >> 8;
            set |= set >> 16;
            Bitboard(set | set >> 32)
        }
    }
}

/// A set of files, one bit each: what terms that ask for open files want to know of pawns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Files(u8);

impl Files {
    /// The files on which these squares lie.
    #[inline]
    pub const fn of(set: Bitboard) -> Self {
        let mut set = set.0;
        set |= set >> 32;
        set |= set >> 16;
        set |= set >> 8;
        Self(set as u8)
    }

    /// The file of this square and those beside it; at the edge of the board, the three
    /// nearest.
    #[inline]
    pub fn about(square: Square) -> Self {
        Self(0b111 << ((square.index() % 8).clamp(1, 6) - 1))
    }

    /// All squares of these files.
    #[inline]
    pub const fn squares(self) -> Bitboard {
        Bitboard(self.0 as u64 * 0x0101_0101_0101_0101)
    }

    /// How many of these files are not among the others.
    #[inline]
    pub const fn count_without(self, others: Self) -> u32 {
        (self.0 & !others.0).count_ones()
    }

    /// From the a-file to the h-file.
    pub fn iter(self) -> impl Iterator<Item = File> {
        Bitboard(self.0.into()).iter().map(Square::file)
    }
}

/// The squares to the left and to the right of these.
#[inline]
pub(in crate::eval) fn beside(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

/// The pawns of `S` with no enemy pawn ahead of them, on their own file or on one beside it.
#[inline]
pub(in crate::eval) fn passed_pawns<S: Side>(ours: Bitboard, theirs: Bitboard) -> Bitboard {
    ours & !ahead::<S::Opponent>(theirs | beside(theirs))
}

/// The number of a square's rank as `S` counts: 0 where its king starts, 7 where its pawns
/// promote.
#[inline]
pub(super) fn rank_for<S: Side>(square: Square) -> usize {
    match S::COLOR {
        Color::White => square.index() / 8,
        Color::Black => 7 - square.index() / 8,
    }
}

/// The number of a square in tables that are drawn as White sees the board, the eighth rank
/// first; a black piece finds itself at the other side of the board.
#[inline]
pub(super) fn drawn<S: Side>(square: Square) -> usize {
    match S::COLOR {
        Color::White => square.flip_rank().index(),
        Color::Black => square.index(),
    }
}
